// The store: merchants, orders, transactions. Every method that changes an order is one commit.

import type { AuditEntry } from '../../audit/ports/audit.ts'
import type { MerchantAccess } from '../../merchants/ports/merchant-store.ts'
import type { RecoveryStore } from './recovery-store.ts'
import type {
  Amendment,
  Attempt,
  AttemptResult,
  ClosedSettlementBatch,
  ListedOrder,
  OrderEvent,
  OrderKey,
  Outcome,
  OutcomeResult,
  Reroute,
  StoredOrder,
  StoredTransaction,
  TransactionKey,
  UsedLink,
} from './transactions.ts'

/** The database refuses an outcome: a value or a constraint forbids it, for this outcome alone. */
export class OutcomeRefused extends Error {
  override readonly name = 'OutcomeRefused'
}

/** Every database call throws StoreOverloaded while the database accepts none; reads also when too many are waiting. */
export interface Store extends RecoveryStore {
  /** True when a payment could be recorded now. */
  isWritable(): Promise<boolean>
  findMerchant(merchantId: string): Promise<MerchantAccess | undefined>
  /** True when this process has seen the order before. False proves nothing: another process may have created it. */
  hasSeenOrder(key: OrderKey): boolean
  /** The order with its transactions, oldest first. */
  findOrder(key: OrderKey): Promise<StoredOrder | undefined>
  recordAttempt(attempt: Attempt): Promise<AttemptResult>
  /**
   * Changes link and reference of an attempt without an outcome, and the parts of a refund that were begun, in one commit. False when another process has taken the
   * attempt over or may do so; then, and when it throws, no acquirer may be asked.
   */
  rerouteAttempt(reroute: Reroute): Promise<boolean>
  /** Throws OutcomeRefused. */
  recordOutcome(outcome: Outcome): Promise<OutcomeResult>
  /** Resolves when the transaction is no longer in flight, or with undefined after the timeout. */
  awaitOutcome(key: TransactionKey, timeoutMs: number): Promise<StoredTransaction | undefined>
  /** False when the order has changed meanwhile. */
  amend(amendment: Amendment): Promise<boolean>
  /** Which of these batches are closed. */
  findClosedSettlementBatches(batches: {
    readonly merchantId: string
    readonly acquirerId: string
    readonly batches: readonly number[]
  }): Promise<ReadonlySet<number>>
  /** Together with the audit log entry about who closed it; once, however often it is reported. */
  recordClosedSettlementBatch(batch: ClosedSettlementBatch, audit: AuditEntry): Promise<void>
  /** The events of an order, oldest first. */
  listEvents(key: OrderKey): Promise<readonly OrderEvent[]>
  /** The acquirers that a merchant's transactions were sent to, and its ids there. Reads all of them. */
  listUsedLinks(merchantId: string): Promise<readonly UsedLink[]>
  /** A page of a merchant's orders by id, for comparing books. */
  listOrders(page: {
    readonly merchantId: string
    readonly afterOrderId?: string
    readonly limit: number
  }): Promise<readonly ListedOrder[]>
}

/** What a merchant no longer needs is not stored. */
export interface AccountRetention {
  /** Erases sealed accounts of transactions recorded before the time, on one page of all transactions by key. */
  eraseAccounts(page: {
    readonly before: Date
    readonly after: TransactionKey | undefined
    readonly limit: number
  }): Promise<{
    readonly erased: number /** Where the page ended; undefined at the end of all. */
    readonly last: TransactionKey | undefined
  }>
}
