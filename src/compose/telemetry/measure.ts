// Measures while the gateway works: its requests, the batches of the money path, the calls of acquirers.

import type { LinkResponses } from '../../acquirers/index.ts'
import type { Acquirer } from '../../payments/index.ts'
import { oncePerInterval } from '../../platform/concurrency/once-per-interval.ts'
import { velocityLimitName } from '../../platform/counters/limits.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import type { VelocityRefusal } from '../../risk/index.ts'

/** The result of a request. */
interface RequestSummary {
  readonly operation: string
  readonly status: number
  readonly result: string
  readonly seconds: number
}

export function measureRequests({ inFlight, requests }: Metrics) {
  return {
    onStarted: () => inFlight.inc(),
    onFinished({ seconds, ...labels }: RequestSummary) {
      inFlight.dec()
      requests.observe(labels, seconds)
    },
    /** Answered as soon as it is read, it was never in progress. */
    onRefusedEarly: ({ seconds, ...labels }: RequestSummary) => requests.observe(labels, seconds),
  }
}

/** Called with the number of rows of each batch. */
export function measureBatches({ batchRows }: Metrics): (rows: number) => void {
  return (rows) => batchRows.observe(rows)
}

/** Labels are spelled in camel case: NO_ANSWER is `noAnswer`. */
function labelOf(kind: string): string {
  return kind.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** Measures the calls of an acquirer without changing them. `responses` counts what came of each request. */
export function timedAcquirer<A extends Acquirer>(
  acquirer: A,
  { acquirer: histogram }: Metrics,
  link: string,
  responses?: Pick<LinkResponses, 'note'>,
): A {
  async function timed<R extends { kind: string }>(question: string, ask: () => Promise<R>): Promise<R> {
    const start = performance.now()
    let reply = 'failed'
    try {
      const response = await ask()
      reply = labelOf(response.kind)
      return response
    } finally {
      histogram.observe({ link, question, reply }, (performance.now() - start) / 1000)
    }
  }
  return {
    ...acquirer,
    isReachable: () => acquirer.isReachable(),
    async ask(question, terms) {
      const result = await timed(question.kind.toLowerCase(), () => acquirer.ask(question, terms))
      responses?.note(link, result)
      return result
    },
    inquire: (about) => timed('inquire', () => acquirer.inquire(about)),
    reverse: (about, terms) => timed('reverse', () => acquirer.reverse(about, terms)),
    closeBatch: (about) => timed('close_batch', () => acquirer.closeBatch(about)),
  }
}

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
