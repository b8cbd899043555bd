// What recovery and reversals need of what is kept: work that is due, taken under a claim for a while.
import type { AcquirerLink } from '../../domain/merchants/merchant.ts'
import type { ManualResolution, StoredTransaction, TransactionKey } from './transactions.ts'

/** Taken for a while, so that nobody else works on it. */
export interface ClaimedTransaction extends StoredTransaction {
  /** How long ago the last moment was at which its request could have been sent; negative before it. */
  readonly sinceSendableMs: number
  /** How often it was taken, this time included. */
  readonly tries: number
}

/** How many to take of each acquirer link, and for how long. */
export interface ClaimTerms {
  readonly leaseMs: number
  roomFor(link: AcquirerLinkKey): number
}

export type AcquirerLinkKey = Pick<AcquirerLink, 'adapter' | 'acquirerId'>

/** The claim under which somebody works on an attempt; a higher one on the row means that somebody else does now. */
export type AttemptClaim = Pick<StoredTransaction, 'key' | 'claim'>

export interface RecoveryStore {
  /** Takes over attempts whose deadline has passed, by raising their claim; nobody else gets them for the lease. */
  claimOverdue(terms: ClaimTerms): Promise<readonly ClaimedTransaction[]>
  /** Notes that the acquirer is about to be told to forget an open attempt, and renews the lease. False when somebody
   * else has taken it over. */
  markReversalSent(claimed: AttemptClaim, leaseMs: number): Promise<boolean>
  /** An attempt that could not be settled now is taken again after this long. */
  retryLater(claimed: AttemptClaim, afterMs: number): Promise<void>
  /** An attempt that only people can settle: it stays as it is, and its order held. */
  holdForManualResolution(claimed: AttemptClaim, why: ManualResolution): Promise<void>
  /** Says how many claims have seen their outcome of this attempt refused. */
  noteRefusedOutcome(claimed: AttemptClaim): Promise<number>
  /** Takes transactions after which a token is still to be told that no recurring payment may follow. */
  claimStoppedRecurring(limit: number, leaseMs: number): Promise<readonly StoredTransaction[]>
  /** The token has been told. */
  endStoppedRecurring(key: TransactionKey): Promise<void>
  /** Takes reversals that are due; nobody else gets them for the lease. */
  claimReversals(terms: ClaimTerms): Promise<readonly ClaimedTransaction[]>
  /** A reversal that got no answer is due again after this long. */
  reverseLater(key: TransactionKey, afterMs: number): Promise<void>
}
