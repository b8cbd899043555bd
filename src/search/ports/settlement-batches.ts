// Settlement batches as searches return them.
import type { SettlementBatchDifference } from '../../settlement/ports/batch-closings.ts'

/** One settlement batch, or its money in one currency. */
export interface SettlementBatchContents {
  readonly merchantId: string
  readonly acquirerId: string
  readonly batch: number
  readonly currency?: string | undefined
}

export interface SettlementBatch {
  readonly acquirerId: string
  readonly batch: number
  readonly closedAt?: Date
  /** By scheme (or source where there is none) and currency. */
  readonly totals: readonly {
    readonly scheme: string
    readonly currency: string
    readonly captured: { readonly count: number; readonly amountMinor: bigint }
    readonly refunded: { readonly count: number; readonly amountMinor: bigint }
    /** Of the batch's orders; no acquirer counts them. */
    readonly fees: { readonly count: number; readonly amountMinor: bigint }
  }[]
  /** While it is being closed, or when the acquirer counts something else. */
  readonly closing?: {
    readonly state: 'CLOSING' | 'DIFFERS'
    readonly since: Date
    readonly difference?: SettlementBatchDifference
  }
}
