// Deletes counts that no window reaches back to any more.
import type { SharedCounts } from '../../ports/shared-counts.ts'

const pageSize = 1_000
/** So that a great many do not keep the database busy for long at once. */
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
