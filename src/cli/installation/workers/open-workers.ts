// The workers of this process: their ports, their metrics, and what they need to know.
import { fork } from 'node:child_process'
import { resolve } from 'node:path'
import type { DatabaseServer, Log } from '../../../compose/index.ts'
import type { Config } from '../../../platform/config/config.ts'
import { servingEnvironment } from '../serving-environment.ts'
import type { MessageFromWorker, MessageToWorker, ReachedGateway } from './messages.ts'
import { openMetricsCollector } from './metrics.ts'
import { openWorkerPool, type WorkerPool, type WorkerProcess } from './pool.ts'
import { openSharedPorts } from './shared-ports.ts'

/** How long clients of a replaced worker have to send their next request, which is answered with "Connection: close". */
const graceMs = 5_000

const ownWorkerFile = resolve(import.meta.dirname, '..', '..', '..', 'worker.ts')

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
  { isJson, workerFile = ownWorkerFile }: { readonly isJson: boolean; readonly workerFile?: string },
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
