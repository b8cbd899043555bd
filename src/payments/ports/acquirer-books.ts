// An acquirer's records of its actions, for comparing its books with the gateway's. Real acquirers send such statements
// as files.
import { OperatorFailure } from '../../kernel/failures.ts'
import type { AcquirerRequestKind } from './acquirer.ts'

export interface BookEntry {
  readonly reference: string
  readonly kind: AcquirerRequestKind
  readonly currency: string
  /** What was approved and not reversed; zero for what was declined or moves no money. */
  readonly standingMinor: bigint
  /** The reference of the target: the request that was captured, refunded, voided or updated. */
  readonly originalReference?: string | undefined
  readonly isApproved: boolean
  readonly isReversed: boolean
  /** How often the same reference arrived. More than once is harmless, but worth reporting. */
  readonly timesAsked: number
}

/** The other side does not show its records now; the message completes a sentence. */
export class BooksUnavailableError extends OperatorFailure {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BooksUnavailableError'
  }
}

export interface AcquirerBooks {
  /**
   * A page of the acquirer's records of a merchant, ordered by reference; the next page starts after the last one. Fails
   * with a BooksUnavailableError when the acquirer does not show them.
   */
  list(page: {
    readonly acquirerMerchantId: string
    readonly afterReference?: string
    readonly limit: number
  }): Promise<readonly BookEntry[]>
}
