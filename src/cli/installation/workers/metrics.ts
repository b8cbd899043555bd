// Metrics of all processes: whichever process is asked has the primary process collect them from every worker.

import { type MetricValues, sumCounters, sumMetrics } from '../../../compose/index.ts'
import { withTimeout } from '../../../platform/concurrency/with-timeout.ts'
import type { MessageToWorker } from './messages.ts'
import { hasEnded, type WorkerProcess } from './pool.ts'

/** Workers that do not report within this time are left out. */
const collectMs = 2_000

export function openMetricsCollector(workers: () => readonly WorkerProcess[]) {
  let requests = 0
  let ended: Promise<MetricValues> = Promise.resolve([])
  const collecting = new Map<number, (worker: WorkerProcess, values: MetricValues) => void>()

  async function collect(): Promise<readonly MetricValues[]> {
    requests += 1
    const request = requests
    const waitedFor = new Set(workers())
    const values: MetricValues[] = [await ended]
    const { promise: done, resolve } = Promise.withResolvers<void>()
    collecting.set(request, (worker, reported) => {
      if (waitedFor.delete(worker)) values.push(reported)
      if (waitedFor.size === 0) resolve()
    })
    for (const worker of waitedFor) worker.send({ kind: 'REPORT_METRICS', request })
    await withTimeout(done, { timeoutMs: collectMs, onTimeout: () => undefined })
    collecting.delete(request)
    return values
  }

  return {
    /** A worker has reported. */
    add(request: number, worker: WorkerProcess, values: MetricValues): void {
      collecting.get(request)?.(worker, values)
    },
    /** A worker ends; what it has counted stays counted. */
    keep(values: MetricValues): void {
      ended = ended.then((before) => sumCounters([before, values]))
    },
    /** A worker was asked by a client. */
    async answer(worker: WorkerProcess, request: number): Promise<void> {
      const text = await sumMetrics(await collect())
      const message: MessageToWorker = { kind: 'METRICS', request, text }
      if (!hasEnded(worker)) worker.send(message)
    },
  }
}
