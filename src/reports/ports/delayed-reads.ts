// Reads that may be seconds old: searches, figures and reports. They come from a standby where one is named,
// reachable and recent enough, otherwise from the primary. Never for what decides about money, permissions or sessions.

import type { FiguresReader, Search } from '../../search/ports/search.ts'
import type { Reports } from './reports.ts'

/** How old data from a standby is: everything that was acknowledged before is in it. */
export interface DataAge {
  readonly asOf: Date
  readonly ageMs: number
}

export interface ReadSource {
  readonly search: Pick<Search, 'byText' | 'count' | 'orders' | 'transactions'>
  readonly figures: FiguresReader
  readonly reports: Pick<Reports, 'count' | 'read'>
}

export interface DelayedReads {
  /**
   * Runs the work on a source, and again on the primary when a standby fails meanwhile. The age is there only for data of
   * a standby.
   */
  read<Result>(
    work: (source: ReadSource) => Promise<Result>,
    needs?: ReadNeeds,
  ): Promise<{ readonly result: Result; readonly age?: DataAge }>
}

export interface ReadNeeds {
  /** Everything that was acknowledged before this moment must be in it: the next page of what was begun earlier. */
  readonly notBefore?: Date
  /** Everything that was acknowledged before the call must be in it; a standby gets a moment to catch up. */
  readonly isCurrent?: boolean
}

/** Says in a response how old its data is, where it comes from a standby of the database. */
export function dataAgeHeaders({ asOf, ageMs }: DataAge): Readonly<Record<string, string>> {
  return { 'x-data-as-of': asOf.toISOString(), 'x-data-age-ms': String(ageMs) }
}
