// Where processes publish their counts for each other.
import type { SubjectTotals } from './count-book.ts'

export interface PublishedTotals extends SubjectTotals {
  readonly processId: string
}

export interface SharedCounts {
  /** Replaces what this process has published for the same subjects before. */
  publish(processId: string, totals: readonly SubjectTotals[]): Promise<void>
  /** What other processes have published since the time that the last call returned; everything without one. */
  readSince(
    processId: string,
    since: Date | undefined,
  ): Promise<{ readonly totals: readonly PublishedTotals[]; readonly until: Date }>
  /** Deletes what is older than every window, a bounded number at a time; returns how many. */
  deleteExpired(limit: number): Promise<number>
}
