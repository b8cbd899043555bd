// What each kind of money at risk is called, and what to do about it.
import type { DashboardFigures } from './figures.ts'

type RiskKind = DashboardFigures['atRisk'][number]['kind']

interface RiskTexts {
  readonly label: string
  /** What the merchant's users do about it; the operator's may do more. */
  readonly merchant: string
  readonly operator: string
}

const wait = 'Nothing. The gateway keeps asking the acquirer; do not repeat the payment.'

export const riskTexts: Readonly<Record<RiskKind, RiskTexts>> = {
  REVERSAL_OWED: {
    label: 'Waiting for reversal',
    merchant: 'Nothing. The acquirer did not respond; the gateway keeps sending the reversal.',
    operator: 'Nothing yet. Check the acquirer link if it lasts for more than an hour.',
  },
  REVERSAL_REFUSED: {
    label: 'Reversal refused',
    merchant:
      'Ask the operator. The payer may have been charged; check your account with the acquirer before you refund.',
    operator: 'Ask the acquirer for the outcome, then resolve it manually.',
  },
  MANUAL_RESOLUTION: {
    label: 'Needs manual resolution',
    merchant: 'Ask the operator, who has to ask the acquirer. The order is locked until then.',
    operator: 'Ask the acquirer for the outcome, then resolve it manually.',
  },
  OVERDUE: {
    label: 'Overdue, no outcome',
    merchant: wait,
    operator: 'Check the acquirer link. The gateway keeps asking.',
  },
  UNKNOWN: { label: 'Outcome unknown', merchant: wait, operator: 'Check the acquirer link. The gateway keeps asking.' },
  IN_FLIGHT: {
    label: 'In progress',
    merchant: 'Nothing. It is being processed.',
    operator: 'Nothing. It is being processed.',
  },
}
