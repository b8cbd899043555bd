// Adds or removes a risk rule of a merchant or of the operator, for the command line and the console.

import type { AuditStamp } from '../../audit/index.ts'
import { operatorLists, type RiskStore } from '../ports/risk.ts'
import { type RiskAction, type RiskRuleSubject, type RiskRules, withoutRule, withRule } from '../rules/risk-rules.ts'

export interface RuleChange {
  readonly subject: RiskRuleSubject
  /** What happens to a payment that matches the rule; undefined removes the rule. */
  readonly action: RiskAction | undefined
}

/**
 * - UNKNOWN_MERCHANT: there is no merchant with this id.
 * - UNKNOWN_RULE: there is no rule about the subject that could be removed.
 * - TOO_MANY: there is no room for another rule of this kind.
 */
export type RuleChangeRefusal = 'UNKNOWN_MERCHANT' | 'UNKNOWN_RULE' | 'TOO_MANY'

export type ImpossibleRuleChange = Exclude<RuleChangeRefusal, 'UNKNOWN_MERCHANT'>

/** The merchants whose profiles have the rules. */
interface RuleOwners<Profile extends { readonly risk: RiskRules }> {
  find(merchantId: string): Promise<{ readonly merchant: { readonly profile: Profile } } | undefined>
  change<Refusal extends string = never>(
    merchantId: string,
    change: (profile: Profile) => Profile | Refusal,
    by: AuditStamp,
  ): Promise<Profile | Refusal | undefined>
}

export interface RuleDependencies<Profile extends { readonly risk: RiskRules } = { readonly risk: RiskRules }> {
  readonly merchants: RuleOwners<Profile>
  readonly risk: Pick<RiskStore, 'changeOperatorRules' | 'storedOperatorRules'>
}

/** Of a merchant, or of the operator under the id of its lists; undefined when there is no such merchant. */
export async function readRiskRules<Profile extends { readonly risk: RiskRules }>(
  ownerId: string,
  { merchants, risk }: RuleDependencies<Profile>,
): Promise<RiskRules | undefined> {
  if (ownerId === operatorLists) return risk.storedOperatorRules()
  return (await merchants.find(ownerId))?.merchant.profile.risk
}

/** The rules after the change. */
export async function changeRiskRules<Profile extends { readonly risk: RiskRules }>(
  ownerId: string,
  change: RuleChange,
  by: AuditStamp,
  { merchants, risk }: RuleDependencies<Profile>,
): Promise<RiskRules | RuleChangeRefusal> {
  if (ownerId === operatorLists) return risk.changeOperatorRules((rules) => changedRules(rules, change), by)
  const profile = await merchants.change<ImpossibleRuleChange>(
    ownerId,
    (present) => {
      const risk = changedRules(present.risk, change)
      return typeof risk === 'string' ? risk : { ...present, risk }
    },
    by,
  )
  if (profile === undefined) return 'UNKNOWN_MERCHANT'
  return typeof profile === 'string' ? profile : profile.risk
}

export function changedRules(rules: RiskRules, { subject, action }: RuleChange): RiskRules | ImpossibleRuleChange {
  return action === undefined ? (withoutRule(rules, subject) ?? 'UNKNOWN_RULE') : withRule(rules, subject, action)
}
