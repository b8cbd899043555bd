// Settlement batches that are not closed: what stands in them by the gateway's records, and how far closing them has come.

import type { AcquirerLink } from '../../merchants/rules/merchant.ts'
import type {
  SettlementBatchProgress,
  SettlementBatchTotal,
  SettlementBatchTransaction,
} from '../../payments/ports/batches.ts'
import type { TransactionKey } from '../../payments/ports/transactions.ts'

/** A merchant's account at an acquirer, by the link and revision that its transactions remember. */
export interface SettlementBatchAccount {
  readonly merchantId: string
  readonly link: AcquirerLink
}

export interface SettlementBatchKey {
  readonly merchantId: string
  readonly acquirerId: string
  readonly batch: number
}

export interface UnclosedSettlementBatch {
  readonly link: AcquirerLink
  readonly batch: number
  readonly totals: readonly SettlementBatchTotal[]
}

export interface SettlementBatchClosing extends SettlementBatchKey {
  readonly link: AcquirerLink
  readonly progress: SettlementBatchProgress
  readonly requestedBy: string
  /** Rises with each change. */
  readonly revision: number
}

export interface SettlementBatchClosings {
  /** The oldest first. Reads all transactions of the merchant. */
  listUnclosed(merchantId: string): Promise<readonly UnclosedSettlementBatch[]>
  /** Puts approved transactions whose responses named no batch into this one. */
  takeUnnumbered(account: SettlementBatchAccount, batch: number): Promise<void>
  count(account: SettlementBatchAccount, batch: number): Promise<readonly SettlementBatchTotal[]>
  /** What may yet change a batch: attempts without outcome and reversals that are owed, without those in manual resolution. */
  listInFlight(account: SettlementBatchAccount): Promise<readonly TransactionKey[]>
  /** How many of them are in flight still. */
  countInFlight(merchantId: string, keys: readonly TransactionKey[]): Promise<number>
  /** In the order of their keys; one for each approved part of a refund that was made in parts. At most `limit` keys. */
  listTransactions(
    account: SettlementBatchAccount,
    batch: { readonly batch: number; readonly currency: string },
    page: { readonly after?: TransactionKey | undefined; readonly limit: number },
  ): Promise<readonly (SettlementBatchTransaction & { readonly key: TransactionKey })[]>
  /** Starts a closing, or resumes one. */
  begin(key: SettlementBatchKey, link: AcquirerLink, requestedBy: string): Promise<SettlementBatchClosing>
  /** The revision after it; undefined when another process has changed it meanwhile. */
  save(key: SettlementBatchKey, revision: number, progress: SettlementBatchProgress): Promise<number | undefined>
  /** A job resumes it after this time. */
  retryLater(key: SettlementBatchKey, afterMs: number): Promise<void>
  recordDifference(key: SettlementBatchKey, difference: SettlementBatchDifference): Promise<void>
  end(key: SettlementBatchKey): Promise<void>
  /** Closings that a job may go on with; no other process takes them for as long as the lease. */
  claimDue(terms: {
    readonly leaseMs: number
    readonly limit: number
  }): Promise<readonly (SettlementBatchClosing & { readonly tries: number })[]>
}

/** Why a batch could not be closed: the acquirer counts something else. */
export interface SettlementBatchDifference {
  readonly why: string
  readonly ours: readonly SettlementBatchTotal[]
  /** Empty where the acquirer does not say. */
  readonly theirs: readonly SettlementBatchTotal[]
}
