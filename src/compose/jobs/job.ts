// A background job: the row that its file declares, and what the gateway starts it with.

import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { StoreOverloaded } from '../../kernel/store-overloaded.ts'
import type { KeyAdministration } from '../../keys/ports/vault.ts'
import type { RightsSeals } from '../../merchants/postgres/rights/rights-seals.ts'
import type { Lanes } from '../../payments/jobs/lanes.ts'
import type { Config } from '../../platform/config/config.ts'
import { type RepeatedJob, repeatJob } from '../../platform/jobs/repeat.ts'
import type { WorkBoard } from '../../platform/jobs/work-board.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { DatabaseClock } from '../../platform/postgres/database-clock.ts'
import { databaseErrorKindOf } from '../../platform/postgres/database-errors.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import type { Ports } from '../../requests/ports.ts'
import type { JobPace } from '../database-forms.ts'
import type { DueWorkSearch, WorkKind } from '../due-work.ts'
import type { ComposedPorts } from '../ports.ts'
import type { CredentialRefusalReporter } from '../refused-credentials.ts'

export interface JobContext extends Pick<ComposedPorts, 'signals' | 'counts' | 'providers' | 'links'> {
  readonly config: Config
  readonly ports: Ports
  readonly metrics: Metrics
  readonly log: Log
  readonly database: Database
  readonly clock: DatabaseClock
  readonly vault: KeyAdministration
  readonly rights: Pick<RightsSeals, 'renewAll'>
  readonly renewLinkSeal: () => Promise<void>
  readonly refusedCredentials: Pick<CredentialRefusalReporter, 'write'>
  readonly dueWorkSearch: DueWorkSearch
  readonly pace: JobPace
  /** What one search for all jobs has found; jobs look for work of their kind only where there is some. */
  readonly dueWork: Pick<WorkBoard<WorkKind>, 'has' | 'note'>
  /** Jobs that work link by link put theirs here, for the job that shows which acquirers are silent. */
  readonly lanes: Lanes[]
}

export interface Job {
  /** What it does. */
  readonly name: string
  /** Resolves when it has begun. */
  start(context: JobContext): RepeatedJob | Promise<RepeatedJob>
}

/** Reports a failure; of one merchant, when the others are not concerned. */
type OnJobError = (error: unknown, merchantId?: string) => void

/** A job that runs again some time after its last run. */
export function repeatedJob({
  name,
  everyMs,
  whereCostlyMs,
  work,
  failure,
  prepare,
}: {
  readonly name: string
  readonly everyMs: number
  /** For what can wait, where looking costs much (`JobPace`). */
  readonly whereCostlyMs?: number
  /** It runs only where the search for all jobs has found work of this kind. */
  readonly work?: WorkKind
  /** Logged when a run fails. */
  readonly failure: string
  /** Gives what is run. The signal is for runs that continue as long as there is work, since a gateway that stops waits for them. */
  readonly prepare: (context: JobContext, onError: OnJobError, ended: AbortSignal) => () => Promise<unknown>
}): Job {
  return {
    name,
    start(context) {
      const onError = errorLogger(context, failure)
      const ended = new AbortController()
      const run = prepare(context, onError, ended.signal)
      const job = repeatJob(run, {
        everyMs: context.pace(everyMs, whereCostlyMs),
        onError,
        ...(work !== undefined && { isDue: () => context.dueWork.has(work) }),
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

/** For what is dropped by the month: it may wait, and looks into the catalogue each time. */
export const retentionEveryMs = 600_000

/** Where counting costs much, for figures that are only shown. */
export const figuresEveryMs = 60_000

export function errorLogger({ log }: Pick<JobContext, 'log'>, failure: string): OnJobError {
  return (err, merchant) => {
    // The reason of an outage is logged once for all jobs, see compose/database-outages.ts. A slow statement is none.
    const isOutage = err instanceof StoreOverloaded && databaseErrorKindOf(err) !== 'HELD'
    const level = isOutage ? 'debug' : 'error'
    log[level]({ err, ...omitUndefined({ merchant }) }, failure)
  }
}
