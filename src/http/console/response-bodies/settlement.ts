// What the console's services for settlement return.
import type { SettlementBatch } from '../../../ports/search/search.ts'

interface CountedAmountBody {
  readonly count: number
  readonly amount: string
}

export interface BatchBody extends Omit<SettlementBatch, 'totals'> {
  readonly totals: readonly {
    readonly scheme: string
    readonly currency: string
    readonly captured: CountedAmountBody
    readonly refunded: CountedAmountBody
  }[]
}

/** A batch that was just closed, with the acquirer's own totals. */
export interface ClosedBatchBody {
  readonly acquirerId: string
  readonly batch: number
  readonly totals: readonly {
    readonly currency: string
    readonly count: number
    readonly captured: string
    readonly refunded: string
  }[]
}

export interface ClosedBatchesBody {
  readonly batches: readonly ClosedBatchBody[]
  /** Acquirers that did not respond. */
  readonly silent: readonly string[]
}
