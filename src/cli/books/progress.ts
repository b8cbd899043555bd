// Shows the progress of a long comparison. Short ones show nothing.
import type { AcquirerBooks } from '../../payments/ports/acquirer-books.ts'
import type { Store } from '../../payments/ports/store.ts'

const everyRows = 10_000

interface BooksSource {
  readonly store: Pick<Store, 'listOrders'>
  readonly books: AcquirerBooks
}

/** The same rows; every ten thousand rows a line reports progress. */
export function withReadingProgress({ store, books }: BooksSource, say: (line: string) => void): BooksSource {
  const orders = counter((count) => say(`${count} gateway orders read.`))
  const entries = counter((count) => say(`${count} acquirer entries compared.`))
  return {
    store: { listOrders: async (page) => orders(await store.listOrders(page)) },
    books: { list: async (page) => entries(await books.list(page)) },
  }
}

function counter(report: (count: number) => void): <Row>(page: readonly Row[]) => readonly Row[] {
  let count = 0
  return (page) => {
    const before = count
    count += page.length
    if (Math.floor(count / everyRows) > Math.floor(before / everyRows)) report(count)
    return page
  }
}
