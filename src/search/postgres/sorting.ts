// In which order a search returns its rows, and where its next page begins. Each order follows an index.

import type { CursorValues } from '../../platform/postgres/page-cursor.ts'
import type { SearchSort } from '../ports/search.ts'

interface SortableColumns {
  readonly time: string
  readonly amount: string
  /** Which sort rows of the same time or amount. */
  readonly names: readonly string[]
}

interface Sorting {
  readonly orderBy: string
  /** Rows after a cursor. */
  beyond(after: CursorValues | undefined, parameter: (value: unknown) => string): string | undefined
}

const isUpwards: Readonly<Record<SearchSort, boolean>> = { NEWEST: false, OLDEST: true, LARGEST: false, SMALLEST: true }

export function isByAmount(sort: SearchSort): boolean {
  return sort === 'LARGEST' || sort === 'SMALLEST'
}

export function sortingOf(sort: SearchSort, { time, amount, names }: SortableColumns): Sorting {
  const columns = [isByAmount(sort) ? amount : time, ...names]
  const isUp = isUpwards[sort]
  return {
    orderBy: columns.map((column) => (isUp ? column : `${column} desc`)).join(', '),
    beyond: (after, parameter) =>
      after && `(${columns.join(', ')}) ${isUp ? '>' : '<'} (${after.map((value) => parameter(value)).join(', ')})`,
  }
}
