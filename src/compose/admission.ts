// Puts together what decides on requests under overload, and its figures.
import { defaultBatchSharing } from '../adapters/postgres/payments/transactions.ts'
import type { Metrics } from '../adapters/telemetry/metrics.ts'
import type { Config } from '../config/config.ts'
import type { RequestAdmission } from '../http/edge/overload/admission-types.ts'
import type { LoopDelay } from '../http/edge/overload/loop-delay.ts'
import { admitRequests } from '../http/edge/overload/request-admission.ts'

/** However small the batches are, so many payments may be on their way to theirs. */
const recordingMin = 64

export function composeAdmission(
  { overloadDelayMs, merchantRequestsMax, linkRequestsMax, batchRowsMax }: Config,
  loopDelay: LoopDelay,
  metrics: Metrics,
): RequestAdmission {
  const admission = admitRequests({
    limits: {
      delayMs: overloadDelayMs,
      // Enough to fill the batches that are under way; who is ready sooner would only wait for longer there.
      recordingMax: Math.max(defaultBatchSharing.lanes * batchRowsMax, recordingMin),
      merchantMax: merchantRequestsMax,
      linkMax: linkRequestsMax,
    },
    loopDelay,
    onShed: (reason) => metrics.shed.inc({ reason }),
    onAbandoned: () => metrics.abandoned.inc(),
  })
  loopDelay.onTick((delayMs) => metrics.loopDelay.observe(delayMs / 1000))
  return admission
}

/** The figures that are what they are at the moment they are asked for. */
export function reportWaiting(admission: RequestAdmission, metrics: Metrics): void {
  const { count, oldestMs } = admission.waiting()
  metrics.waiting.set(count)
  metrics.oldestWaiting.set(oldestMs / 1000)
}
