// How often acquirers gave each response, by link and hour, over all processes.
import type { AcquirerResult } from '../../payments/ports/acquirer.ts'

export interface ResponseCount {
  /** Its beginning. */
  readonly hour: Date
  /** The acquirer's own; empty where it gave none. */
  readonly code: string
  /** The gateway code that it stands for, NO_ANSWER or NOT_SENT. */
  readonly outcome: string
  readonly count: number
}

export interface LinkResponses {
  /** Counts in this process; returns at once. */
  note(linkId: string, result: AcquirerResult): void
  /** Adds what this process has counted to what all have. */
  flush(): Promise<void>
  /** From an hour on, by hour. */
  list(linkId: string, from: Date): Promise<readonly ResponseCount[]>
  /** Returns how many rows were deleted. */
  deleteBefore(before: Date, limit: number): Promise<number>
}
