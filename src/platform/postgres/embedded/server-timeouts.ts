// The timeouts for the embedded PostgreSQL. Every wait is bounded, and all bounds are here.
import { setTimeout as delay } from 'node:timers/promises'

export const serverTimeouts = {
  /** Crash recovery after a power cut replays up to a gigabyte of log; that can take a minute on a slow disk. */
  readyMs: 120_000,
  /** Another gateway may hold the start lock for as long as it waits for recovery. */
  lockMs: 150_000,
  /** Orphans of a killed server leave within a second or two; until then its shared memory is still taken. */
  occupiedMs: 15_000,
  /** A server that reports ready, yet does not answer. */
  silentMs: 10_000,
  /** A fast shutdown writes one checkpoint. */
  fastStopMs: 20_000,
  immediateStopMs: 20_000,
  /** One probe of a server that may belong to another cluster. */
  connectMs: 5_000,
} as const

interface Polling {
  readonly timeoutMs: number
  readonly everyMs?: number
  /** Throws its reason as soon as it is aborted. */
  readonly signal?: AbortSignal | undefined
}

/** Polls until the result is not undefined, or the time is over. */
export async function pollUntil<Answer>(
  ask: () => Answer | undefined | Promise<Answer | undefined>,
  { timeoutMs, everyMs = 15, signal }: Polling,
): Promise<Answer | undefined> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    signal?.throwIfAborted()
    const answer = await ask()
    if (answer !== undefined || performance.now() > deadline) return answer
    await delay(everyMs)
  }
}
