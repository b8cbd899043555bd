// API credentials: who may create which, and which of them need a second user's approval.

import { permissionsLackingFor } from '../../contract/operation-permissions.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type CredentialScope, credentialText, scopePermits, tidyScope } from '../../kernel/credential-scope.ts'
import type { Identifiers } from '../../kernel/identifiers.ts'
import type { Permission } from '../../kernel/user.ts'
import type { Vault } from '../../keys/index.ts'
import type { Certificate, MerchantProfile, MerchantStore } from '../../merchants/index.ts'
import type { Manager } from '../../users/index.ts'
import type { ApprovalRequests } from '../ports/approval-requests.ts'

export interface CredentialDependencies {
  readonly merchants: MerchantStore
  readonly approvalRequests: Pick<ApprovalRequests, 'add'>
  readonly vault: Pick<Vault, 'keyedHash'>
  readonly identifiers: Pick<Identifiers, 'apiPassword'>
  readonly clock: Pick<Clock, 'now'>
}

interface CredentialRequest {
  readonly merchantId: string
  /** Without a name it is a default password, of which there are two. */
  readonly name?: string | undefined
  readonly operations: CredentialScope
  /** Another user has to approve it first. */
  readonly needsApproval: boolean
}

/** A user can give a credential only operations that their own permissions cover. */
export interface MissingPermissions {
  readonly kind: 'LACKS_PERMISSIONS'
  readonly permissions: readonly Permission[]
}

/** The password is in clear, only this once. One that awaits approval is not accepted before. */
export type CredentialResult =
  | { readonly kind: 'MADE'; readonly slot: number; readonly password: string }
  | { readonly kind: 'AWAITS_APPROVAL'; readonly requestId: string; readonly password: string }
  | MissingPermissions
  | { readonly kind: 'FULL' | 'NAME_TAKEN' | 'NAME_MISSING' }

export async function makeCredential(
  { merchantId, name, needsApproval, ...wanted }: CredentialRequest,
  manager: Manager,
  { merchants, approvalRequests, vault, identifiers, clock }: CredentialDependencies,
): Promise<CredentialResult> {
  const operations = tidyScope(wanted.operations)
  const lacking = permissionsLackingFor(operations, manager.permissions)
  if (lacking.length > 0) return { kind: 'LACKS_PERMISSIONS', permissions: lacking }
  // A limited credential, or one that needs approval, must have a name to distinguish it from the default ones.
  if (name === undefined && (needsApproval || !scopePermits(operations, anyOther))) return { kind: 'NAME_MISSING' }

  const by = { actor: manager.actor, at: clock.now() }
  const password = identifiers.apiPassword()
  const hash = vault.keyedHash('PASSWORD', credentialText({ merchantId, name, operations }, password))
  if (name !== undefined && needsApproval) {
    const requestId = await approvalRequests.add(merchantId, { kind: 'PASSWORD', name, operations }, { hash }, by)
    return { kind: 'AWAITS_APPROVAL', requestId, password }
  }
  const slot =
    name === undefined
      ? await merchants.addPassword(merchantId, hash, by)
      : await merchants.addCredential(merchantId, { name, operations, hash }, by)
  if (slot === 'FULL') return { kind: 'FULL' }
  return slot === 'NAME_TAKEN' ? { kind: 'NAME_TAKEN' } : { kind: 'MADE', slot, password }
}

/**
 * A second credential with the operations of the first, which keeps working until it is revoked. A named one gets the next
 * free number after its name.
 */
export async function rotateCredential(
  { merchantId, slot }: { readonly merchantId: string; readonly slot: number },
  manager: Manager,
  needsApproval: (operations: CredentialScope) => boolean,
  dependencies: CredentialDependencies,
): Promise<(CredentialResult & { readonly name?: string }) | { readonly kind: 'UNKNOWN' }> {
  const { passwords = [] } = (await dependencies.merchants.find(merchantId)) ?? {}
  const current = passwords.find((each) => each.slot === slot)
  if (!current) return { kind: 'UNKNOWN' }
  const { operations } = current
  const isApproved = needsApproval(operations)
  // A credential that needs approval has a name, by which the second user knows it.
  const base = current.name ?? (isApproved ? `password ${slot}` : undefined)
  const taken = passwords.flatMap((each) => each.name ?? [])
  const called = base === undefined ? {} : { name: successorName(base, taken) }
  const wanted = { merchantId, ...called, operations, needsApproval: isApproved }
  return { ...(await makeCredential(wanted, manager, dependencies)), ...called }
}

const nameLengthMax = 40

/** "shop" becomes "shop 2", "shop 2" becomes "shop 3". */
export function successorName(name: string, taken: readonly string[]): string {
  const [, base = name, number = '1'] = /^(.*?)(?: (\d{1,6}))?$/.exec(name) ?? []
  for (let next = Number(number) + 1; ; next += 1) {
    const ending = ` ${next}`
    const successor = base.slice(0, nameLengthMax - ending.length).trimEnd() + ending
    if (!taken.includes(successor)) return successor
  }
}

/** Stands for operations of later releases, which only ALL includes. */
const anyOther = 'ANY_OTHER_OPERATION'

export type CertificateResult =
  | { readonly kind: 'REGISTERED' }
  | { readonly kind: 'AWAITS_APPROVAL'; readonly requestId: string }
  | MissingPermissions
  | { readonly kind: 'KNOWN' }

export async function registerCertificate(
  { merchantId, name, needsApproval, ...wanted }: CredentialRequest,
  certificate: Certificate,
  manager: Manager,
  { merchants, approvalRequests, clock }: Pick<CredentialDependencies, 'merchants' | 'approvalRequests' | 'clock'>,
): Promise<CertificateResult> {
  const operations = tidyScope(wanted.operations)
  const lacking = permissionsLackingFor(operations, manager.permissions)
  if (lacking.length > 0) return { kind: 'LACKS_PERMISSIONS', permissions: lacking }
  const by = { actor: manager.actor, at: clock.now() }
  const called = name === undefined ? {} : { name }
  if (needsApproval) {
    const request = { kind: 'CERTIFICATE', ...called, operations, certificate } as const
    return { kind: 'AWAITS_APPROVAL', requestId: await approvalRequests.add(merchantId, request, {}, by) }
  }
  const added = await merchants.addCertificate(merchantId, { ...certificate, ...called, operations }, by)
  return { kind: added === 'ADDED' ? 'REGISTERED' : 'KNOWN' }
}

/** Where manual refunds need a second user, so does a credential that can refund. */
export function credentialNeedsApproval(
  { refundsNeedApproval }: Pick<MerchantProfile, 'refundsNeedApproval'>,
  operations: CredentialScope,
  isAlwaysNeeded: boolean,
): boolean {
  return isAlwaysNeeded || (refundsNeedApproval && scopePermits(operations, 'REFUND'))
}
