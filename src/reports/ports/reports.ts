// Reports of the events of a merchant's transactions, and the passwords for them.

import type { AuditStamp } from '../../audit/ports/audit.ts'
import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import type { OrderEvent, StoredTransaction } from '../../payments/ports/transactions.ts'

/** The start is included, the end is not. */
export interface ReportPeriod {
  readonly merchantId: string
  readonly from: Date
  readonly to: Date
}

/** Where a page ended, in the store's own format. */
export interface ReportCursor {
  readonly time: string
  readonly position: string
}

export interface ReportedEvent {
  readonly response: OrderEvent['response']
  /** Of the transaction that the event is about; it never changes. */
  readonly request: StoredTransaction['request']
}

export interface ReportPage {
  readonly events: readonly ReportedEvent[]
  /** Undefined when the report ends here. */
  readonly next?: ReportCursor
}

export interface Reports {
  /** Waits until all earlier events of the merchant's orders can be read; false after the timeout. */
  awaitUpToDate(merchantId: string, timeoutMs: number): Promise<boolean>
  count(period: ReportPeriod): Promise<number>
  /** Events by the time of record of their transaction, then by their position in the feed. */
  read(page: ReportPeriod & { readonly after?: ReportCursor | undefined; readonly limit: number }): Promise<ReportPage>
}

/** Each change writes its audit log entry in its own commit. */
export interface ReportingPasswords {
  /** Not from a cache: a revoked password is refused at once. */
  find(merchantId: string): Promise<readonly (KeyedHash & { readonly slot: 1 | 2; readonly createdAt: Date })[]>
  /** Puts a password into a slot, replacing any existing one. */
  set(merchantId: string, slot: 1 | 2, hash: KeyedHash, by: AuditStamp): Promise<void>
  add(merchantId: string, hash: KeyedHash, by: AuditStamp): Promise<1 | 2 | 'FULL'>
  /** Also the last one: a merchant need not have any. */
  revoke(merchantId: string, slot: 1 | 2, by: AuditStamp): Promise<boolean>
}
