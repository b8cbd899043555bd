// What needs attention now, whatever the period: money at risk, parked notifications.
import { Alert, Anchor, Stack } from '@mantine/core'
import { Link } from 'wouter'
import { moneyText } from '../../format/money.ts'
import { countText } from '../../format/text.ts'
import { Icon } from '../../parts/icon.tsx'
import { useShownMerchant } from '../../shell/merchant-id.ts'
import type { DashboardFigures } from './figures.ts'
import { moneyAtRiskPath } from './money-at-risk.ts'

const riskLabels: Readonly<Record<DashboardFigures['atRisk'][number]['kind'], string>> = {
  REVERSAL_OWED: 'waiting for reversal: the acquirer did not respond, and the gateway keeps sending the reversal',
  REVERSAL_REFUSED: 'with a reversal refused by the acquirer: resolve it with the acquirer manually',
  MANUAL_RESOLUTION: 'requiring manual resolution: ask the acquirer for the outcome',
  OVERDUE: 'overdue without an outcome: the gateway keeps asking the acquirer',
  UNKNOWN: 'with an unknown outcome: the gateway keeps asking the acquirer',
  IN_FLIGHT: 'in progress',
}

/** Only operators can end these. */
function isManual(kind: DashboardFigures['atRisk'][number]['kind']): boolean {
  return kind === 'REVERSAL_REFUSED' || kind === 'MANUAL_RESOLUTION'
}

export function Attention({ figures: { atRisk, notifications } }: { readonly figures: DashboardFigures }) {
  const merchantId = useShownMerchant()
  // What is under way is no news.
  const risks = atRisk.filter(({ kind, count }) => kind !== 'IN_FLIGHT' && count > 0)
  if (risks.length === 0 && notifications.parked === 0) return null
  return (
    <Stack gap="xs">
      {risks.map(({ kind, currency, count, amount }) => (
        <Alert
          key={`${kind} ${currency}`}
          color={isManual(kind) ? 'red' : 'yellow'}
          variant="light"
          icon={<Icon name="alert" />}
        >
          {countText(count, 'transaction')} ({moneyText(amount, currency)}) {riskLabels[kind]}.{' '}
          <Anchor component={Link} href={moneyAtRiskPath(merchantId)} inherit underline="always">
            Show {count === 1 ? 'it' : 'them'}
          </Anchor>
        </Alert>
      ))}
      {notifications.parked > 0 && (
        <Alert color="red" variant="light" icon={<Icon name="webhook" />}>
          {countText(notifications.parked, 'notification')} could not be delivered and{' '}
          {notifications.parked === 1 ? 'was' : 'were'} parked. Replay them once your receiver is working again.{' '}
          {merchantId !== undefined && (
            <Anchor
              component={Link}
              href={`/merchants/${encodeURIComponent(merchantId)}/deliveries?state=PARKED`}
              inherit
              underline="always"
            >
              Open delivery log
            </Anchor>
          )}
        </Alert>
      )}
    </Stack>
  )
}
