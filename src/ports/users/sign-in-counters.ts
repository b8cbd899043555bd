// Counts failed tries to sign in, for all processes together.
import type { ProofKind, SignInSource } from '../../domain/users/lock-out.ts'
import type { UserKey } from '../../domain/users/user.ts'

/** A try that counts as failed until it is taken back. */
export interface CountedSignInAttempt {
  readonly source: SignInSource
  /** Failures in a row of its source, this one included, and the lock that follows if it is wrong. */
  readonly failures: number
  readonly lockedUntil?: Date
  /** Every counter that it is counted on, with the lock that it caused there. */
  readonly counters: readonly { readonly name: string; readonly lockedUntil?: Date }[]
}

/**
 * - counted: judge it. It counts as failed already, so that many tries at once are no way around the lock.
 * - locked: refused, whatever was shown. `isFirst` for the first such try since the lock began.
 */
export type SignInAttemptStart =
  | { readonly kind: 'counted'; readonly counted: CountedSignInAttempt }
  | { readonly kind: 'locked'; readonly until: Date; readonly isFirst: boolean }

export interface SignInCounters {
  begin(
    person: UserKey,
    attempt: { readonly source: SignInSource; readonly proof: ProofKind },
    at: Date,
  ): Promise<SignInAttemptStart>
  /** It was neither right nor wrong, or is right and more is to be shown: ends its own lock, and no other. */
  takeBack(person: UserKey, counted: CountedSignInAttempt): Promise<void>
  /** It was right: failures of its own source are forgotten, those of others stay. */
  succeed(person: UserKey, counted: CountedSignInAttempt): Promise<void>
  /** Counters that nothing was counted on for long; at most so many, says how many. */
  deleteOld(now: Date, limit: number): Promise<number>
}
