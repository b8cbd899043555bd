// What a sign-in needs: passwords, codes of a second factor, browsers that a user has signed in with before, and
// counters of failed attempts.

import type { UserKey } from '../../kernel/user.ts'
import type { ProofKind, SignInSource } from '../rules/lock-out.ts'
import type { PasswordHash } from './users.ts'

/**
 * - outdated: right, under a hash with a lower cost than the current one.
 * - busy: too many are being verified; nothing was checked.
 */
export type PasswordVerdict = 'right' | 'outdated' | 'wrong' | 'busy'

export interface Passwords {
  /** Undefined when too many are being processed. For a user who is signed in, or signs in. */
  hash(password: string): Promise<PasswordHash | undefined>
  /**
   * Takes as long without a hash, for an unknown user. Trusted are signed-in users and known browsers: they have their
   * own queue, which takes precedence.
   */
  verify(
    password: string,
    hash: PasswordHash | undefined,
    caller: { readonly isTrusted: boolean },
  ): Promise<PasswordVerdict>
}

// Codes of a second factor, by RFC 6238: six digits that the user's device derives from a shared secret and the time.

export interface OneTimeCodes {
  /** 160 random bits, as RFC 4226 recommends. */
  makeSecret(): Buffer
  /** The secret in the two forms that devices accept. The account's name is shown on the device. */
  describe(secret: Buffer, account: string): OneTimeCodeSetup
  /**
   * The time step that a code belongs to, counted in thirty seconds since 1970. The steps before and after the present one are
   * accepted, because devices' clocks are inaccurate; undefined for any other text.
   */
  stepOf(code: string, secret: Buffer, at: Date): number | undefined
  /** New ones, to be shown once. */
  makeRecoveryCodes(): readonly string[]
  /** How a recovery code is stored: keyed by the secret, so that whoever can write the hash cannot make a code. */
  hashRecoveryCode(code: string, secret: Buffer): Buffer
}

export interface OneTimeCodeSetup {
  /** In base 32, to type in where there is no camera. */
  readonly text: string
  /** For a QR code. */
  readonly uri: string
}

// Browsers that a user has signed in with before. They have their own counters: failures elsewhere do not lock them.

export interface KnownBrowsers {
  /** The browser's id; undefined when the user has not signed in with it, or it was deleted. */
  find(user: UserKey, token: string): Promise<string | undefined>
  /** The user has signed in with it: from now on it is known by this token alone. */
  remember(
    user: UserKey,
    browser: { readonly browserId?: string; readonly token: string; readonly at: Date },
  ): Promise<void>
  /** At most `limit`; returns how many. */
  deleteExpired(now: Date, limit: number): Promise<number>
}

// Counts failed sign-in attempts, for all processes together.

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
