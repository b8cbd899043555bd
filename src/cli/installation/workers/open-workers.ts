// The workers of this process by node:cluster: it owns the listening sockets and gives connections to the workers in turn.
import cluster, { type Worker } from 'node:cluster'
import { resolve } from 'node:path'
import type { DatabaseServer, Log } from '../../../compose/index.ts'
import type { Config } from '../../../config/config.ts'
import type { MessageFromWorker, MessageToWorker, ReachedGateway } from './messages.ts'
import { openMetricsCollector } from './metrics.ts'
import { openWorkerPool, type WorkerPool, type WorkerProcess } from './pool.ts'

/** How long clients of a replaced worker have to send their next request, which is answered with "Connection: close". */
const graceMs = 5_000

export interface GatewayWorkers {
  /** Resolves when all of them are ready. */
  start(count: number, server: DatabaseServer | undefined): Promise<ReachedGateway>
  moveServer(server: DatabaseServer): void
  replaceAll(): Promise<boolean>
  /** Does nothing more when it is called again. */
  stop(): Promise<void>
}

export function openGatewayWorkers(
  { drainTimeoutMs, mode }: Pick<Config, 'drainTimeoutMs' | 'mode'>,
  log: Log,
  { isJson }: { readonly isJson: boolean },
): GatewayWorkers {
  let server: DatabaseServer | undefined
  let pool: WorkerPool | undefined
  const metrics = openMetricsCollector(() => pool?.list() ?? [])

  const startMessage = ({ id }: WorkerProcess): MessageToWorker => ({
    kind: 'start',
    worker: id,
    server,
    isJson,
    buildsConsole: mode === 'sandbox' && id === 1,
  })
  const onMessage = (message: MessageFromWorker, worker: WorkerProcess) => {
    if (message.kind === 'metricsWanted') void metrics.answer(worker, message.request)
    else if (message.kind === 'lastMetricValues') metrics.keep(message.values)
    else if (message.kind === 'metricValues') metrics.add(message.request, worker, message.values)
  }
  return {
    start(count, startedServer) {
      server = startedServer
      cluster.schedulingPolicy = cluster.SCHED_RR
      cluster.setupPrimary({ exec: resolve(import.meta.dirname, '..', '..', '..', 'main.ts'), args: [] })
      const fork = (): Worker => cluster.fork()
      pool = openWorkerPool({ count, fork, startMessage, onMessage, log, drainMs: drainTimeoutMs, graceMs })
      return pool.start()
    },
    moveServer(moved) {
      server = moved
      for (const worker of pool?.list() ?? []) worker.send({ kind: 'serverMoved', server: moved })
    },
    replaceAll: async () => (await pool?.replaceAll()) ?? false,
    stop: async () => pool?.stop(),
  }
}
