// Risk rules, the facts that they check, and how an applied rule is reported.

export type GateName = '3D_SECURE' | 'AVS' | 'BIN_RANGE' | 'CSC' | 'IP_ADDRESS_RANGE' | 'IP_COUNTRY'

export const riskActions = ['REJECT', 'REVIEW'] as const

export type RiskAction = (typeof riskActions)[number]

/** The rules of a merchant, or the operator's for all merchants. Each is a gate: one rejection is sufficient. */
export interface RiskRules {
  /** Card numbers by their first digits, from and to inclusive. */
  readonly binRanges: readonly { readonly from: string; readonly to: string; readonly action: RiskAction }[]
  /** IP addresses from and to inclusive. */
  readonly ipRanges: readonly { readonly from: string; readonly to: string; readonly action: RiskAction }[]
  /** Countries of IP addresses, ISO 3166-1 alpha-3. */
  readonly ipCountries: readonly { readonly country: string; readonly action: RiskAction }[]
  /** Results of payer authentication. */
  readonly threeDSecure: readonly { readonly result: string; readonly action: RiskAction }[]
  /** Results of the address check, known once the acquirer has answered. */
  readonly avs: readonly { readonly gatewayCode: string; readonly action: RiskAction }[]
  /** Results of the security code check, known once the acquirer has answered. */
  readonly csc: readonly { readonly gatewayCode: string; readonly action: RiskAction }[]
  /** Whether there are cards on the trusted or the suspect list; otherwise cards are not looked up. */
  readonly hasCardLists: boolean
}

export const cardLists = ['TRUSTED', 'SUSPECT'] as const

export type CardList = (typeof cardLists)[number]

/**
 * What the lists contain about a card. The operator's suspects are kept separate, since no merchant can bypass them.
 */
export type CardListStatus = CardList | 'OPERATOR_SUSPECT'

/** What is known of a payment before the acquirer is called. A gate whose fact is missing is not checked. */
export interface RiskFacts {
  /** The first digits of the card number, up to ten. */
  readonly bin?: string
  readonly ipAddress?: string
  /** ISO 3166-1 alpha-3. */
  readonly ipCountry?: string
  /** The result of payer authentication. A card payment without one counts as NONE. */
  readonly threeDSecure?: string
  readonly cardList?: CardListStatus
}

/** The acquirer's checks of the payer, as gateway codes. */
export interface RiskAnswers {
  readonly avs?: string
  readonly csc?: string
}

export type ListName = 'SUSPECT_CARD_LIST' | 'TRUSTED_CARD_LIST' | 'MSO_SUSPECT_CARD_LIST'

/** Named by what is counted, as MSO_VELOCITY_ADDRESS_DECLINES_HOUR. */
export type VelocityName = `MSO_VELOCITY_${string}`

export type RiskRecommendation = 'ACCEPT' | 'NO_ACTION' | 'REJECT' | 'REVIEW'

/** A gate that was checked, whether or not it objected to the payment. */
export interface AppliedRule {
  readonly name: `${'MERCHANT' | 'MSO'}_${GateName}` | ListName | VelocityName
  readonly type: 'MERCHANT_RULE' | 'MSO_RULE'
  readonly recommendation: RiskRecommendation
  /** What was checked; for the card lists, only their name. */
  readonly data?: string
}
