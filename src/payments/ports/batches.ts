// Closing settlement batches at an acquirer.

/**
 * - RECONCILED: the acquirer is sent the gateway's totals, and closes a batch only when both sides count the same.
 * - REPORTED: it closes the batch, and reports what it has settled.
 * - NONE: it closes the batch and reports no totals: they cannot be compared.
 */
export type SettlementTotalsPolicy = 'RECONCILED' | 'REPORTED' | 'NONE'

/** What stands in a batch in one currency: voided and reversed transactions do not count. */
export interface SettlementBatchTotal {
  readonly currency: string
  readonly capturedCount: number
  readonly capturedMinor: bigint
  readonly refundedCount: number
  readonly refundedMinor: bigint
}

/** What an acquirer has settled in one currency. */
export interface SettledTotal {
  readonly currency: string
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
  readonly count: number
}

/** A capture, payment or refund that stands in a batch. */
export interface SettlementBatchTransaction {
  readonly reference: string
  readonly isRefund: boolean
  readonly amountMinor: bigint
  /** As the adapter has made it for the request. */
  readonly wire?: Readonly<Record<string, string>> | undefined
}

/** How far closing a batch has come, as the adapter has written it; a JSON object that only the adapter reads. */
export type SettlementBatchProgress = Readonly<Record<string, unknown>>

/** A batch that is not closed, by the gateway's records. */
export interface OpenSettlementBatch {
  readonly number: number
  /** What stands in it now, once everything that was in flight when it was called has an outcome. */
  count(): Promise<readonly SettlementBatchTotal[] | 'IN_FLIGHT'>
  /** Page by page. */
  transactions(currency: string): AsyncIterable<SettlementBatchTransaction>
  /** Of an earlier call, by this process or another. */
  readonly progress?: SettlementBatchProgress | undefined
  /**
   * Stores how far it has come, before a message is sent that must be repeated under its identity. False when another
   * process has gone on meanwhile: nothing may be sent then.
   */
  save(progress: SettlementBatchProgress): Promise<boolean>
}

export interface SettlementBatchToClose {
  readonly acquirerMerchantId: string
  /** The merchant's terminals there, if the acquirer distinguishes them. */
  readonly terminals?: readonly string[] | undefined
  /** Absent where the gateway's records have none. */
  readonly batch?: OpenSettlementBatch | undefined
}

/**
 * - closed: its totals are the acquirer's, unless `batchTotals` is NONE.
 * - outOfBalance: the acquirer counts something else than the gateway. The batch is not closed.
 * - inFlight: transactions of the batch have no outcome yet; nothing was closed.
 * - refused: the acquirer closes no batches on request.
 */
export type ClosingResult =
  | { readonly kind: 'CLOSED'; readonly batch: number; readonly totals?: readonly SettledTotal[] }
  | { readonly kind: 'OUT_OF_BALANCE'; readonly why: string; readonly totals: readonly SettlementBatchTotal[] }
  | { readonly kind: 'NOTHING_OPEN' | 'IN_FLIGHT' | 'REFUSED' | 'NO_ANSWER' }
