// Publishes what this process has counted, and reads what the others have.
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
