// What the other folders may use of search and figures.
export { createSearch, type SearchDependencies } from './create-search.ts'
export {
  type FiguresQuery,
  type FiguresReader,
  type MoneyAtRisk,
  type OrderSearchResult,
  type Overview,
  type PaymentVolume,
  type PeriodTotals,
  type Search,
  type SearchFilter,
  type SearchSort,
  type SeriesPoint,
  type SortedPageRequest,
  searchSorts,
  type TextSearchResult,
  type TransactionSearchResult,
} from './ports/search.ts'
export type { SettlementBatch } from './ports/settlement-batches.ts'
export { postgresFigures } from './postgres/figures.ts'
export { postgresSearch } from './postgres/search.ts'
export type { ReviewFacts } from './rules/attention.ts'
export { normalizeText, type SearchField, searchFields } from './rules/findable-texts.ts'
export { readSearchQuery } from './rules/search-query.ts'
