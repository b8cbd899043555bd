// Deletes counts that are older than every window.
import type { SharedCounts } from '../../platform/counters/count-book.ts'

const pageSize = 1_000
/** Limits how long one deletion keeps the database busy. */
const pagesPerRun = 50

export async function deleteExpiredCounts(shared: Pick<SharedCounts, 'deleteExpired'>): Promise<number> {
  let deleted = 0
  for (let page = 0; page < pagesPerRun; page += 1) {
    const count = await shared.deleteExpired(pageSize)
    deleted += count
    if (count < pageSize) break
  }
  return deleted
}
