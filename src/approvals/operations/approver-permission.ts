// Who may approve is itself under four eyes: where approval by two users is on, one user alone can neither create a user who
// approves nor take one over; and a user who approves can neither create nor take over one whose requests there are to approve.
// Such permissions are held back, and given when a second user approves it. Commands need no approval.

import type { AdapterCatalogue } from '../../acquirers/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import {
  operatorMerchantId,
  type Permission,
  permissionsGivenByTwo,
  permissionsLacking,
  type UserKey,
} from '../../kernel/user.ts'
import { approvalIsOn, type MerchantStore } from '../../merchants/index.ts'
import {
  addUser,
  changeUser,
  type Manager,
  resetPassword,
  resetSecondFactor,
  type UserManagementDependencies,
  type UserToAdd,
} from '../../users/index.ts'
import type { ApprovalRequest, ApprovalRequests, ApprovalResult } from '../ports/approval-requests.ts'

export interface ApprovalDependencies {
  readonly approvalRequests: ApprovalRequests
  readonly adapterCatalogue: Pick<AdapterCatalogue, 'find'>
  readonly clock: Pick<Clock, 'now'>
}

/** OPERATORS_ONLY: only the operator decides about the operator's settings. */
export type ApprovalDecision = ApprovalResult | 'OPERATORS_ONLY'

export async function approveRequest(
  { ownerId, requestId }: { readonly ownerId: string; readonly requestId: string },
  { actor, key }: Manager,
  { approvalRequests, adapterCatalogue, clock }: ApprovalDependencies,
): Promise<ApprovalDecision> {
  const request = (await approvalRequests.list(ownerId)).find((each) => each.requestId === requestId)
  if (!request) return 'UNKNOWN'
  if (isOperators(request) && key !== undefined && key.merchantId !== operatorMerchantId) return 'OPERATORS_ONLY'
  // An adapter that this installation no longer has could not be opened.
  if (request.kind === 'LINK' && !adapterCatalogue.find(request.adapter)) return 'STALE'
  return approvalRequests.approve(ownerId, requestId, { actor, at: clock.now() })
}

/** A merchant's own users decide about its credentials, users and risk rules, the operator's about the rest of profiles and links. */
function isOperators(request: ApprovalRequest): boolean {
  if (request.kind !== 'PROFILE') return request.kind === 'LINK'
  return Object.keys(request.changed).some((setting) => setting !== 'risk')
}

export interface ApproverDependencies extends UserManagementDependencies {
  readonly merchants: Pick<MerchantStore, 'find'>
  readonly approvalRequests: Pick<ApprovalRequests, 'add' | 'list'>
  /** Whether approval by two users is on for everyone. */
  readonly credentialsNeedApproval: boolean
}

/** The request for the permission that was held back. */
interface HeldBack {
  readonly requestId?: string
}

export async function addUserWithApproval(
  user: UserToAdd,
  manager: Manager,
  dependencies: ApproverDependencies,
): Promise<Awaited<ReturnType<typeof addUser>> & HeldBack> {
  const lacking = permissionsLacking(user.permissions, manager.permissions)
  if (lacking.length > 0) return { kind: 'LACKS_PERMISSIONS', permissions: lacking }
  const guarded = await guardedPermissions(user.merchantId, manager, dependencies)
  const given = user.permissions.filter((permission) => !guarded.includes(permission))
  const added = await addUser({ ...user, permissions: given }, manager, dependencies)
  if (added.kind !== 'MADE') return added
  return {
    ...added,
    ...(await request(added.user, permissionsLacking(user.permissions, given), manager, dependencies)),
  }
}

export async function changeUserWithApproval(
  key: UserKey,
  change: Parameters<typeof changeUser>[1],
  manager: Manager,
  dependencies: ApproverDependencies,
): Promise<Awaited<ReturnType<typeof changeUser>> & HeldBack> {
  const { permissions } = change
  if (permissions === undefined) return changeUser(key, change, manager, dependencies)
  const onlyIfHeld = await guardedPermissions(key.merchantId, manager, dependencies)
  const changed = await changeUser(key, { ...change, onlyIfHeld }, manager, dependencies)
  if (changed.kind !== 'DONE') return changed
  return {
    ...changed,
    ...(await request(key, permissionsLacking(permissions, changed.user.permissions), manager, dependencies)),
  }
}

export async function resetPasswordWithApproval(
  key: UserKey,
  manager: Manager,
  dependencies: ApproverDependencies,
): Promise<Awaited<ReturnType<typeof resetPassword>> & HeldBack> {
  const before = await permissionsToGiveBack(key, manager, dependencies)
  const withheld = await guardedPermissions(key.merchantId, manager, dependencies)
  const reset = await resetPassword(key, manager, dependencies, withheld)
  if (reset.kind !== 'MADE') return reset
  return {
    ...reset,
    ...(await request(key, permissionsLacking(before, reset.user.permissions), manager, dependencies)),
  }
}

export async function resetSecondFactorWithApproval(
  key: UserKey,
  manager: Manager,
  dependencies: ApproverDependencies,
): Promise<Awaited<ReturnType<typeof resetSecondFactor>> & HeldBack> {
  const before = await permissionsToGiveBack(key, manager, dependencies)
  const withheld = await guardedPermissions(key.merchantId, manager, dependencies)
  const reset = await resetSecondFactor(key, manager, dependencies, withheld)
  if (reset.kind !== 'DONE') return reset
  return {
    ...reset,
    ...(await request(key, permissionsLacking(before, reset.user.permissions), manager, dependencies)),
  }
}

/**
 * What a user has before a reset takes it, since the user who resets could sign in with the new credentials; and what was
 * requested for the user, since a reset voids it: it was requested for who had the account then.
 */
async function permissionsToGiveBack(
  { merchantId, login }: UserKey,
  manager: Manager,
  { users, approvalRequests }: ApproverDependencies,
): Promise<readonly Permission[]> {
  const user = await users.find({ merchantId, login })
  const requested = (await approvalRequests.list(merchantId)).flatMap((each) =>
    each.kind === 'PERMISSIONS' && each.login === login ? each.permissions : [],
  )
  return [...new Set([...(user?.permissions ?? []), ...requested])].filter((permission) =>
    manager.permissions.includes(permission),
  )
}

/** The permissions that the manager cannot give alone to users of this merchant, or of the operator. */
async function guardedPermissions(
  merchantId: string,
  manager: Manager,
  { merchants, credentialsNeedApproval }: ApproverDependencies,
): Promise<readonly Permission[]> {
  if (manager.key === undefined) return []
  const profile =
    credentialsNeedApproval || merchantId === operatorMerchantId
      ? undefined
      : (await merchants.find(merchantId))?.merchant.profile
  const isGuarded = profile ? approvalIsOn(profile, credentialsNeedApproval) : credentialsNeedApproval
  return isGuarded ? permissionsGivenByTwo(manager.permissions) : []
}

async function request(
  { merchantId, login }: UserKey,
  permissions: readonly Permission[],
  { actor }: Manager,
  { approvalRequests, clock }: ApproverDependencies,
): Promise<HeldBack> {
  if (permissions.length === 0) return {}
  const wanted = { kind: 'PERMISSIONS', login, permissions } as const
  return { requestId: await approvalRequests.add(merchantId, wanted, {}, { actor, at: clock.now() }) }
}
