// The storage of recovery and reversals: due work, taken under a claim for a while.
import type { LinkRevision } from '../../merchants/rules/merchant.ts'
import type { ManualResolution, StoredTransaction, TransactionKey } from './transactions.ts'

/** Claimed for a while: no other process works on it. */
export interface ClaimedTransaction extends StoredTransaction {
  /** How long ago its request could last have been sent; negative before that time. */
  readonly sinceSendableMs: number
  /** How long ago the last reversal of the open attempt was sent, if one was. */
  readonly sinceReversalSentMs?: number | undefined
  /** How often it was claimed, including this time. */
  readonly tries: number
}

/** How many to take of each acquirer link, and for how long. */
export interface ClaimTerms {
  readonly leaseMs: number
  roomFor(link: LinkRevision): number
}

/** The claim of a process on an attempt; a higher one on the row means that another process has it now. */
export type AttemptClaim = Pick<StoredTransaction, 'key' | 'claim'>

export interface RecoveryStore {
  /**
   * Takes over attempts whose deadline has passed, by raising their claim; no other process gets them for the lease.
   */
  claimOverdue(terms: ClaimTerms): Promise<readonly ClaimedTransaction[]>
  /**
   * Records that a reversal of an open attempt is about to be sent to the acquirer, and renews the lease. False when
   * another process has taken it over.
   */
  markReversalSent(claimed: AttemptClaim, leaseMs: number): Promise<boolean>
  /** An attempt that could not be resolved now is claimed again after this long. */
  retryLater(claimed: AttemptClaim, afterMs: number): Promise<void>
  /** An attempt that needs manual resolution: it stays as it is, and its order locked. */
  holdForManualResolution(claimed: AttemptClaim, why: ManualResolution): Promise<void>
  /** Returns how many claims have seen their outcome of this attempt refused. */
  noteRefusedOutcome(claimed: AttemptClaim): Promise<number>
  /** Claims transactions whose token is yet to be marked: no recurring payment may follow. */
  claimStoppedRecurring(limit: number, leaseMs: number): Promise<readonly StoredTransaction[]>
  /** The token has been marked. */
  endStoppedRecurring(key: TransactionKey): Promise<void>
  /** Claims reversals that are due; no other process gets them for the lease. */
  claimReversals(terms: ClaimTerms): Promise<readonly ClaimedTransaction[]>
  /** A reversal without a response is due again after this long. */
  reverseLater(key: TransactionKey, afterMs: number): Promise<void>
}
