// When the gateway is overloaded, by the age of waiting work and the delay of the event loop, and which requests it then refuses.

import type { LoopDelay } from '../../platform/http/listeners/loop-delay.ts'
/** The inputs of the policy. */
export interface Load {
  /** The age of the oldest waiting work, in milliseconds. */
  readonly oldestMs: number
  readonly loopDelayMs: number
  /** All waiting work, whatever it waits for. */
  readonly waiting: number
  /** The mean time that payments in progress have spent in the gateway so far; see progress.ts. */
  readonly progressMs?: number
}

/** The queue that a new request would join, and how fast it moves. */
interface QueueState {
  readonly length: number
  readonly servedPerMs: number
}

/**
 * WAITING: work waits for too long. EVENT_LOOP: input is unread for too long. IN_PROGRESS: admitted payments take too long in the
 * gateway, though few enough of them that nothing waits for its turn.
 */
export type OverloadReason = 'WAITING' | 'EVENT_LOOP' | 'IN_PROGRESS'

export interface OverloadPolicy {
  isOverloaded(): boolean
  /** Whether admitted payments take too long, and fewer at a time are to be admitted. */
  isSlow(): boolean
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
 * Payments may spend this many times the delay in the gateway: commits of a slow disk or of a distant standby take their time
 * however few payments there are, and refusing some would only make the commits smaller.
 */
export const progressFactor = 4
/**
 * Overload begins when work has waited for `delayMs`, and continues until it waits for less than a quarter of that.
 * Meanwhile as many are admitted as will have their turn in time: the gateway stays busy and refusals are immediate.
 */
export function overloadPolicy({ delayMs, crowd }: OverloadLimits): OverloadPolicy {
  let reason: OverloadReason | undefined
  let aboveSinceMs: number | undefined
  let slowSinceMs: number | undefined
  let belowSinceMs: number | undefined
  let isSlow = false

  return {
    isOverloaded: () => reason !== undefined,
    isSlow: () => isSlow,
    observe({ oldestMs, loopDelayMs, waiting, progressMs = 0 }, nowMs) {
      const longestMs = Math.max(oldestMs, loopDelayMs)
      const isAbove = longestMs >= delayMs && waiting >= crowd
      // Those in progress are half-way on average.
      const takesLong = progressMs >= (delayMs * progressFactor) / 2
      const isBelow = longestMs < delayMs / 4 && progressMs < (delayMs * progressFactor) / 4
      aboveSinceMs = isAbove ? (aboveSinceMs ?? nowMs) : undefined
      slowSinceMs = takesLong ? (slowSinceMs ?? nowMs) : undefined
      belowSinceMs = isBelow ? (belowSinceMs ?? nowMs) : undefined
      if (aboveSinceMs !== undefined && nowMs - aboveSinceMs >= beginsAfterMs)
        reason ??= oldestMs >= delayMs ? 'WAITING' : 'EVENT_LOOP'
      if (slowSinceMs !== undefined && nowMs - slowSinceMs >= beginsAfterMs) {
        isSlow = true
        reason ??= 'IN_PROGRESS'
      }
      if (belowSinceMs !== undefined && nowMs - belowSinceMs >= endsAfterMs) {
        reason = undefined
        isSlow = false
      }
    },
    refuses: ({ length, servedPerMs }) =>
      length >= Math.max(servedPerMs * delayMs * lineShare, lineMin) ? reason : undefined,
    outdates: (waitedMs) => (waitedMs >= delayMs * outdatedShare ? reason : undefined),
  }
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
