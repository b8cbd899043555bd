// The jobs behind velocity and rate limits, and how refusals are reported: metrics, and a line in the log.

import { oncePerInterval } from '../../platform/concurrency/once-per-interval.ts'
import { velocityLimitName } from '../../platform/counters/limits.ts'
import { repeatJob } from '../../platform/jobs/repeat.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { deleteExpiredCounts } from '../../risk/jobs/delete-expired-counts.ts'
import { createCountExchange } from '../../risk/jobs/exchange-counts.ts'
import type { VelocityRefusal } from '../../risk/velocity/velocity.ts'
import { errorLogger, type Job, repeatedJob } from './job.ts'

export const countExchange: Job = {
  name: 'share counts with other processes',
  /** Reads what other processes have counted before it returns: a gateway that starts does not begin with empty counts. */
  async start(context) {
    const { counts, metrics } = context
    const exchange = createCountExchange(counts)
    const run = async () => {
      await exchange()
      metrics.countedSubjects.set(counts.book.size)
    }
    const onError = errorLogger(context, 'counts could not be shared with other processes; will retry')
    await run().catch(onError)
    return repeatJob(run, { everyMs: context.pace(500), onError })
  },
}

export const expiredCountDeletion = repeatedJob({
  name: 'delete expired counts',
  everyMs: 60_000,
  failure: 'expired counts could not be deleted; will retry',
  prepare:
    ({ counts }) =>
    () =>
      deleteExpiredCounts(counts.shared),
})

const warnEveryMs = 60_000
/** The number of merchants and limits that are remembered as warned about. */
const warnedMax = 1_000

/** A test of ten thousand cards is one log line a minute, and a metric. */
export function reportVelocityRefusals(metrics: Metrics, log: Log): (refusal: VelocityRefusal) => void {
  const mayWarn = oncePerInterval(warnedMax)
  return ({ merchantId, limit, isRecorded }) => {
    const { subject, counter, window } = limit
    metrics.velocityRefusals.inc({ subject, counter, window, recorded: String(isRecorded) })
    const name = velocityLimitName(limit)
    if (!mayWarn(`${merchantId} ${name}`, warnEveryMs)) return
    log.warn({ merchant: merchantId, limit: name }, 'payments are rejected by a velocity limit')
  }
}
