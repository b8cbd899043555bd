// The jobs behind velocity and rate limits, and what becomes of refusals: figures, and a line in the log.
import type { VelocityRefusal } from '../../adapters/system/velocity.ts'
import type { Log } from '../../adapters/telemetry/log.ts'
import type { Metrics } from '../../adapters/telemetry/metrics.ts'
import { velocityLimitName } from '../../domain/risk/velocity/limits.ts'
import { type RepeatedJob, repeatJob } from '../../jobs/repeat.ts'
import { deleteExpiredCounts } from '../../jobs/risk/delete-expired-counts.ts'
import { type CountExchange, createCountExchange } from '../../jobs/risk/exchange-counts.ts'

const exchangeEveryMs = 500
const deleteEveryMs = 60_000

/** Reads what other processes have counted before it returns: a gateway that starts does not begin with empty counts. */
export async function countJobs(counts: CountExchange, metrics: Metrics, log: Log): Promise<readonly RepeatedJob[]> {
  const exchange = createCountExchange(counts)
  const run = async () => {
    await exchange()
    metrics.countedSubjects.set(counts.book.size)
  }
  const onError = (err: unknown) => log.error({ err }, 'counts could not be shared with other processes; will retry')
  await run().catch(onError)
  return [
    repeatJob(run, { everyMs: exchangeEveryMs, onError }),
    repeatJob(() => deleteExpiredCounts(counts.shared), {
      everyMs: deleteEveryMs,
      onError: (err) => log.error({ err }, 'expired counts could not be deleted; will retry'),
    }),
  ]
}

const warnEveryMs = 60_000
/** So many merchants and limits are remembered as warned about. */
const warnedMax = 1_000

/** A test of ten thousand cards is one line a minute, and a figure. */
export function reportVelocityRefusals(metrics: Metrics, log: Log): (refusal: VelocityRefusal) => void {
  const warnedAt = new Map<string, number>()
  return ({ merchantId, limit, isRecorded }) => {
    const { subject, counter, window } = limit
    metrics.velocityRefusals.inc({ subject, counter, window, recorded: String(isRecorded) })
    const name = velocityLimitName(limit)
    const key = `${merchantId} ${name}`
    const now = performance.now()
    if (now - (warnedAt.get(key) ?? Number.NEGATIVE_INFINITY) < warnEveryMs) return
    if (warnedAt.size >= warnedMax) warnedAt.clear()
    warnedAt.set(key, now)
    log.warn({ merchant: merchantId, limit: name }, 'payments are rejected by a velocity limit')
  }
}
