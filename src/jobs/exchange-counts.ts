// Tells the other processes what this one has counted, and hears what they have.
import type { CountBook } from '../domain/velocity/count-book.ts'
import type { SharedCounts } from '../ports/shared-counts.ts'

export interface CountExchange {
  readonly book: CountBook
  readonly shared: SharedCounts
  readonly processId: string
}

/** One round after another; the first one hears everything that is there. */
export function countExchange({ book, shared, processId }: CountExchange): () => Promise<void> {
  let heardUntil: Date | undefined
  return async () => {
    const changes = book.takeChanges()
    try {
      await shared.publish(processId, changes)
    } catch (error) {
      book.putBack(changes)
      throw error
    }
    const { totals, until } = await shared.readSince(processId, heardUntil)
    for (const { processId: other, ...heard } of totals) book.hear(other, heard)
    heardUntil = until
  }
}
