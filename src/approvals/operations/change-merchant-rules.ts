// Changes the risk rules of a merchant. Where approval by two users is on, a rule that is removed, or rejects no longer, stays until a
// second user agrees: with it, a user could have held back a payment of their own.

import type { AuditStamp } from '../../audit/ports/audit.ts'
import {
  changedRules,
  type ImpossibleRuleChange,
  type RuleChange,
  type RuleChangeRefusal,
} from '../../risk/operations/change-risk-rules.ts'
import type { RiskRules } from '../../risk/rules/risk-rules.ts'
import { changeProfile, type ProfileChangePorts } from './change-profile.ts'

/** The rules after the change, or as they are while it waits under the id of a request. */
export interface ChangedRules {
  readonly rules: RiskRules
  readonly requestId?: string
}

export async function changeMerchantRules(
  merchantId: string,
  change: RuleChange,
  by: AuditStamp,
  ports: ProfileChangePorts,
): Promise<ChangedRules | RuleChangeRefusal> {
  const changed = await changeProfile<ImpossibleRuleChange>(
    merchantId,
    (present) => {
      const risk = changedRules(present.risk, change)
      return typeof risk === 'string' ? risk : { ...present, risk }
    },
    by,
    ports,
  )
  if (changed === undefined) return 'UNKNOWN_MERCHANT'
  if (typeof changed === 'string') return changed
  const { profile, awaitsApproval } = changed
  return { rules: profile.risk, ...(awaitsApproval && { requestId: awaitsApproval.requestId }) }
}
