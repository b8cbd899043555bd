// What long lists have in common: how they are sorted, and how many rows there are.
import type { CountBody } from '../../../../src/console/response-bodies/orders.ts'
import type { SearchSort } from '../../../../src/search/ports/search.ts'
import { useRead } from '../api/queries.ts'
import type { TableSorting } from './data-table.tsx'
import type { UrlFilters } from './url-filters.ts'

const usualSort: SearchSort = 'NEWEST'
const upwards: readonly string[] = ['OLDEST', 'SMALLEST'] satisfies readonly SearchSort[]

export const timeSorts = ['NEWEST', 'OLDEST'] as const satisfies readonly SearchSort[]
export const amountSorts = ['LARGEST', 'SMALLEST'] as const satisfies readonly SearchSort[]

export function useSorting(filters: UrlFilters<'sort'>): TableSorting {
  return {
    value: filters.values.sort || usualSort,
    set: (sort) => filters.set({ sort: sort === usualSort ? '' : sort }),
    isUp: (sort) => upwards.includes(sort),
  }
}

/** Counted beside the list, which does not wait for it. */
export function useCount(path: string, query: Readonly<Record<string, string | undefined>>) {
  const { after: _, sort: __, ...wanted } = query
  return useRead<CountBody>(`${path}-count`, wanted).data
}
