// What is kept: merchants, orders, transactions. Every method that moves an order is one commit.

import type { Merchant, MerchantProfile } from '../../domain/merchants/merchant.ts'
import type { AuditEntry } from '../audit/audit.ts'
import type { ApiPassword, CredentialStore, RegisteredCertificate } from '../merchants/credentials.ts'
import type { AuditStamp } from '../users/users.ts'
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
  StoredOrder,
  StoredTransaction,
  TransactionKey,
} from './transactions.ts'

/** A merchant with what it may prove itself by. */
export interface MerchantAccess {
  readonly merchant: Merchant
  readonly passwords: readonly ApiPassword[]
  readonly certificates: readonly RegisteredCertificate[]
}

/** Too much is waiting already, or the database takes nothing at the moment; what was asked for was not done. */
export class StoreOverloaded extends Error {
  override readonly name = 'StoreOverloaded'
}

/** The database refuses what an outcome says: a value or a constraint forbids it, for this outcome alone. */
export class OutcomeRefused extends Error {
  override readonly name = 'OutcomeRefused'
}

/** Whatever asks the database throws StoreOverloaded when that takes nothing at the moment, reads also when too many wait already. */
export interface Store extends RecoveryStore {
  /** True when a payment could be recorded now. */
  isWritable(): Promise<boolean>
  findMerchant(merchantId: string): Promise<MerchantAccess | undefined>
  /** True when this process has met the order before. False says nothing: another process may have made it. */
  hasSeenOrder(key: OrderKey): boolean
  /** The order with its transactions, oldest first. */
  findOrder(key: OrderKey): Promise<StoredOrder | undefined>
  recordAttempt(attempt: Attempt): Promise<AttemptResult>
  /** Throws OutcomeRefused. */
  recordOutcome(outcome: Outcome): Promise<OutcomeResult>
  /** Resolves when the transaction is no longer in flight, or with undefined when the time is up. */
  awaitOutcome(key: TransactionKey, timeoutMs: number): Promise<StoredTransaction | undefined>
  /** False when the order has moved meanwhile. */
  amend(amendment: Amendment): Promise<boolean>
  /** Which of these batches are closed. */
  findClosedBatches(batches: {
    readonly merchantId: string
    readonly acquirerId: string
    readonly batches: readonly number[]
  }): Promise<ReadonlySet<number>>
  /** Together with the line about who closed it; once, however often it is told. */
  recordClosedBatch(batch: ClosedBatch, audit: AuditEntry): Promise<void>
  /** What happened to an order, oldest first. */
  listEvents(key: OrderKey): Promise<readonly OrderEvent[]>
  /** A page of a merchant's orders by id, for comparing books. */
  listOrders(page: {
    readonly merchantId: string
    readonly afterOrderId?: string
    readonly limit: number
  }): Promise<readonly ListedOrder[]>
}

/** What a merchant no longer needs is not kept. */
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

/** What the operator's commands change. Each change leaves its line in the audit in the commit that makes it. */
export interface MerchantStore extends CredentialStore {
  list(): Promise<readonly Merchant[]>
  find(merchantId: string): Promise<MerchantAccess | undefined>
  /** Together with its token repository, unless that is there already. False when the id is taken. */
  create(merchant: Merchant, by: AuditStamp): Promise<boolean>
  /**
   * Changes the profile as it is at this moment, so that of two changes at once none is lost; a word in its place changes
   * nothing. Undefined when there is no such merchant. The token repository that the profile names must be there.
   */
  change<Refusal extends string = never>(
    merchantId: string,
    change: (profile: MerchantProfile) => MerchantProfile | Refusal,
    by: AuditStamp,
  ): Promise<MerchantProfile | Refusal | undefined>
}
