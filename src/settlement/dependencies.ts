// What settlement needs from outside.

import type { Clock } from '../kernel/clock.ts'
import type { PageRequest, ResultPage } from '../kernel/page.ts'
import type { TransactionType } from '../kernel/transaction-type.ts'
import type { Acquirers, Store, Timeouts } from '../payments/index.ts'
import type { SettlementBatchClosings } from './ports/batch-closings.ts'

/** The queue of reviews, as far as settlement needs it. */
interface ReviewQueue {
  reviewQueue(
    merchantId: string,
    kind: 'RISK',
    page: PageRequest,
  ): Promise<
    ResultPage<{
      readonly type: TransactionType
      readonly orderId: string
      readonly batch?: number | undefined
      readonly acquirerId?: string | undefined
    }>
  >
}

export interface SettlementDependencies {
  readonly store: Store
  readonly acquirers: Acquirers
  /** Payments that rules hold; a moment behind. */
  readonly search: ReviewQueue
  /** Settlement batches that are being closed. */
  readonly settlementBatchClosings: SettlementBatchClosings
  readonly clock: Clock
  readonly timeouts: Timeouts
}
