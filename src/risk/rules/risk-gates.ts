// What each kind of risk rule checks, and when it matches.

import { type IpRange, parseIpAddress } from '../../kernel/ip-address.ts'
import type { AppliedRule, GateName, RiskAction, RiskAnswers, RiskFacts, RiskRules } from './risk-rules.ts'

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
  const known = parsedBefore.get(ranges)
  if (known) return known
  const parsed = ranges.map(({ from, to, action }) => ({ from: parsedBound(from), to: parsedBound(to), action }))
  parsedBefore.set(ranges, parsed)
  return parsed
}

function parsedBound(text: string): bigint {
  const address = parseIpAddress(text)
  if (address === undefined) throw new Error(`a risk rule holds ${text}, which is no IP address`)
  return address
}
