// The jobs behind velocity and rate limits, and how refusals are reported: metrics, and a line in the log.

import type { VelocityRefusal } from '../../adapters/system/velocity.ts'
import type { Log } from '../../adapters/telemetry/log.ts'
import type { Metrics } from '../../adapters/telemetry/metrics.ts'
import { oncePerInterval } from '../../concurrency/once-per-interval.ts'
import { velocityLimitName } from '../../domain/risk/velocity/limits.ts'
import { repeatJob } from '../../jobs/repeat.ts'
import { deleteExpiredCounts } from '../../jobs/risk/delete-expired-counts.ts'
import { createCountExchange } from '../../jobs/risk/exchange-counts.ts'
import { errorLogger, type Job, lookEveryMs, repeatedJob } from './job.ts'

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
    return repeatJob(run, { everyMs: lookEveryMs(context, 500), onError })
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
