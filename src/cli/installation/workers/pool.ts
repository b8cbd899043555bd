// The workers of a gateway: as many as wanted, one that ends is replaced, and all are replaced one by one on request.
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { withTimeout } from '../../../platform/concurrency/with-timeout.ts'
import type { Log } from '../../../platform/telemetry/log.ts'
import { StartFailure } from '../../start-failure.ts'
import type { MessageFromWorker, MessageToWorker, ReachedGateway } from './messages.ts'

/** The part of a child process that is used. */
export interface WorkerProcess {
  readonly id: number
  /** Null while it runs. */
  readonly exitCode: number | null
  readonly signalCode: string | null
  send(message: MessageToWorker): boolean
  send(
    message: MessageToWorker,
    socket: Socket,
    options: { readonly keepOpen: boolean },
    callback: (error: Error | null) => void,
  ): boolean
  kill(signal: NodeJS.Signals): unknown
  on(event: 'message', listener: (message: MessageFromWorker) => void): unknown
  once(event: 'exit', listener: (code: number | null, signal: string | null) => void): unknown
}

export interface PoolOptions {
  readonly count: number
  readonly fork: () => WorkerProcess
  readonly startMessage: (worker: WorkerProcess) => MessageToWorker
  readonly onMessage: (message: MessageFromWorker, worker: WorkerProcess) => void
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  /** How long a worker may take to finish what is in flight. */
  readonly drainMs: number
  /** How long clients of a replaced worker have to use another one. */
  readonly graceMs: number
}

export interface WorkerPool {
  /** Ready, or about to be. */
  list(): readonly WorkerProcess[]
  /** Resolves when the first is ready; a failure of it is the gateway's. */
  start(): Promise<ReachedGateway>
  /** Replaces every worker, each after its successor is ready. False when a successor failed: the others stay. */
  replaceAll(): Promise<boolean>
  /** Rejects when one did not end in time, or not cleanly; none is left in any case. */
  stop(): Promise<void>
}

export function hasEnded({ exitCode, signalCode }: WorkerProcess): boolean {
  return exitCode !== null || signalCode !== null
}

/** A worker that ends again at once must not keep the machine busy. */
const pausesMs = { first: 100, longest: 10_000, forgottenAfter: 30_000 }
const startMs = 60_000
/** What a worker needs for the rest, after the time for draining; it ends itself sooner, and this process waits for longer. */
const closeMs = 7_000

export function openWorkerPool(options: PoolOptions): WorkerPool {
  const { count, fork, startMessage, onMessage, log, drainMs, graceMs } = options
  /** Those that are to be replaced when they end. */
  const serving = new Set<WorkerProcess>()
  /** Those that are not ready yet and have nothing in flight. */
  const starting = new Set<WorkerProcess>()
  const stopping = new AbortController()
  let pauseMs = pausesMs.first
  let replacing: Promise<boolean> | undefined

  function launch(): { readonly worker: WorkerProcess; readonly ready: Promise<ReachedGateway> } {
    const worker = fork()
    starting.add(worker)
    const { promise: ready, resolve, reject } = Promise.withResolvers<ReachedGateway>()
    const startedAtMs = performance.now()
    worker.on('message', (message) => {
      if (message.kind === 'READY') resolve(message.reached)
      else if (message.kind === 'FAILED') reject(new StartFailure(message.reason))
      else onMessage(message, worker)
    })
    worker.once('exit', (code, signal) => {
      reject(new StartFailure(`A process of the gateway ended at its start (${signal ?? `exit code ${code}`}).`))
      const wasServing = serving.delete(worker)
      if (!wasServing || stopping.signal.aborted) return
      log.error({ worker: worker.id, code, signal }, 'a process of the gateway ended and is being replaced')
      if (performance.now() - startedAtMs > pausesMs.forgottenAfter) pauseMs = pausesMs.first
      void replaceLost()
    })
    worker.send(startMessage(worker))
    const inTime = withTimeout(ready, {
      timeoutMs: startMs,
      onTimeout(): never {
        worker.kill('SIGKILL')
        throw new StartFailure(`A process of the gateway was not ready within ${startMs / 1_000} seconds.`)
      },
    })
    inTime.then(
      () => {
        starting.delete(worker)
        serving.add(worker)
      },
      () => starting.delete(worker),
    )
    return { worker, ready: inTime }
  }

  async function replaceLost(): Promise<void> {
    while (!stopping.signal.aborted && serving.size < count) {
      try {
        await delay(pauseMs, undefined, { signal: stopping.signal })
        pauseMs = Math.min(pauseMs * 2, pausesMs.longest)
        await launch().ready
        return
      } catch (error) {
        if (stopping.signal.aborted) return
        log.error(
          { reason: (error as Error).message, retryInMs: pauseMs },
          'a process could not be started; will retry',
        )
      }
    }
  }

  /** False when it did not end in time, or not cleanly. */
  async function retire(worker: WorkerProcess, message: MessageToWorker, timeoutMs: number): Promise<boolean> {
    serving.delete(worker)
    if (hasEnded(worker)) return true
    const ended = once(worker as never, 'exit')
    worker.send(message)
    await withTimeout(ended, {
      timeoutMs,
      onTimeout() {
        log.warn({ worker: worker.id }, 'a process did not end in time and is killed')
        worker.kill('SIGKILL')
      },
    })
    if (!hasEnded(worker)) await ended
    return worker.exitCode === 0
  }

  async function replaceEach(): Promise<boolean> {
    for (const old of [...serving]) {
      if (stopping.signal.aborted) return false
      const { worker, ready } = launch()
      try {
        await ready
      } catch (error) {
        log.error({ reason: (error as Error).message }, 'a new process failed to start; the present ones stay')
        return false
      }
      log.info({ worker: worker.id, replaces: old.id }, 'a process was replaced')
      await retire(old, { kind: 'STOP', graceMs }, graceMs + drainMs + closeMs)
    }
    return true
  }

  return {
    list: () => [...serving],
    async start() {
      const reached = await launch().ready
      const others = Array.from({ length: count - 1 }, () => launch().ready)
      await Promise.all(others)
      return reached
    },
    replaceAll() {
      // A request during a replacement means the newest sources and certificates: it begins after this one.
      const next = (replacing ?? Promise.resolve(true)).then(replaceEach)
      replacing = next.catch(() => false)
      return replacing
    },
    async stop() {
      stopping.abort()
      for (const worker of starting) worker.kill('SIGKILL')
      const retiring = [...serving].map((worker) => retire(worker, { kind: 'STOP', graceMs: 0 }, drainMs + closeMs))
      const unclean = (await Promise.all(retiring)).filter((isClean) => !isClean).length
      if (unclean > 0) throw new Error(`${unclean} of ${retiring.length} did not end cleanly, see the log`)
    },
  }
}
