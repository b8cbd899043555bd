// Adding rules to a set and removing them: a subject has at most one action.
import { isDeepStrictEqual } from 'node:util'
import type { RiskAction, RiskRules } from './risk-rules.ts'

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
