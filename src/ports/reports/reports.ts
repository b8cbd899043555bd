// Reports of what has happened to a merchant's transactions, and the passwords that open them.

import type { KeyedHash } from '../keys/vault.ts'
import type { OrderEvent, StoredTransaction } from '../payments/transactions.ts'
import type { AuditStamp } from '../users/users.ts'

/** The start is included, the end is not. */
export interface ReportPeriod {
  readonly merchantId: string
  readonly from: Date
  readonly to: Date
}

/** Where a page ended, in the store's own words. */
export interface ReportCursor {
  readonly time: string
  readonly position: string
}

export interface ReportedEvent {
  readonly answer: OrderEvent['answer']
  /** Of the transaction that the event is about; it never changes. */
  readonly request: StoredTransaction['request']
}

export interface ReportPage {
  readonly events: readonly ReportedEvent[]
  /** Nothing when the report ends here. */
  readonly next?: ReportCursor
}

export interface Reports {
  /** Waits until everything that has happened to the merchant's orders before now can be read; false when the time is up. */
  awaitUpToDate(merchantId: string, timeoutMs: number): Promise<boolean>
  count(period: ReportPeriod): Promise<number>
  /** Events by the time of record of their transaction, then by their position in the feed. */
  read(page: ReportPeriod & { readonly after?: ReportCursor; readonly limit: number }): Promise<ReportPage>
}

/** Each change leaves its line in the audit in the commit that makes it. */
export interface ReportingPasswords {
  /** Not from a cache: what was revoked opens nothing from that moment on. */
  find(merchantId: string): Promise<readonly (KeyedHash & { readonly slot: 1 | 2; readonly createdAt: Date })[]>
  /** Puts a password into a slot, whatever was there. */
  set(merchantId: string, slot: 1 | 2, hash: KeyedHash, by: AuditStamp): Promise<void>
  add(merchantId: string, hash: KeyedHash, by: AuditStamp): Promise<1 | 2 | 'FULL'>
  /** Also the last one: a merchant need not have any. */
  revoke(merchantId: string, slot: 1 | 2, by: AuditStamp): Promise<boolean>
}
