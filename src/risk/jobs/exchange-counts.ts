// Publishes what this process has counted, reads what the others have, and deletes what is older than every window.

import type { CountBook, SharedCounts } from '../../platform/counters/count-book.ts'

export interface CountExchange {
  readonly book: CountBook
  readonly shared: SharedCounts
  readonly processId: string
}

/** One round after another; the first one reads everything. */
export function createCountExchange({ book, shared, processId }: CountExchange): () => Promise<void> {
  let readUntil: Date | undefined
  return async () => {
    const changes = book.takeChanges()
    try {
      await shared.publish(processId, changes)
    } catch (error) {
      book.putBack(changes)
      throw error
    }
    const { totals, until } = await shared.readSince(processId, readUntil)
    for (const { processId: other, ...published } of totals) book.merge(other, published)
    readUntil = until
  }
}

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
