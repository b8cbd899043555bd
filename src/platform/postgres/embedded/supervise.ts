// Supervises the embedded PostgreSQL of a running gateway: a server whose process has ended is started again.
import { setTimeout as delay } from 'node:timers/promises'
import type { Connection } from './endpoint.ts'
import type { EmbeddedPostgres } from './start.ts'

export interface Supervision {
  /** Starts the server, or takes over one that is running by now. */
  readonly start: () => Promise<EmbeddedPostgres>
  readonly onEnded: () => void
  /** It may listen elsewhere than before. */
  readonly onStarted: (connection: Connection) => void
  readonly onFailed: (error: unknown, tryAgainInMs: number) => void
  /** In place of the real pauses, for tests. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** On other systems checking a process means running a program. */
const pollEveryMs = process.platform === 'linux' ? 500 : 5_000
/**
 * A server that keeps ending must not keep the machine busy. One that ran for long starts with the first pause again.
 */
const pausesMs = { first: 250, longest: 30_000, forgottenAfter: 60_000 }

export type SupervisedPostgres = Pick<EmbeddedPostgres, 'connection' | 'adopted' | 'stop'>

export function superviseEmbeddedPostgres(first: EmbeddedPostgres, supervision: Supervision): SupervisedPostgres {
  const { start, onEnded, onStarted, onFailed, sleep = realSleep } = supervision
  const stopping = new AbortController()
  let server = first
  const supervising = supervise().catch(() => undefined)
  let stopped: Promise<void> | undefined

  /** Ends by the error of an aborted sleep. */
  async function supervise(): Promise<never> {
    let pauseMs = pausesMs.first
    for (;;) {
      const startedAtMs = performance.now()
      // A check that fails says nothing about the server.
      while (await server.isRunning().catch(() => true)) await sleep(pollEveryMs, stopping.signal)
      stopping.signal.throwIfAborted()
      if (performance.now() - startedAtMs > pausesMs.forgottenAfter) pauseMs = pausesMs.first
      onEnded()
      pauseMs = await startAgain(pauseMs)
    }
  }

  /** Returns the pause before the next start. */
  async function startAgain(firstPauseMs: number): Promise<number> {
    for (let pauseMs = firstPauseMs; ; ) {
      await sleep(pauseMs, stopping.signal)
      pauseMs = Math.min(pauseMs * 2, pausesMs.longest)
      try {
        server = await start()
        onStarted(server.connection)
        return pauseMs
      } catch (error) {
        stopping.signal.throwIfAborted()
        onFailed(error, pauseMs)
      }
    }
  }

  return {
    connection: first.connection,
    adopted: first.adopted,
    stop() {
      stopping.abort()
      // A start that is under way produces a server, which must not be left behind.
      stopped ??= supervising.then(() => server.stop())
      return stopped
    },
  }
}

async function realSleep(ms: number, signal: AbortSignal): Promise<void> {
  // A gateway that has nothing else to do may end.
  await delay(ms, undefined, { signal, ref: false })
}
