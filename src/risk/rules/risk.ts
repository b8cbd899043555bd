// Risk: gates that a payment passes before and after the acquirer is called, and what each kind of rule checks there.

import { type IpRange, parseIpAddress } from '../../kernel/ip-address.ts'
import { formatVelocityLimit, type VelocityLimit, velocityLimitName } from '../../platform/counters/limits.ts'
import type {
  AppliedRule,
  CardList,
  GateName,
  RiskAction,
  RiskAnswers,
  RiskFacts,
  RiskRecommendation,
  RiskRules,
} from './risk-rules.ts'

export const noRiskRules: RiskRules = {
  binRanges: [],
  ipRanges: [],
  ipCountries: [],
  threeDSecure: [],
  avs: [],
  csc: [],
  hasCardLists: false,
}

/** How many of a card number's first digits a rule may check. */
export const binLengthMax = 10

/** The lists that the operator has for all merchants: what one merchant trusts, another may not. */
export const operatorCardLists = ['SUSPECT'] as const satisfies readonly CardList[]

export interface RiskPolicy {
  readonly operator: RiskRules
  readonly merchant: RiskRules
  /** risk.bypassMerchantRiskRules=ALL: the operator's rules still apply. */
  readonly isMerchantBypassed: boolean
}

export type RiskVerdict = 'ACCEPTED' | 'NOT_CHECKED' | 'REJECTED' | 'REVIEW_REQUIRED'

export interface Assessment {
  readonly verdict: RiskVerdict
  readonly rules: readonly AppliedRule[]
  /** The merchant trusts the card: its own rules are not checked. */
  readonly isTrusted?: boolean
}

/** Whether a rule needs the card looked up in the lists. */
export function needsCardList({ operator, merchant, isMerchantBypassed }: RiskPolicy): boolean {
  return operator.hasCardLists || (merchant.hasCardLists && !isMerchantBypassed)
}

/** Whether a rule needs the country of the IP address. */
export function needsIpCountry({ operator, merchant, isMerchantBypassed }: RiskPolicy): boolean {
  return operator.ipCountries.length > 0 || (merchant.ipCountries.length > 0 && !isMerchantBypassed)
}

/** The assessment with what is known before the acquirer is called. */
export function assessBefore(facts: RiskFacts, policy: RiskPolicy): Assessment {
  if (!hasRules(policy)) return notChecked
  const lists = cardListRules(facts, policy)
  const isTrusted = lists.some(({ recommendation }) => recommendation === 'ACCEPT')
  const rules = [...lists, ...askGates(gatesBefore, facts, { ...policy, isTrusted })].toSorted(byOwnerAndName)
  return { verdict: verdictOf(rules), rules, ...(isTrusted && { isTrusted }) }
}

/** The same for a payment that a velocity limit refuses: the limit is listed beside the rules. */
export function rejectedByVelocity(before: Assessment | undefined, limit: VelocityLimit): Assessment {
  const name = `MSO_VELOCITY_${velocityLimitName(limit)}` as const
  const reached: AppliedRule = { name, type: 'MSO_RULE', recommendation: 'REJECT', data: formatVelocityLimit(limit) }
  return { ...before, verdict: 'REJECTED', rules: [...(before?.rules ?? []), reached].toSorted(byOwnerAndName) }
}

/** The same with the acquirer's response. Further gates never soften the earlier verdict. */
export function assessAfter(before: Assessment, responses: RiskAnswers, policy: RiskPolicy): Assessment {
  const isTrusted = before.isTrusted ?? false
  const added = askGates(gatesAfter, responses, { ...policy, isTrusted })
  if (added.length === 0) return before
  const rules = [...before.rules, ...added].toSorted(byOwnerAndName)
  return { ...before, verdict: stricter(before.verdict, verdictOf(rules)), rules }
}

const notChecked: Assessment = { verdict: 'NOT_CHECKED', rules: [] }

function hasRules({ operator, merchant, isMerchantBypassed }: RiskPolicy): boolean {
  return !isEmpty(operator) || !(isMerchantBypassed || isEmpty(merchant))
}

function isEmpty(rules: RiskRules): boolean {
  // Most merchants have none, and most of those have this very object.
  if (rules === noRiskRules) return true
  const { binRanges, ipRanges, ipCountries, threeDSecure, avs, csc } = rules
  const kinds = [binRanges, ipRanges, ipCountries, threeDSecure, avs, csc]
  return !rules.hasCardLists && kinds.every(({ length }) => length === 0)
}

