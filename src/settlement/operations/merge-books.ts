// The books of several revisions of a link as one: a change of a link may lead to another acquirer, or to the same one.
import type { AcquirerBooks } from '../../payments/index.ts'

/** What several of them have is listed once. */
export function mergeBooks(books: readonly AcquirerBooks[]): AcquirerBooks {
  return {
    async list(page) {
      const pages = await Promise.all(books.map((each) => each.list(page)))
      const entries = new Map(pages.flat().map((entry) => [entry.reference, entry]))
      const inOrder = [...entries.values()].toSorted((a, b) => (a.reference < b.reference ? -1 : 1))
      // The first of all are among the first of each.
      return inOrder.slice(0, page.limit)
    },
  }
}
