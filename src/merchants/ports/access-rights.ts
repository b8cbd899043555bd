// Protects the access rights in the database against write access to it.

import type { AuditStamp } from '../../audit/ports/audit.ts'
import { OperatorFailure } from '../../kernel/failures.ts'
import type { AccessRightsFault } from '../rules/access-rights-seal.ts'

export interface AccessRightsRefusal {
  /** A merchant; empty for the operator. */
  readonly ownerId: string
  readonly fault: AccessRightsFault | 'WRONG_CONSOLE_SESSION'
}

/** Access rights that are not as the gateway wrote them. Access that they would have given is refused. */
export class AccessRightsRefusedError extends OperatorFailure {
  readonly refusal: AccessRightsRefusal

  constructor(refusal: AccessRightsRefusal) {
    super(
      `The permissions of ${refusal.ownerId || 'the operator'} do not match their seal (${refusal.fault}); see "npx tollgate doctor".`,
    )
    this.refusal = refusal
  }
}

/** An owner's access rights, for a user who decides whether they are right. */
export interface AccessRightsSummary {
  readonly ownerId: string
  /** NO_SEAL for access rights from before there were seals. */
  readonly fault: AccessRightsFault | undefined
  readonly privileges: readonly string[]
  readonly passwords: number
  readonly certificates: number
  readonly reportingPasswords: number
  readonly users: readonly string[]
  /** Acquirer links with their adapters; of the operator. */
  readonly links: readonly string[]
  readonly walletKeys: number
  readonly walletPages: number
  readonly notificationUrl: string | undefined
}

/** The operator's actions on the protection of access rights. */
export interface AccessRightsProtection {
  /** Until then everything is accepted, and sealed with its next change. */
  isProtected(): boolean
  /** Every owner, whether protected or not. */
  survey(): Promise<readonly AccessRightsSummary[]>
  /** Seals the current access rights, whatever they are. */
  adopt(ownerId: string, by: AuditStamp): Promise<void>
  /** From now on only sealed access rights are accepted, in every process within five seconds. */
  protect(actor: string): Promise<void>
}
