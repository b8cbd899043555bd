// Measures the event loop delay: input that has arrived meanwhile is unread, and no timeout may count that time against
// its sender.

export interface LoopDelay {
  /** The delay of the loop, in milliseconds: of its last turn or the present one, whichever is longer. */
  now(): number
  /** How long nothing was read, in milliseconds, summed over the delays that ended within the last `ms`. */
  within(ms: number): number
  /** Calls back once a turn, at most every 20 ms, with the delay of that turn. */
  onTick(tick: (delayMs: number) => void): void
  stop(): void
}

const tickMs = 20

export function measureLoopDelay(clock: () => number = () => performance.now()): LoopDelay {
  const delays: { readonly endedMs: number; readonly ms: number }[] = []
  const listeners: ((delayMs: number) => void)[] = []
  let dueMs = clock() + tickMs
  let lastMs = 0
  let keptMs = 0

  const tick = () => {
    const nowMs = clock()
    lastMs = Math.max(0, nowMs - dueMs)
    if (lastMs > 1) delays.push({ endedMs: nowMs, ms: lastMs })
    while (delays[0] && delays[0].endedMs < nowMs - keptMs) delays.shift()
    dueMs = nowMs + tickMs
    timer = setTimeout(tick, tickMs).unref()
    for (const listener of listeners) listener(lastMs)
  }
  let timer = setTimeout(tick, tickMs).unref()

  return {
    now: () => Math.max(lastMs, clock() - dueMs),
    within(ms) {
      keptMs = Math.max(keptMs, ms)
      const nowMs = clock()
      const ended = delays.filter(({ endedMs }) => endedMs >= nowMs - ms)
      return ended.reduce((sum, delay) => sum + delay.ms, Math.max(0, nowMs - dueMs))
    },
    onTick: (listener) => void listeners.push(listener),
    stop: () => clearTimeout(timer),
  }
}
