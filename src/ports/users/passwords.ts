// People's passwords: slow to make and to verify, so that a stolen hash is of little use.
import type { PasswordHash } from './users.ts'

/**
 * - outdated: right, under a hash that was made with less effort than is usual now.
 * - busy: too many are being judged; nothing was found out.
 */
export type PasswordVerdict = 'right' | 'outdated' | 'wrong' | 'busy'

export interface Passwords {
  /** Undefined when too many are being judged. For who is signed in, or signs in. */
  hash(password: string): Promise<PasswordHash | undefined>
  /**
   * Takes as long without a hash, for somebody whom we do not know. Trusted is who is signed in or comes with a known browser:
   * they wait apart from strangers, and before them.
   */
  verify(
    password: string,
    hash: PasswordHash | undefined,
    caller: { readonly isTrusted: boolean },
  ): Promise<PasswordVerdict>
}
