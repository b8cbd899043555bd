// What needs attention now, whatever the period: money at risk, parked notifications.
import { Alert, Anchor, Stack } from '@mantine/core'
import { Link } from 'wouter'
import { moneyText } from '../../format/money.ts'
import { english, t, tn } from '../../language/text.ts'
import { Icon } from '../../parts/icon.tsx'
import { useShownMerchant } from '../../shell/merchant-id.ts'
import type { DashboardFigures } from './figures.ts'
import { moneyAtRiskPath } from './money-at-risk.ts'

/** In English, translated with their values. */
const attentionTexts: Readonly<Record<DashboardFigures['atRisk'][number]['kind'], string>> = {
  REVERSAL_OWED: english(
    '{transactions} ({amount}) waiting for reversal: the acquirer did not respond, and the gateway keeps sending the reversal.',
  ),
  REVERSAL_REFUSED: english(
    '{transactions} ({amount}) with a reversal refused by the acquirer: resolve it with the acquirer manually.',
  ),
  MANUAL_RESOLUTION: english(
    '{transactions} ({amount}) requiring manual resolution: ask the acquirer for the outcome.',
  ),
  OVERDUE: english('{transactions} ({amount}) overdue without an outcome: the gateway keeps asking the acquirer.'),
  UNKNOWN: english('{transactions} ({amount}) with an unknown outcome: the gateway keeps asking the acquirer.'),
  IN_FLIGHT: english('{transactions} ({amount}) in progress.'),
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
          {t(attentionTexts[kind], {
            transactions: tn(count, '{count} transaction', '{count} transactions'),
            amount: moneyText(amount, currency),
          })}{' '}
          <Anchor component={Link} href={moneyAtRiskPath(merchantId)} inherit underline="always">
            {tn(count, 'Show it', 'Show them')}
          </Anchor>
        </Alert>
      ))}
      {notifications.parked > 0 && (
        <Alert color="red" variant="light" icon={<Icon name="webhook" />}>
          {tn(
            notifications.parked,
            '{count} notification could not be delivered and was parked. Replay it once your webhook is working again.',
            '{count} notifications could not be delivered and were parked. Replay them once your webhook is working again.',
          )}{' '}
          {merchantId !== undefined && (
            <Anchor
              component={Link}
              href={`/merchants/${encodeURIComponent(merchantId)}/deliveries?state=PARKED`}
              inherit
              underline="always"
            >
              {t('Open delivery log')}
            </Anchor>
          )}
        </Alert>
      )}
    </Stack>
  )
}
