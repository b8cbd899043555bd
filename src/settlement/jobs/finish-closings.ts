// Finishes closing batches whose acquirer has not answered yet, or that waited for transactions without outcome: another
// process may have begun, and ended meanwhile.
import { responseWithin } from '../../platform/concurrency/with-timeout.ts'
import { countSettled, type OnError } from '../../platform/jobs/repeat.ts'
import { type ClosingPorts, continueClosing } from '../operations/close-batch.ts'
import type { BatchClosing } from '../ports/batch-closings.ts'

/** No other process takes a claimed closing for this long. Two that go on side by side do no harm. */
const leaseMs = 600_000
const closingsMax = 16
const shortestGapMs = 5_000
const longestGapMs = 600_000

/** Returns how many batches were closed. */
export async function finishClosings(ports: ClosingPorts, onError: OnError): Promise<number> {
  const due = await ports.batchClosings.claimDue({ leaseMs, limit: closingsMax })
  return countSettled(await Promise.allSettled(due.map((closing) => finish(closing, ports))), onError)
}

/** A large batch continues beyond the time-out; the next ones do not wait for it. */
async function finish(closing: BatchClosing & { readonly tries: number }, ports: ClosingPorts): Promise<boolean> {
  const work = continueClosing(closing, ports).then(async (result) => {
    if (result.kind === 'NO_ANSWER' || result.kind === 'IN_FLIGHT')
      await ports.batchClosings.retryLater(closing, Math.min(shortestGapMs * 2 ** closing.tries, longestGapMs))
    return result.kind
  })
  const kind = await responseWithin(work, { timeoutMs: ports.timeouts.acquirerTimeoutMs, silence: 'underWay' as const })
  return kind === 'CLOSED'
}
