// Where processes leave their counts for each other.
import type { SubjectTotals } from '../domain/velocity/count-book.ts'

export interface HeardTotals extends SubjectTotals {
  readonly processId: string
}

export interface SharedCounts {
  /** In place of what this process has left for the same subjects before. */
  publish(processId: string, totals: readonly SubjectTotals[]): Promise<void>
  /** What other processes have left since the time that the last call answered with; everything without one. */
  readSince(
    processId: string,
    since: Date | undefined,
  ): Promise<{ readonly totals: readonly HeardTotals[]; readonly until: Date }>
  /** Deletes what no window reaches back to any more, a bounded number at a time; says how many. */
  deleteExpired(limit: number): Promise<number>
}
