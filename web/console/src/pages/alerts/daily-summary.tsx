// The latest daily summary that reports anything, as users with a confirmed address get it by e-mail.
import { Button, Group, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { AlertSummaryBody } from '../../../../../src/console/response-bodies/users.ts'
import { useRead } from '../../api/queries.ts'
import { timeText } from '../../format/time.ts'
import { t } from '../../language/text.ts'
import { Section } from '../../parts/page.tsx'
import { actionLabel } from '../audit/action-labels.ts'

export function DailySummary() {
  const { data } = useRead<AlertSummaryBody>('/alerts/summary')
  if (!data?.summary) return null
  const { from, until, counts } = data.summary
  const query = new URLSearchParams({ kind: 'SUMMARY', from, to: until }).toString()
  const reported = Object.entries(counts).toSorted(([, a], [, b]) => b - a)
  return (
    <Section
      title={t('Daily summary')}
      description={t('{from} to {until}', { from: timeText(from), until: timeText(until) })}
      actions={
        <Button component={Link} href={`/alerts?${query}`} size="compact-sm" variant="light">
          {t('Show these alerts')}
        </Button>
      }
    >
      <Group gap="lg">
        {reported.map(([action, count]) => (
          <Text key={action} fz="sm">
            <span className="numbers">{count}</span> × {actionLabel(action)}
          </Text>
        ))}
      </Group>
    </Section>
  )
}
