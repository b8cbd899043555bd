// Leads to the alerts, with how many of them the user has not read. For the operator's users.
import { ActionIcon, Tooltip } from '@mantine/core'
import { Link } from 'wouter'
import type { UnreadAlertsBody } from '../../../../src/console/response-bodies/users.ts'
import { useRead } from '../api/queries.ts'
import { t, tn } from '../language/text.ts'
import { Icon } from '../parts/icon.tsx'
import { useCurrentSession, usePermission } from '../session/session-context.tsx'

const everyMs = 30_000

export function AlertsButton() {
  const { isOperator } = useCurrentSession()
  const isWanted = usePermission('VIEW') && isOperator
  const { data } = useRead<UnreadAlertsBody>('/alerts/unread', {}, { isWanted, everyMs })
  if (!isWanted) return null
  const count = data?.count ?? 0
  const label = count === 0 ? t('Alerts') : tn(count, '{count} unread alert', '{count} unread alerts')
  return (
    <Tooltip label={label}>
      <ActionIcon
        component={Link}
        href="/alerts"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        className="alerts-button"
      >
        <Icon name="bell" />
        {count > 0 && (
          <span className="unread-count numbers" aria-hidden="true">
            {count > 99 ? '99+' : count}
          </span>
        )}
      </ActionIcon>
    </Tooltip>
  )
}
