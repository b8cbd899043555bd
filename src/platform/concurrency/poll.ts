// Looks again and again, with growing pauses, until there is something to see or the time is up.

interface PollOptions {
  readonly timeoutMs: number
  readonly firstPauseMs: number
  readonly longestPauseMs: number
  /** How to wait; by default until the time has passed. A caller that learns of changes can end a pause early. */
  readonly pause?: (ms: number) => Promise<void>
}

/** The value that was wanted, or the last one that was seen. */
export async function poll<Value>(
  read: () => Promise<Value>,
  isWanted: (value: Value) => boolean,
  { timeoutMs, firstPauseMs, longestPauseMs, pause = sleep }: PollOptions,
): Promise<Value> {
  const untilMs = performance.now() + timeoutMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const value = await read()
    const leftMs = untilMs - performance.now()
    if (isWanted(value) || leftMs <= 0) return value
    await pause(Math.min(pauseMs, leftMs))
  }
}

function sleep(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, ms)
  return promise
}
