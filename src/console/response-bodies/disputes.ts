// What the console's services for disputes return.

import type { DisputeState } from '../../kernel/order-status.ts'
import type { DisputeAnswer, DisputeProgress } from '../../payments/index.ts'

/** How the merchant answered, the oldest first. */
export type DisputeAnswerBody = Pick<DisputeAnswer, 'kind' | 'note' | 'answeredBy' | 'answeredAt'>

export interface DisputeBody extends DisputeProgress {
  /** Empty when the bank gave none. */
  readonly caseNumber: string
  readonly state: DisputeState
  readonly currency: string
  readonly amount: string
  /** The last day to answer, as 2026-11-30. */
  readonly respondBy: string | undefined
  readonly openedAt: Date
  readonly updatedAt: Date
  readonly transactionId: string
  readonly answers: readonly DisputeAnswerBody[]
}

export interface DisputeListItemBody extends DisputeBody {
  readonly orderId: string
}

/** What waits for the merchant's users, each counted up to 100. */
export interface WaitingBody {
  readonly reviews: number
  readonly refundRequests: number
  readonly disputes: number
}

/** A change of a case that was recorded. */
export interface RecordedDisputeBody {
  readonly transactionId: string
  readonly state: DisputeState
}
