// Browsers that a person has signed in with before. They have counters of their own, so that failures elsewhere do not lock them.
import type { UserKey } from '../../domain/users/user.ts'

export interface KnownBrowsers {
  /** The browser's id; undefined when the person has not signed in with it, or it was forgotten. */
  find(person: UserKey, token: string): Promise<string | undefined>
  /** The person has signed in with it: from now on it is known by this token alone. */
  remember(
    person: UserKey,
    browser: { readonly browserId?: string; readonly token: string; readonly at: Date },
  ): Promise<void>
  /** At most so many; says how many. */
  deleteExpired(now: Date, limit: number): Promise<number>
}
