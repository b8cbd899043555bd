// What one user has requested and another has to approve: credentials, changes that weaken a control or lead payments elsewhere,
// acquirer links, and the permission to approve. Of a merchant, or of the operator (empty id).

import type { AuditStamp } from '../../audit/ports/audit.ts'
import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import type { SettingValues } from '../../kernel/settings-schema.ts'
import type { Permission } from '../../kernel/user.ts'
import type { Certificate, NewCredential } from '../../merchants/ports/credentials.ts'
import type { ProfileDifference } from '../../merchants/rules/profile-controls.ts'

export type ApprovalRequest = {
  /** The merchant; empty for the operator. */
  readonly ownerId: string
  readonly requestId: string
  readonly requestedBy: string
  readonly requestedAt: Date
} & RequestedChange

export type RequestedChange =
  | ({ readonly kind: 'PASSWORD'; readonly name: string } & NewCredential)
  | ({ readonly kind: 'CERTIFICATE'; readonly certificate: Certificate } & NewCredential)
  | { readonly kind: 'PROFILE'; readonly changed: ProfileDifference }
  | ({ readonly kind: 'LINK' } & RequestedLinkChange)
  | { readonly kind: 'PERMISSIONS'; readonly login: string; readonly permissions: readonly Permission[] }

export const linkActions = ['CREATE', 'UPDATE', 'ENABLE'] as const

/** A decided change of a link; it is made as it is stored, or not at all. Without the values of secrets. */
export interface RequestedLinkChange {
  readonly action: (typeof linkActions)[number]
  readonly linkId: string
  readonly adapter: string
  readonly acquirerId?: string
  /** The revision that is made, or whose tuning changes, with all its settings. */
  readonly revision?: { readonly revision: number; readonly settings: SettingValues }
  /** What differs, with the values before: for the user who decides. */
  readonly changed: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>
  /** Of these the settings that protect less than before. */
  readonly weakened?: readonly string[]
  /** The secrets that were entered, by name. */
  readonly secrets: readonly string[]
  /** How the link was. If it has changed since, the request is stale. */
  readonly base?: LinkBase
}

export interface LinkBase {
  readonly acquirerId: string
  readonly isEnabled: boolean
  readonly revision: number
  readonly change: number
}

/** What a request holds in secret. */
export interface RequestSecrets {
  /** Of a password. */
  readonly hash?: KeyedHash
  /** All secrets of a link's revision. */
  readonly link?: SettingValues
}

/**
 * - OWN: the requester cannot approve it.
 * - STALE: what it changes has changed since.
 * - FULL, NAME_TAKEN, KNOWN: there is no room for the credential, or it exists.
 */
export type ApprovalResult = 'APPROVED' | 'UNKNOWN' | 'OWN' | 'STALE' | 'FULL' | 'NAME_TAKEN' | 'KNOWN'

/** Each step writes its audit log entry in its own commit. */
export interface ApprovalRequests {
  /** Oldest first. */
  list(ownerId: string): Promise<readonly ApprovalRequest[]>
  /** Of the operator and all merchants; the oldest ones, up to the limit. */
  listAll(limit: number): Promise<readonly ApprovalRequest[]>
  /** Returns the request's id. */
  add(ownerId: string, wanted: RequestedChange, secrets: RequestSecrets, by: AuditStamp): Promise<string>
  /** Takes effect at once. */
  approve(ownerId: string, requestId: string, by: AuditStamp): Promise<ApprovalResult>
  decline(ownerId: string, requestId: string, by: AuditStamp): Promise<boolean>
}
