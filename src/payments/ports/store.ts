// The store: merchants, orders, transactions. Every method that changes an order is one commit.

import type { AuditEntry } from '../../audit/ports/audit.ts'
import type { ApiPassword, CredentialStore, RegisteredCertificate } from '../../merchants/ports/credentials.ts'
import type { Merchant, MerchantProfile } from '../../merchants/rules/merchant.ts'
import type { AuditStamp } from '../../users/ports/users.ts'
import type { RecoveryStore } from './recovery-store.ts'
import type {
  Amendment,
  Attempt,
  AttemptResult,
  ClosedBatch,
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

/** A merchant with its credentials. */
export interface MerchantAccess {
  readonly merchant: Merchant
  readonly passwords: readonly ApiPassword[]
  readonly certificates: readonly RegisteredCertificate[]
}

/** Too many requests are waiting already, or the database accepts none at the moment; the request was not executed. */
export class StoreOverloaded extends Error {
  override readonly name = 'StoreOverloaded'
}

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
  findClosedBatches(batches: {
    readonly merchantId: string
    readonly acquirerId: string
    readonly batches: readonly number[]
  }): Promise<ReadonlySet<number>>
  /** Together with the audit log entry about who closed it; once, however often it is reported. */
  recordClosedBatch(batch: ClosedBatch, audit: AuditEntry): Promise<void>
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

/** What the operator's commands change. Each change writes its audit log entry in its own commit. */
export interface MerchantStore extends CredentialStore {
  list(): Promise<readonly Merchant[]>
  find(merchantId: string): Promise<MerchantAccess | undefined>
  /** Together with its token repository, unless that exists already. False when the id is taken. */
  create(merchant: Merchant, by: AuditStamp): Promise<boolean>
  /**
   * Changes the current profile, so that no concurrent change is lost; a code returned in its place changes nothing.
   * Undefined when there is no such merchant. The token repository that the profile names must exist.
   */
  change<Refusal extends string = never>(
    merchantId: string,
    change: (profile: MerchantProfile) => MerchantProfile | Refusal,
    by: AuditStamp,
  ): Promise<MerchantProfile | Refusal | undefined>
}
