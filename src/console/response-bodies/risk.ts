// What the console's services for risk rules and card lists return.
import type { CardList, RiskRules } from '../../risk/index.ts'

export interface RiskRulesBody {
  readonly rules: RiskRules
  /** The change weakens them, and waits for a second user. */
  readonly awaitsApproval?: { readonly requestId: string } | undefined
}

export interface RiskCardBody {
  readonly cardId: string
  readonly list: CardList
  readonly maskedNumber: string
  readonly addedAt: Date
  readonly note: string | undefined
}

export interface AddedRiskCardBody {
  readonly maskedNumber: string
  readonly list: CardList
  readonly result: 'ADDED' | 'CHANGED'
}
