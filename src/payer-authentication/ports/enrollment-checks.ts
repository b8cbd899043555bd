// Authentications by 3-D Secure 1, under the ids that merchants chose for them.

import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import type { AuthenticationProof } from '../../payments/ports/authentication-journey.ts'
import type { TransactionKey } from '../../payments/ports/transactions.ts'
import type { EnrollmentOutcome } from '../../payments/rules/payer-authentication.ts'

export interface EnrollmentCheckKey {
  readonly merchantId: string
  readonly threeDSecureId: string
}

/** What was learned so far. */
export interface EnrollmentState {
  /** The reference at the directory and the access-control server; chosen before the calls. */
  readonly reference: string
  /** Undefined while there is no response. */
  readonly outcome?: EnrollmentOutcome
  readonly enrolled?: 'N' | 'U' | 'Y'
  readonly xid?: string
  /** How the payer gets to the issuer, as in the response. */
  readonly redirect?: object
  readonly proof?: AuthenticationProof
  /** The payment that uses it: one that succeeded, or may still succeed. */
  readonly usedBy?: Omit<TransactionKey, 'merchantId'>
}

export interface EnrollmentCheck {
  readonly key: EnrollmentCheckKey
  readonly requestHash: KeyedHash
  readonly accountHash: KeyedHash
  readonly currency: string
  readonly amountMinor: bigint
  readonly state: EnrollmentState
  /** Changes with every update; an update based on an outdated read is refused. */
  readonly revision: number
}

export interface EnrollmentChecks {
  find(key: EnrollmentCheckKey): Promise<EnrollmentCheck | undefined>
  /** The existing one, or else this one is stored. */
  open(check: Omit<EnrollmentCheck, 'revision'>, at: Date): Promise<EnrollmentCheck>
  /** False when it has changed since it was read. */
  update(check: EnrollmentCheck, state: EnrollmentState, at: Date): Promise<boolean>
}
