// Deletes what sign-ins leave behind: logins whose time is over, counters of old failures, browsers that were not used for long.
// None of it counts from that moment on; this is how soon it is gone.
import type { Clock } from '../../ports/clock.ts'
import type { KnownBrowsers } from '../../ports/users/known-browsers.ts'
import type { SignInCounters } from '../../ports/users/sign-in-counters.ts'
import type { ConsoleSessions } from '../../ports/users/users.ts'

const pageSize = 1_000
/** So that a great many do not keep the database busy for long at once. */
const pagesPerRun = 50

export async function deleteExpiredConsoleSessions({
  consoleSessions,
  signInCounters,
  knownBrowsers,
  clock,
}: {
  readonly consoleSessions: Pick<ConsoleSessions, 'deleteExpired'>
  readonly signInCounters: Pick<SignInCounters, 'deleteOld'>
  readonly knownBrowsers: Pick<KnownBrowsers, 'deleteExpired'>
  readonly clock: Pick<Clock, 'now'>
}): Promise<number> {
  let deleted = 0
  for (const deletePage of [consoleSessions.deleteExpired, signInCounters.deleteOld, knownBrowsers.deleteExpired])
    for (let page = 0; page < pagesPerRun; page += 1) {
      const count = await deletePage(clock.now(), pageSize)
      deleted += count
      if (count < pageSize) break
    }
  return deleted
}
