// Payer authentications that payers' devices have begun, stored separately from the merchant's orders.

import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import type { OrderNaming } from '../../payments/call.ts'
import type { AuthenticationJourney } from '../../payments/ports/authentication-journey.ts'
import type { StoredRequest, StoredResponse } from '../../payments/ports/stored-messages.ts'
import type { TransactionKey } from '../../payments/ports/transactions.ts'

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
