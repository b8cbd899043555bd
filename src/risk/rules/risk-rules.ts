// Risk rules, the facts that they check, and how an applied rule is reported.

import { isDeepStrictEqual } from 'node:util'

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
  readonly ipAddress?: string | undefined
  /** ISO 3166-1 alpha-3. */
  readonly ipCountry?: string | undefined
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

/** Adding rules to a set and removing them: a subject has at most one action. */
export type RiskRuleKind = Exclude<keyof RiskRules, 'hasCardLists'>

/** What a rule is about, without its action. */
export type RiskRuleSubject = {
  [Kind in RiskRuleKind]: { readonly kind: Kind; readonly about: Omit<RiskRules[Kind][number], 'action'> }
}[RiskRuleKind]

/** Every payment is checked against every rule, so their number is limited. */
export const rulesOfKindMax = 1_000

/** The rules including this one; a rule about the same subject is replaced. */
export function withRule(rules: RiskRules, subject: RiskRuleSubject, action: RiskAction): RiskRules | 'TOO_MANY' {
  const { kind, about } = subject
  const others = othersOf(rules, subject)
  return others.length < rulesOfKindMax ? { ...rules, [kind]: [...others, { ...about, action }] } : 'TOO_MANY'
}

/** The rules without the one about this subject; undefined when there is none. */
export function withoutRule(rules: RiskRules, subject: RiskRuleSubject): RiskRules | undefined {
  const others = othersOf(rules, subject)
  return others.length < rules[subject.kind].length ? { ...rules, [subject.kind]: others } : undefined
}

function othersOf(rules: RiskRules, { kind, about }: RiskRuleSubject): readonly object[] {
  return rules[kind].filter(({ action: _action, ...other }) => !isDeepStrictEqual(other, about))
}

/** Each rule must stay, or reject where it was a review. */
export const screensLess = (before: RiskRules, after: RiskRules): boolean =>
  (Object.keys(before) as (keyof RiskRules)[]).some((kind) => {
    const [old, fresh] = [before[kind], after[kind]]
    if (!Array.isArray(old) || !Array.isArray(fresh)) return false
    return old.some(
      (rule) =>
        ![rule, { ...rule, action: 'REJECT' }].some((kept) => fresh.some((each) => isDeepStrictEqual(each, kept))),
    )
  })
