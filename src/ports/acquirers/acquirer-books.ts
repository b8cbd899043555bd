// What an acquirer says it did, for comparing its books with ours. Real acquirers send such statements as files.
import type { AcquirerRequestKind } from './acquirer.ts'

export interface BookEntry {
  readonly reference: string
  readonly kind: AcquirerRequestKind
  readonly currency: string
  /** What was approved and not undone by a reversal; zero for what was declined or moves no money. */
  readonly standingMinor: bigint
  /** The reference of what this request was about: captured, refunded, voided or updated. */
  readonly originalReference?: string
  readonly isApproved: boolean
  readonly isReversed: boolean
  /** How often the same reference arrived. More than once is harmless, and worth knowing. */
  readonly timesAsked: number
}

export interface AcquirerBooks {
  /** A page of what the acquirer has of a merchant, ordered by reference; the next page starts after the last one. */
  list(page: {
    readonly acquirerMerchantId: string
    readonly afterReference?: string
    readonly limit: number
  }): Promise<readonly BookEntry[]>
}
