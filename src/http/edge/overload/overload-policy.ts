// When the gateway is overloaded, by the age of waiting work and the delay of the event loop, and which requests it then refuses.

/** The inputs of the policy. */
export interface Load {
  /** The age of the oldest waiting work, in milliseconds. */
  readonly oldestMs: number
  readonly loopDelayMs: number
  /** All waiting work, whatever it waits for. */
  readonly waiting: number
}

/** The queue that a new request would join, and how fast it moves. */
interface QueueState {
  readonly length: number
  readonly servedPerMs: number
}

/** WAITING: work waits for too long. EVENT_LOOP: input is unread for too long. */
export type OverloadReason = 'WAITING' | 'EVENT_LOOP'

export interface OverloadPolicy {
  isOverloaded(): boolean
  observe(load: Load, nowMs: number): void
  /** Why a request that arrives now is refused. */
  refuses(line: QueueState): OverloadReason | undefined
  /** Why a request that has waited this long, including the time that it was unread, is refused. */
  outdates(waitedMs: number): OverloadReason | undefined
}

interface OverloadLimits {
  readonly delayMs: number
  /** Fewer waiting requests are no overload, however long they wait: refusing some would make none faster. */
  readonly crowd: number
}

/** A pause of the machine, or a burst that is handled in this time, is no overload. */
const beginsAfterMs = 100
const endsAfterMs = 500
/** This many may wait in any case: how fast the queue moves is known only while it is not empty. */
const lineMin = 16
/** Less than all of the time: admitted requests must have their turn before it is over. */
const lineShare = 0.75
/**
 * More than all of it, because a pause of the machine must not empty the queue; little more, because a refusal must
 * come within a second.
 */
const outdatedShare = 1.3
/**
 * Overload begins when work has waited for `delayMs`, and continues until it waits for less than a quarter of that.
 * Meanwhile as many are admitted as will have their turn in time: the gateway stays busy and refusals are immediate.
 */
export function overloadPolicy({ delayMs, crowd }: OverloadLimits): OverloadPolicy {
  let reason: OverloadReason | undefined
  let aboveSinceMs: number | undefined
  let belowSinceMs: number | undefined

  return {
    isOverloaded: () => reason !== undefined,
    observe({ oldestMs, loopDelayMs, waiting }, nowMs) {
      const longestMs = Math.max(oldestMs, loopDelayMs)
      const isAbove = longestMs >= delayMs && waiting >= crowd
      const isBelow = longestMs < delayMs / 4
      aboveSinceMs = isAbove ? (aboveSinceMs ?? nowMs) : undefined
      belowSinceMs = isBelow ? (belowSinceMs ?? nowMs) : undefined
      if (aboveSinceMs !== undefined && nowMs - aboveSinceMs >= beginsAfterMs)
        reason ??= oldestMs >= delayMs ? 'WAITING' : 'EVENT_LOOP'
      if (belowSinceMs !== undefined && nowMs - belowSinceMs >= endsAfterMs) reason = undefined
    },
    refuses: ({ length, servedPerMs }) =>
      length >= Math.max(servedPerMs * delayMs * lineShare, lineMin) ? reason : undefined,
    outdates: (waitedMs) => (waitedMs >= delayMs * outdatedShare ? reason : undefined),
  }
}

/**
 * Measures the event loop delay: input that has arrived meanwhile is unread, and no timeout may count that time against
 * its sender.
 */
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
