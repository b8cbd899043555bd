// Settlement batches that are not closed: what stands in them by the gateway's records, and how far closing them has come.

import type { AcquirerLink } from '../../merchants/rules/merchant.ts'
import type { BatchProgress, BatchTotal, BatchTransaction } from '../../payments/ports/batches.ts'
import type { TransactionKey } from '../../payments/ports/transactions.ts'

/** A merchant's account at an acquirer, by the link and revision that its transactions remember. */
export interface BatchAccount {
  readonly merchantId: string
  readonly link: AcquirerLink
}

export interface BatchKey {
  readonly merchantId: string
  readonly acquirerId: string
  readonly batch: number
}

export interface UnclosedBatch {
  readonly link: AcquirerLink
  readonly batch: number
  readonly totals: readonly BatchTotal[]
}

export interface BatchClosing extends BatchKey {
  readonly link: AcquirerLink
  readonly progress: BatchProgress
  readonly requestedBy: string
  /** Rises with each change. */
  readonly revision: number
}

export interface BatchClosings {
  /** The oldest first. Reads all transactions of the merchant. */
  listUnclosed(merchantId: string): Promise<readonly UnclosedBatch[]>
  /** Puts approved transactions whose responses named no batch into this one. */
  takeUnnumbered(account: BatchAccount, batch: number): Promise<void>
  count(account: BatchAccount, batch: number): Promise<readonly BatchTotal[]>
  /** What may yet change a batch: attempts without outcome and reversals that are owed, without those in manual resolution. */
  listInFlight(account: BatchAccount): Promise<readonly TransactionKey[]>
  /** How many of them are in flight still. */
  countInFlight(merchantId: string, keys: readonly TransactionKey[]): Promise<number>
  /** In the order of their keys; one for each approved part of a refund that was made in parts. At most `limit` keys. */
  listTransactions(
    account: BatchAccount,
    batch: { readonly batch: number; readonly currency: string },
    page: { readonly after?: TransactionKey | undefined; readonly limit: number },
  ): Promise<readonly (BatchTransaction & { readonly key: TransactionKey })[]>
  /** Starts a closing, or resumes one. */
  begin(key: BatchKey, link: AcquirerLink, requestedBy: string): Promise<BatchClosing>
  /** The revision after it; undefined when another process has changed it meanwhile. */
  save(key: BatchKey, revision: number, progress: BatchProgress): Promise<number | undefined>
  /** A job resumes it after this time. */
  retryLater(key: BatchKey, afterMs: number): Promise<void>
  recordDifference(key: BatchKey, difference: BatchDifference): Promise<void>
  end(key: BatchKey): Promise<void>
  /** Closings that a job may go on with; no other process takes them for as long as the lease. */
  claimDue(terms: {
    readonly leaseMs: number
    readonly limit: number
  }): Promise<readonly (BatchClosing & { readonly tries: number })[]>
}

/** Why a batch could not be closed: the acquirer counts something else. */
export interface BatchDifference {
  readonly why: string
  readonly ours: readonly BatchTotal[]
  /** Empty where the acquirer does not say. */
  readonly theirs: readonly BatchTotal[]
}
