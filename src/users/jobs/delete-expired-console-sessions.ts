// Deletes what sign-ins leave behind: expired console sessions, counters of old failures, browsers that were not used
// for long. None of it is valid from its expiry on; this only removes it.
import type { Clock } from '../../kernel/clock.ts'
import type { KnownBrowsers, SignInCounters } from '../ports/sign-in.ts'
import type { ConsoleSessions } from '../ports/users.ts'

const pageSize = 1_000
/** Limits how long one deletion keeps the database busy. */
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
  readonly clock: Pick<Clock, 'expiryTime'>
}): Promise<number> {
  let deleted = 0
  for (const deletePage of [consoleSessions.deleteExpired, signInCounters.deleteOld, knownBrowsers.deleteExpired])
    for (let page = 0; page < pagesPerRun; page += 1) {
      const count = await deletePage(clock.expiryTime(), pageSize)
      deleted += count
      if (count < pageSize) break
    }
  return deleted
}
