// Deletes logins whose time is over. Nobody finds them from that moment on; this is how soon they are gone.
import type { Clock } from '../ports/clock.ts'
import type { Logins } from '../ports/people.ts'

const pageSize = 1_000
/** So that a great many do not keep the database busy for long at once. */
const pagesPerRun = 50

export async function deleteEndedLogins({
  logins,
  clock,
}: {
  readonly logins: Pick<Logins, 'deleteExpired'>
  readonly clock: Pick<Clock, 'now'>
}): Promise<number> {
  let deleted = 0
  for (let page = 0; page < pagesPerRun; page += 1) {
    const count = await logins.deleteExpired(clock.now(), pageSize)
    deleted += count
    if (count < pageSize) break
  }
  return deleted
}
