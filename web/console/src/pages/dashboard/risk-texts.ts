// What each kind of money at risk is called, and what to do about it.
import { codeText } from '../../format/text.ts'
import { t } from '../../language/text.ts'
import type { DashboardFigures } from './figures.ts'

type RiskKind = DashboardFigures['atRisk'][number]['kind']

interface RiskTexts {
  readonly label: string
  /** What the merchant's users do about it; the operator's may do more. */
  readonly merchant: string
  readonly operator: string
}

const wait = t('Nothing. The gateway keeps asking the acquirer; do not repeat the payment.')

export const riskTexts: Readonly<Record<RiskKind, RiskTexts>> = {
  REVERSAL_OWED: {
    label: codeText('REVERSAL_OWED'),
    merchant: t('Nothing. The acquirer did not respond; the gateway keeps sending the reversal.'),
    operator: t('Nothing yet. Check the acquirer link if it lasts for more than an hour.'),
  },
  REVERSAL_REFUSED: {
    label: codeText('REVERSAL_REFUSED'),
    merchant: t(
      'Ask the operator. The payer may have been charged; check your account with the acquirer before you refund.',
    ),
    operator: t('Ask the acquirer for the outcome, then resolve it manually.'),
  },
  MANUAL_RESOLUTION: {
    label: t('Needs manual resolution'),
    merchant: t('Ask the operator, who has to ask the acquirer. The order is locked until then.'),
    operator: t('Ask the acquirer for the outcome, then resolve it manually.'),
  },
  OVERDUE: {
    label: t('Overdue, no outcome'),
    merchant: wait,
    operator: t('Check the acquirer link. The gateway keeps asking.'),
  },
  UNKNOWN: {
    label: t('Outcome unknown'),
    merchant: wait,
    operator: t('Check the acquirer link. The gateway keeps asking.'),
  },
  IN_FLIGHT: {
    label: t('In progress'),
    merchant: t('Nothing. It is being processed.'),
    operator: t('Nothing. It is being processed.'),
  },
}
