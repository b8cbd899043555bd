// Payer authentications that payers' devices have begun, stored separately from the merchant's orders, and those by
// 3-D Secure 1 under the ids that merchants chose.

import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import type { OrderNaming } from '../../payments/index.ts'
import type { AuthenticationJourney, AuthenticationProof } from '../../payments/ports/authentication-journey.ts'
import type { StoredRequest, StoredResponse } from '../../payments/ports/stored-messages.ts'
import type { TransactionKey } from '../../payments/ports/transactions.ts'
import type { EnrollmentOutcome } from '../../payments/rules/payer-authentication.ts'

export interface DeviceAuthentication {
  readonly key: TransactionKey
  /** The session whose id the device has. */
  readonly sessionHash: Buffer
  readonly orderNamedBy: OrderNaming
  readonly redirectToken: string
  /** The reference at the access-control server. */
  readonly reference: string
  readonly currency: string
  /** The amount that the payer was authenticated for; zero before. */
  readonly amountMinor: bigint
  readonly requestHash: KeyedHash
  readonly accountHash: KeyedHash
  /** The canonical request as it may be stored. */
  readonly request: StoredRequest
  /** The canonical response, masked. */
  readonly response: StoredResponse
  readonly journey: AuthenticationJourney
  readonly revision: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly expiresAt: Date
}

export interface DeviceAuthentications {
  /** TAKEN: the session has one with these ids. FULL: it has the maximum number. */
  begin(authentication: DeviceAuthentication, most: number): Promise<'BEGUN' | 'TAKEN' | 'FULL'>
  /** Of every session, those whose order the merchant has named first, then the oldest; or of one. */
  find(key: TransactionKey, now: Date, sessionHash?: Buffer): Promise<readonly DeviceAuthentication[]>
  findByToken(redirectToken: string, now: Date): Promise<DeviceAuthentication | undefined>
  /** False when it was changed since it was read. */
  update(
    read: DeviceAuthentication,
    change: Pick<DeviceAuthentication, 'journey' | 'response' | 'amountMinor' | 'updatedAt' | 'expiresAt'>,
  ): Promise<boolean>
  /** Deletes those whose sessions have expired, a bounded number at a time; returns how many. */
  deleteExpired(now: Date, limit: number): Promise<number>
}

/** Authentications by 3-D Secure 1, under the ids that merchants chose for them. */
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
