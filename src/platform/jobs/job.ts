// A background job, as a subject declares it, and what the gateway starts it with.

import { StoreOverloaded } from '../../kernel/failures.ts'
import { databaseErrorKindOf } from '../postgres/database-errors.ts'
import type { DueRows } from '../postgres/due-rows.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { type RepeatedJob, repeatJob } from './repeat.ts'
import type { WorkBoard } from './work-board.ts'

/** How often a job looks for work that no commit of this process has announced; the second interval is for what can wait where looking costs much. */
export type JobPace = (everyMs: number, whereCostlyMs?: number) => number

export interface JobContext {
  readonly metrics: Metrics
  readonly log: Log
  readonly pace: JobPace
  /** What one search for all jobs has found; jobs look for work of their kind only where there is some. */
  readonly dueWork: Pick<WorkBoard<string>, 'has' | 'note'>
}

/** Rows that wait for a job, by the conditions with which it claims them. */
export interface DueSearch {
  readonly kind: string
  readonly rows: readonly DueRows[]
}

export interface Job {
  /** What it does. */
  readonly name: string
  /** What the search for all jobs looks for on its behalf. */
  readonly due?: DueSearch | undefined
  /** Resolves when it has begun. */
  start(context: JobContext): RepeatedJob | Promise<RepeatedJob>
}

/** Reports a failure; of one merchant, when the others are not concerned. */
export type OnJobError = (error: unknown, merchantId?: string) => void

export interface JobRun extends JobContext {
  readonly onError: OnJobError
  /** For runs that continue as long as there is work, since a gateway that stops waits for them. */
  readonly stopping: AbortSignal
}

/** A job that runs again some time after its last run. */
export function repeatedJob({
  name,
  everyMs,
  whereCostlyMs,
  due,
  failure,
  run,
}: {
  readonly name: string
  readonly everyMs: number
  /** For what can wait, where looking costs much. */
  readonly whereCostlyMs?: number
  /** It runs only where the search for all jobs has found such rows. */
  readonly due?: DueSearch
  /** Logged when a run fails. */
  readonly failure: string
  readonly run: (run: JobRun) => Promise<unknown>
}): Job {
  return {
    name,
    due,
    start(context) {
      const onError = errorLogger(context, failure)
      const ended = new AbortController()
      const job = repeatJob(() => run({ ...context, onError, stopping: ended.signal }), {
        everyMs: context.pace(everyMs, whereCostlyMs),
        onError,
        ...(due && { isDue: () => context.dueWork.has(due.kind) }),
      })
      return {
        stop() {
          ended.abort()
          return job.stop()
        },
      }
    },
  }
}

export function oneServerPace(everyMs: number): number {
  return everyMs
}

/** A look costs as many queries as the tables have parts, therefore gateways without work look less often. */
export function nodesPace(everyMs: number, whereCostlyMs?: number): number {
  return whereCostlyMs ?? Math.max(everyMs, Math.min(everyMs * 4, longestPaceMs))
}

const longestPaceMs = 4_000

/** For what is dropped by the month: it may wait, and looks into the catalogue each time. */
export const retentionEveryMs = 600_000

/** Where counting costs much, for figures that are only shown. */
export const figuresEveryMs = 60_000

export function errorLogger({ log }: Pick<JobContext, 'log'>, failure: string): OnJobError {
  return (err, merchant) => {
    // The reason of an outage is logged once for all jobs, see compose/database-outages.ts. A slow statement is none.
    const isOutage = err instanceof StoreOverloaded && databaseErrorKindOf(err) !== 'HELD'
    const level = isOutage ? 'debug' : 'error'
    log[level]({ err, ...(merchant !== undefined && { merchant }) }, failure)
  }
}
