// Finishes closing batches whose acquirer has not answered yet, or that waited for transactions without outcome: another
// process may have begun, and ended meanwhile.
import { responseWithin } from '../../platform/concurrency/with-timeout.ts'
import { countSettled, type OnError } from '../../platform/jobs/repeat.ts'
import { type ClosingDependencies, continueClosing } from '../operations/close-batch.ts'
import type { SettlementBatchClosing } from '../ports/batch-closings.ts'

/** No other process takes a claimed closing for this long. Two that go on side by side do no harm. */
const leaseMs = 600_000
const closingsMax = 16
const shortestGapMs = 5_000
const longestGapMs = 600_000

/** Returns how many batches were closed. */
export async function finishClosings(dependencies: ClosingDependencies, onError: OnError): Promise<number> {
  const due = await dependencies.settlementBatchClosings.claimDue({ leaseMs, limit: closingsMax })
  return countSettled(await Promise.allSettled(due.map((closing) => finish(closing, dependencies))), onError)
}

/** A large batch continues beyond the time-out; the next ones do not wait for it. */
async function finish(
  closing: SettlementBatchClosing & { readonly tries: number },
  dependencies: ClosingDependencies,
): Promise<boolean> {
  const work = continueClosing(closing, dependencies).then(async (result) => {
    if (result.kind === 'NO_ANSWER' || result.kind === 'IN_FLIGHT')
      await dependencies.settlementBatchClosings.retryLater(
        closing,
        Math.min(shortestGapMs * 2 ** closing.tries, longestGapMs),
      )
    return result.kind
  })
  const kind = await responseWithin(work, {
    timeoutMs: dependencies.timeouts.acquirerTimeoutMs,
    silence: 'underWay' as const,
  })
  return kind === 'CLOSED'
}
