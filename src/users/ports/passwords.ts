// Users' passwords: slow to hash and to verify, which makes a stolen hash of little use.
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
