// Browsers that a user has signed in with before. They have their own counters: failures elsewhere do not lock them.
import type { UserKey } from '../../kernel/user.ts'

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
