// Changes a merchant's profile. Where approval by two users is on, what weakens a control or leads payments elsewhere is left as
// it is and becomes a request for a second user; the rest takes effect at once.
import type { AuditStamp } from '../../audit/index.ts'
import {
  approvalIsOn,
  differenceIn,
  type MerchantProfile,
  type MerchantStore,
  type ProfileDifference,
  type ProfileSetting,
  weakenedControls,
  withoutChanges,
} from '../../merchants/index.ts'
import {
  changedRules,
  type ImpossibleRuleChange,
  type RiskRules,
  type RuleChange,
  type RuleChangeRefusal,
} from '../../risk/index.ts'
import type { ApprovalRequests } from '../ports/approval-requests.ts'

export interface ProfileChangeDependencies {
  readonly merchants: Pick<MerchantStore, 'change'>
  readonly approvalRequests: Pick<ApprovalRequests, 'add'>
  /** Whether approval by two users is on for all merchants. */
  readonly credentialsNeedApproval: boolean
}

/** What waits for a second user. */
export interface PendingChange {
  readonly requestId: string
  readonly settings: readonly ProfileSetting[]
}

export interface ChangedProfile {
  readonly profile: MerchantProfile
  readonly awaitsApproval?: PendingChange
}

/** Undefined when there is no such merchant. A code that the change returns in place of a profile changes nothing. */
export async function changeProfile<Refusal extends string = never>(
  merchantId: string,
  change: (profile: MerchantProfile) => MerchantProfile | Refusal,
  by: AuditStamp,
  { merchants, approvalRequests, credentialsNeedApproval }: ProfileChangeDependencies,
): Promise<ChangedProfile | Refusal | undefined> {
  let held: { readonly settings: readonly ProfileSetting[]; readonly changed: ProfileDifference } | undefined
  const profile = await merchants.change<Refusal>(
    merchantId,
    (present) => {
      const wanted = change(present)
      held = undefined
      if (typeof wanted === 'string') return wanted
      if (!approvalIsOn(present, credentialsNeedApproval)) return wanted
      const settings = weakenedControls(present, wanted)
      if (settings.length === 0) return wanted
      held = { settings, changed: differenceIn(settings, present, wanted) }
      return withoutChanges(settings, present, wanted)
    },
    by,
  )
  if (profile === undefined || typeof profile === 'string') return profile
  if (!held) return { profile }
  const requestId = await approvalRequests.add(merchantId, { kind: 'PROFILE', changed: held.changed }, {}, by)
  return { profile, awaitsApproval: { requestId, settings: held.settings } }
}

// Changes the risk rules of a merchant. Where approval by two users is on, a rule that is removed, or rejects no longer, stays until a
// second user agrees: with it, a user could have held back a payment of their own.

/** The rules after the change, or as they are while it waits under the id of a request. */
export interface ChangedRules {
  readonly rules: RiskRules
  readonly requestId?: string | undefined
}

export async function changeMerchantRules(
  merchantId: string,
  change: RuleChange,
  by: AuditStamp,
  dependencies: ProfileChangeDependencies,
): Promise<ChangedRules | RuleChangeRefusal> {
  const changed = await changeProfile<ImpossibleRuleChange>(
    merchantId,
    (present) => {
      const risk = changedRules(present.risk, change)
      return typeof risk === 'string' ? risk : { ...present, risk }
    },
    by,
    dependencies,
  )
  if (changed === undefined) return 'UNKNOWN_MERCHANT'
  if (typeof changed === 'string') return changed
  const { profile, awaitsApproval } = changed
  return { rules: profile.risk, requestId: awaitsApproval?.requestId }
}