function cardListRules({ bin, cardList: listStatus }: RiskFacts, policy: RiskPolicy): readonly AppliedRule[] {
  const rules: AppliedRule[] = []
  // Only cards are listed; there is no entry about other accounts.
  if (bin === undefined && listStatus === undefined) return rules
  const recommend = (is: boolean, recommendation: RiskRecommendation) => (is ? recommendation : 'NO_ACTION')
  if (policy.merchant.hasCardLists && !policy.isMerchantBypassed) {
    const type = 'MERCHANT_RULE'
    rules.push(
      { name: 'SUSPECT_CARD_LIST', type, recommendation: recommend(listStatus === 'SUSPECT', 'REJECT') },
      { name: 'TRUSTED_CARD_LIST', type, recommendation: recommend(listStatus === 'TRUSTED', 'ACCEPT') },
    )
  }
  if (policy.operator.hasCardLists) {
    const recommendation = recommend(listStatus === 'OPERATOR_SUSPECT', 'REJECT')
    rules.push({ name: 'MSO_SUSPECT_CARD_LIST', type: 'MSO_RULE', recommendation })
  }
  return rules
}

function askGates<Facts>(
  gates: readonly Gate<Facts>[],
  facts: Facts,
  { operator, merchant, isMerchantBypassed, isTrusted }: RiskPolicy & { readonly isTrusted: boolean },
): readonly AppliedRule[] {
  return gates.flatMap(({ name, ask }): AppliedRule[] => {
    const byMerchant = isMerchantBypassed || isTrusted ? undefined : ask(merchant, facts)
    const byOperator = ask(operator, facts)
    return [
      ...(byMerchant ? [{ name: `MERCHANT_${name}`, type: 'MERCHANT_RULE', ...byMerchant } as const] : []),
      ...(byOperator ? [{ name: `MSO_${name}`, type: 'MSO_RULE', ...byOperator } as const] : []),
    ]
  })
}

function verdictOf(rules: readonly AppliedRule[]): RiskVerdict {
  if (rules.some(({ recommendation }) => recommendation === 'REJECT')) return 'REJECTED'
  return rules.some(({ recommendation }) => recommendation === 'REVIEW') ? 'REVIEW_REQUIRED' : 'ACCEPTED'
}

const byStrictness: readonly RiskVerdict[] = ['NOT_CHECKED', 'ACCEPTED', 'REVIEW_REQUIRED', 'REJECTED']

function stricter(one: RiskVerdict, other: RiskVerdict): RiskVerdict {
  return byStrictness.indexOf(one) > byStrictness.indexOf(other) ? one : other
}

/** Rules are listed in the same order whatever order they were checked in, so that responses can be compared. */
function byOwnerAndName(one: AppliedRule, other: AppliedRule): number {
  const [first, second] = [one, other].map(({ type, name }) => `${type} ${name}`)
  return (first ?? '') < (second ?? '') ? -1 : 1
}

export const reviewDecisions = ['ACCEPTED', 'REJECTED'] as const
export type ReviewDecision = (typeof reviewDecisions)[number]

/** A user's pending or recorded decision about a payment that a rule marked for review. */
export interface RiskReview {
  readonly decision: ReviewDecision | 'PENDING'
  readonly at?: Date
  readonly note?: string
  /** The user who decided. */
  readonly userId?: string
}

/** The group risk.response of a response, but for the result of a reversal. */
export interface RiskResponse {
  readonly gatewayCode: RiskVerdict
  readonly review: {
    readonly decision: RiskReview['decision'] | 'NOT_REQUIRED'
    readonly note?: string
    readonly time?: string
    readonly userId?: string
  }
  readonly rule?: readonly AppliedRule[]
}

/**
 * The verdict stays as the rules found it; the decision about it is shown beside it. Without a review there is nothing
 * to decide, as when the acquirer declined what a rule would have had reviewed.
 */
export function describeRisk({ verdict, rules }: Assessment, review?: RiskReview): RiskResponse {
  return {
    gatewayCode: verdict,
    review: review ? describeReview(review) : { decision: 'NOT_REQUIRED' },
    ...(rules.length > 0 && { rule: rules }),
  }
}

function describeReview({ decision, at, note, userId }: RiskReview): RiskResponse['review'] {
  return { decision, ...(note && { note }), ...(at && { time: at.toISOString() }), ...(userId && { userId }) }
}

