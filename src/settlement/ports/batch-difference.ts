// The totals of both sides of a settlement batch that is out of balance.
import type { BatchTotal } from '../../payments/ports/batches.ts'

/** Why a batch could not be closed: the acquirer counts something else. */
export interface BatchDifference {
  readonly why: string
  readonly ours: readonly BatchTotal[]
  /** Empty where the acquirer does not say. */
  readonly theirs: readonly BatchTotal[]
}
