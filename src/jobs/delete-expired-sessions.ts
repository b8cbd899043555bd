// Deletes sessions that have expired, with all they held, and later what happened on their pages. Nobody finds them from the moment on when they expire; this is
// how soon they are gone.
import type { CheckoutStore } from '../ports/checkout-store.ts'
import type { Clock } from '../ports/clock.ts'
import type { SessionStore } from '../ports/session-store.ts'

const pageSize = 1_000
/** So that a great many do not keep the database busy for long at once. */
const pagesPerRun = 50

export async function deleteExpiredSessions({
  sessions,
  checkouts,
  clock,
}: {
  readonly sessions: Pick<SessionStore, 'deleteExpired'>
  readonly checkouts: Pick<CheckoutStore, 'deleteExpired'>
  readonly clock: Pick<Clock, 'now'>
}): Promise<number> {
  return (await deleteFrom(sessions, clock)) + (await deleteFrom(checkouts, clock))
}

async function deleteFrom(store: Pick<SessionStore, 'deleteExpired'>, clock: Pick<Clock, 'now'>): Promise<number> {
  let deleted = 0
  for (let page = 0; page < pagesPerRun; page += 1) {
    const count = await store.deleteExpired(clock.now(), pageSize)
    deleted += count
    if (count < pageSize) break
  }
  return deleted
}