/** All rules of one kind. */
export interface Gate<Facts> {
  readonly name: GateName
  /** Undefined when there is no rule of this kind, or when the payment has nothing to check. */
  readonly ask: (rules: RiskRules, facts: Facts) => Pick<AppliedRule, 'data' | 'recommendation'> | undefined
}

function gate<Facts, Rule extends { readonly action: RiskAction }, Seen>(
  name: GateName,
  {
    rulesOf,
    look,
    matches,
    show,
  }: {
    readonly rulesOf: (rules: RiskRules) => readonly Rule[]
    readonly look: (facts: Facts) => Seen | undefined
    readonly matches: (rule: Rule, seen: Seen) => boolean
    readonly show: (facts: Facts) => string | undefined
  },
): Gate<Facts> {
  return {
    name,
    ask(rules, facts) {
      const ours = rulesOf(rules)
      const seen = ours.length === 0 ? undefined : look(facts)
      if (seen === undefined) return undefined
      const actions = ours.filter((rule) => matches(rule, seen)).map(({ action }) => action)
      const recommendation = strictestFirst.find((action) => actions.includes(action)) ?? 'NO_ACTION'
      const data = show(facts)?.slice(0, dataLengthMax)
      return { recommendation, ...(data && { data }) }
    },
  }
}

const strictestFirst: readonly RiskAction[] = ['REJECT', 'REVIEW']

/** The bound of risk.response.rule.data. */
const dataLengthMax = 100

export const gatesBefore: readonly Gate<RiskFacts>[] = [
  gate('3D_SECURE', {
    rulesOf: ({ threeDSecure }) => threeDSecure,
    look: authenticationOf,
    matches: ({ result }, seen) => result === seen,
    show: (facts) => {
      const result = authenticationOf(facts)
      return result === 'NONE' ? 'NO_LIABILITY_SHIFT' : result
    },
  }),
  gate('BIN_RANGE', {
    rulesOf: ({ binRanges }) => binRanges,
    look: ({ bin }) => bin || undefined,
    matches: ({ from, to }, bin) => bin.slice(0, from.length) >= from && bin.slice(0, to.length) <= to,
    // The digits of a card number's beginning that responses show, however many of them a rule checks.
    show: ({ bin }) => bin?.slice(0, 6),
  }),
  gate('IP_ADDRESS_RANGE', {
    rulesOf: ({ ipRanges }) => parsedRanges(ipRanges),
    look: ({ ipAddress }) => (ipAddress === undefined ? undefined : parseIpAddress(ipAddress)),
    matches: ({ from, to }, address) => from <= address && address <= to,
    show: ({ ipAddress }) => ipAddress,
  }),
  gate('IP_COUNTRY', {
    rulesOf: ({ ipCountries }) => ipCountries,
    look: ({ ipCountry }) => ipCountry,
    matches: ({ country }, seen) => country === seen,
    show: ({ ipCountry }) => ipCountry,
  }),
]

export const gatesAfter: readonly Gate<RiskAnswers>[] = [
  gate('AVS', {
    rulesOf: ({ avs }) => avs,
    look: ({ avs }) => avs,
    matches: ({ gatewayCode }, seen) => gatewayCode === seen,
    show: ({ avs }) => avs,
  }),
  gate('CSC', {
    rulesOf: ({ csc }) => csc,
    look: ({ csc }) => csc,
    matches: ({ gatewayCode }, seen) => gatewayCode === seen,
    show: ({ csc }) => csc,
  }),
]

function authenticationOf({ bin, threeDSecure }: RiskFacts): string | undefined {
  // Only cards have payer authentication; a card payment without it must not bypass the gate.
  return threeDSecure ?? (bin === undefined ? undefined : 'NONE')
}

interface ParsedRange extends IpRange {
  readonly action: RiskAction
}

// Rules are read again every few seconds, and compared with many payments in between.
const parsedBefore = new WeakMap<RiskRules['ipRanges'], readonly ParsedRange[]>()

function parsedRanges(ranges: RiskRules['ipRanges']): readonly ParsedRange[] {
  const parsedEarlier = parsedBefore.get(ranges)
  if (parsedEarlier) return parsedEarlier
  const parsed = ranges.map(({ from, to, action }) => ({ from: parsedBound(from), to: parsedBound(to), action }))
  parsedBefore.set(ranges, parsed)
  return parsed
}

function parsedBound(text: string): bigint {
  const address = parseIpAddress(text)
  if (address === undefined) throw new Error(`a risk rule holds ${text}, which is no IP address`)
  return address
}
