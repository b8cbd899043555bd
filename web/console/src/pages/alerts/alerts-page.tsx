// What the operator's users are alerted to: changes of acquirer links, routes and controls, requests and approvals.
import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { type Alert, alertKinds } from '../../../../../src/audit/ports/alerts.ts'
import { alertChanges, alertFacts, alertLinkId, alertValueText } from '../../../../../src/audit/rules/alerts.ts'
import type { AlertListBody } from '../../../../../src/console/response-bodies/users.ts'
import { path } from '../../api/client.ts'
import type { Jsonified } from '../../api/json.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { indentedJson } from '../../format/json.ts'
import { exactTimeText } from '../../format/time.ts'
import { english, t } from '../../language/text.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { ChoiceFilter, DayFilter, FilterBar } from '../../parts/filters.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Page } from '../../parts/page.tsx'
import { Paging } from '../../parts/paging.tsx'
import { PeriodFilter } from '../../parts/period-filter.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { TextBlock } from '../../parts/text-block.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { Code, StatusBadge, Time } from '../../parts/values.tsx'
import { useCurrentSession } from '../../session/session-context.tsx'
import { actionLabel } from '../audit/action-labels.ts'
import { ChangedValue, ChangeList } from './alert-changes.tsx'
import { DailySummary } from './daily-summary.tsx'

type AlertRow = Jsonified<Alert>

const everyMs = 30_000

const kindLabels: Readonly<Record<(typeof alertKinds)[number], string>> = {
  WEAKENED: t('Weakened controls'),
  SUMMARY: t('In daily summaries'),
}

export function AlertsPage() {
  const [shown, setShown] = useState<AlertRow>()
  const filters = useUrlFilters(['kind', 'from', 'to'])
  const reading = useRead<AlertListBody>('/alerts', filters.query, { keepsPrevious: true, everyMs })
  const { data, error, refetch, isPlaceholderData } = reading
  const readBefore = useReadUntil(data?.rows, { isNewest: !filters.isFiltered && filters.pagePosition.isFirst })
  return (
    <Page
      title={t('Alerts')}
      description={t('Changes to acquirer links, routes and controls, and requests and approvals, of all merchants.')}
    >
      <DailySummary />
      <FilterBar filters={filters}>
        <ChoiceFilter
          filters={filters}
          name="kind"
          label={t('Show')}
          choices={alertKinds}
          wordsFor={(kind) => kindLabels[kind as keyof typeof kindLabels]}
          width={220}
        />
        <PeriodFilter filters={filters} from="from" to="to" />
        <DayFilter filters={filters} name="from" label={t('From')} />
        <DayFilter filters={filters} name="to" label={t('To')} isEnd />
      </FilterBar>
      <DataTable
        caption={t('Alerts')}
        columns={columnsOf(readBefore)}
        rows={error ? undefined : data?.rows}
        keyOf={({ merchantId, auditId }) => `${merchantId} ${auditId}`}
        actions={(alert) => (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t('Details: {action}, {time}', {
              action: actionLabel(alert.action),
              time: exactTimeText(alert.at),
            })}
            onClick={() => setShown(alert)}
          >
            {t('Details')}
          </Button>
        )}
        empty={
          filters.isFiltered ? (
            <EmptyState icon="search" title={t('No matching alerts')}>
              {t('Try removing some filters.')}
            </EmptyState>
          ) : (
            <EmptyState icon="bell" title={t('No alerts yet')}>
              {t('Changes to acquirer links, routes and controls appear here as they happen.')}
            </EmptyState>
          )
        }
        error={error}
        onRetry={() => void refetch()}
        isStale={isPlaceholderData}
      />
      <Paging position={filters.pagePosition} next={data?.next} />
      <Dialog
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={shown && actionLabel(shown.action)}
        size="lg"
      >
        {shown && <Detail alert={shown} />}
      </Dialog>
    </Page>
  )
}

/** Marks what the newest page shows as read. Returns until when everything was read as the page was opened. */
function useReadUntil(rows: readonly AlertRow[] | undefined, { isNewest }: { readonly isNewest: boolean }): string {
  const { user, preferences } = useCurrentSession()
  const [readBefore] = useState(preferences.alertsReadUntil ?? user.createdAt)
  const { mutate } = useChange<void, string>((until) => ({ method: 'PUT', path: '/alerts/read', body: { until } }), {
    refreshes: ['/alerts/unread'],
  })
  const newest = isNewest ? rows?.[0]?.at : undefined
  useEffect(() => {
    if (newest !== undefined) mutate(newest)
  }, [newest, mutate])
  return readBefore
}

function columnsOf(readBefore: string): readonly [Column<AlertRow>, ...Column<AlertRow>[]] {
  return [
    {
      title: english('Alert'),
      cell: ({ action, isWeakening, at }) => (
        <Group gap="xs">
          {actionLabel(action)}
          {isWeakening && (
            <StatusBadge status="WEAKENED" tone="waiting">
              {t('Weakened')}
            </StatusBadge>
          )}
          {Date.parse(at) > Date.parse(readBefore) && <Badge size="sm">{t('New')}</Badge>}
        </Group>
      ),
    },
    { title: english('Time'), cell: ({ at }) => <Time at={at} /> },
    { title: english('User'), cell: ({ actor }) => <span className="numbers">{actor}</span> },
    { title: english('About'), cell: (alert) => <AlertSubject alert={alert} /> },
    { title: english('Changes'), cell: ({ subject }) => <ChangeList subject={subject} />, isMinor: true },
  ]
}

/** The merchant or acquirer link, with the way to it. */
function AlertSubject({ alert: { merchantId, subject } }: { readonly alert: AlertRow }) {
  const linkId = alertLinkId(subject)
  if (linkId !== undefined) return <SubjectLink href={path`/links/${linkId}`}>{linkId}</SubjectLink>
  if (merchantId !== '') return <SubjectLink href={path`/merchants/${merchantId}/profile`}>{merchantId}</SubjectLink>
  return <>{t('Gateway')}</>
}

function SubjectLink({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <Anchor component={Link} href={href} fz="sm">
      {children}
    </Anchor>
  )
}

function Detail({ alert }: { readonly alert: AlertRow }) {
  const changes = alertChanges(alert.subject)
  return (
    <Stack gap="md">
      <KeyValues
        items={[
          [t('Time'), exactTimeText(alert.at)],
          [t('User'), <Code key="who">{alert.actor}</Code>],
          [t('About'), <AlertSubject key="about" alert={alert} />],
          ...alertFacts(alert.subject).map(([name, value]) => [name, alertValueText(value)] as const),
          ...changes.map(
            (change) => [change.name, <ChangedValue key={change.name} change={change} isWhole />] as const,
          ),
        ]}
      />
      {alert.isWeakening && <Text fz="sm">{t('Controls protect less than before.')}</Text>}
      <div>
        <Text fz="sm" c="dimmed" mb={4}>
          {t('Subject')}
        </Text>
        <TextBlock label={t('Subject')}>{indentedJson(JSON.stringify(alert.subject))}</TextBlock>
      </div>
    </Stack>
  )
}
