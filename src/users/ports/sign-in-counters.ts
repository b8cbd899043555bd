// Counts failed sign-in attempts, for all processes together.

import type { UserKey } from '../../kernel/user.ts'
import type { ProofKind, SignInSource } from '../rules/lock-out.ts'

/** An attempt that counts as failed until it is taken back. */
export interface CountedSignInAttempt {
  readonly source: SignInSource
  /** Consecutive failures of its source, including this one, and the lock that follows if it is wrong. */
  readonly failures: number
  readonly lockedUntil?: Date
  /** Every counter that it is counted on, with the lock that it caused there. */
  readonly counters: readonly { readonly name: string; readonly lockedUntil?: Date }[]
}

/**
 * - counted: check it. It counts as failed already, so that concurrent attempts cannot bypass the lock.
 * - locked: refused, whatever the proof. `isFirst` for the first such attempt since the lock began.
 */
export type SignInAttemptStart =
  | { readonly kind: 'COUNTED'; readonly counted: CountedSignInAttempt }
  | { readonly kind: 'LOCKED'; readonly until: Date; readonly isFirst: boolean }

export interface SignInCounters {
  begin(
    user: UserKey,
    attempt: { readonly source: SignInSource; readonly proof: ProofKind },
    at: Date,
  ): Promise<SignInAttemptStart>
  /** It was neither right nor wrong, or is right and more proof is needed: ends its own lock, and no other. */
  takeBack(user: UserKey, counted: CountedSignInAttempt): Promise<void>
  /** It was right: failures of its own source are cleared, those of others stay. */
  succeed(user: UserKey, counted: CountedSignInAttempt): Promise<void>
  /** Deletes counters without recent failures, at most `limit`; returns how many. */
  deleteOld(now: Date, limit: number): Promise<number>
}
