// The workers of this process: their ports, their metrics, and what they need to know.
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { connectionsPerProcess, type Installation } from '../../../compose/index.ts'
import { withTimeout } from '../../../platform/concurrency/with-timeout.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Connection as DatabaseServer } from '../../../platform/postgres/embedded/index.ts'
import type { Log } from '../../../platform/telemetry/log.ts'
import { type MetricValues, sumCounters, sumMetrics } from '../../../platform/telemetry/metrics.ts'
import { servingEnvironment } from '../serving-environment.ts'
import type { MessageFromWorker, MessageToWorker, ReachedGateway } from './messages.ts'
import { hasEnded, openWorkerPool, type WorkerPool, type WorkerProcess } from './pool.ts'
import { openSharedPorts } from './shared-ports.ts'

/** How long clients of a replaced worker have to send their next request, which is answered with "Connection: close". */
const graceMs = 5_000

const ownWorkerFile = resolve(import.meta.dirname, '..', '..', '..', 'worker.ts')

interface GatewayWorkers {
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
  { isJson, workerFile = ownWorkerFile }: { readonly isJson: boolean; readonly workerFile: string | undefined },
): GatewayWorkers {
  let server: DatabaseServer | undefined
  let pool: WorkerPool | undefined
  let forked = 0
  const metrics = openMetricsCollector(() => pool?.list() ?? [])
  const ports = openSharedPorts((err) => log.warn({ err }, 'a connection could not be accepted'))

  function forkWorker(): WorkerProcess {
    forked += 1
    const child = fork(workerFile, [], { stdio: 'inherit', env: servingEnvironment(process.env) })
    const worker: WorkerProcess = Object.assign(child, { id: forked })
    worker.once('exit', () => ports.drop(worker))
    // A message was sent to a process that has just ended.
    child.on('error', (err) => log.warn({ err, worker: forked }, 'a process of the gateway could not be reached'))
    return worker
  }
  const startMessage = ({ id }: WorkerProcess): MessageToWorker => ({
    kind: 'START',
    worker: id,
    server,
    isJson,
    buildsConsole: mode === 'sandbox' && id === 1,
  })
  function onMessage(message: MessageFromWorker, worker: WorkerProcess): void {
    switch (message.kind) {
      case 'LISTEN':
        void ports
          .join(worker, message.address)
          .then((result) => worker.send({ kind: 'LISTENING', request: message.request, result }))
        break
      case 'TAKEN':
      case 'RETURNED':
        ports.confirm(message.connection, message.kind === 'TAKEN')
        break
      case 'LEAVE':
        ports.leave(worker, message.key)
        worker.send({ kind: 'LEFT', key: message.key })
        break
      case 'METRICS_WANTED':
        void metrics.answer(worker, message.request)
        break
      case 'METRIC_VALUES':
        metrics.add(message.request, worker, message.values)
        break
      case 'LAST_METRIC_VALUES':
        metrics.keep(message.values)
        break
      default:
        break
    }
  }
  return {
    start(count, startedServer) {
      server = startedServer
      pool = openWorkerPool({ count, fork: forkWorker, startMessage, onMessage, log, drainMs: drainTimeoutMs, graceMs })
      return pool.start()
    },
    moveServer(moved) {
      server = moved
      for (const worker of pool?.list() ?? []) worker.send({ kind: 'SERVER_MOVED', server: moved })
    },
    replaceAll: async () => (await pool?.replaceAll()) ?? false,
    async stop() {
      await pool?.stop()
      ports.close()
    },
  }
}

// How many processes serve requests: as many as wanted, and no more than the database has connections for.

/** For commands, doctor and the operator's own tools. */
const connectionsLeftOver = 15

export async function countProcesses(
  config: Pick<Config, 'processes' | 'databasePoolSize' | 'mode'>,
  { database }: Pick<Installation, 'database'>,
  log: Pick<Log, 'warn'>,
): Promise<number> {
  // What an operator asks for by a number is done, and doctor says whether it fits.
  if (config.processes !== 'auto') return config.processes
  const cores = availableParallelism()
  const { rows } = await database.query<{ max_connections: string }>('show max_connections')
  const max = Number(rows[0]?.max_connections ?? 100)
  const possible = Math.max(1, Math.floor((max - connectionsLeftOver) / connectionsPerProcess(config)))
  if (possible < cores)
    log.warn(
      { cores, processes: possible, maxConnections: max },
      'fewer processes than processor cores: raise max_connections of the database to use all of them',
    )
  return Math.min(cores, possible)
}

// Metrics of all processes: whichever process is asked has the primary process collect them from every worker.

/** Workers that do not report within this time are left out. */
const collectMs = 2_000

function openMetricsCollector(workers: () => readonly WorkerProcess[]) {
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
