// Drops the months of notifications that were delivered long ago, with the log of their attempts. Undelivered ones stay.
import type { Clock } from '../../kernel/clock.ts'
import type { Deliveries } from '../ports/webhooks.ts'

const pageSize = 1_000
const dayMs = 24 * 60 * 60 * 1_000
/** Limits how long one deletion keeps the database busy. */
const pagesPerRun = 50

export async function deleteOldNotifications(
  {
    deliveries,
    clock,
  }: {
    readonly deliveries: Pick<Deliveries, 'dropMonthsBefore' | 'deleteDelivered'>
    readonly clock: Pick<Clock, 'now'>
  },
  { days }: { readonly days: number },
): Promise<number> {
  const before = new Date(clock.now().getTime() - days * dayMs)
  await deliveries.dropMonthsBefore(before)
  let deleted = 0
  for (let page = 0; page < pagesPerRun; page += 1) {
    const count = await deliveries.deleteDelivered(before, pageSize)
    deleted += count
    if (count < pageSize) break
  }
  return deleted
}
