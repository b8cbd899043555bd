// Decides when the gateway is overloaded, and which requests it then refuses. Pure: times and counts are passed in.

/** The inputs of the policy. */
export interface Load {
  /** The age of the oldest waiting work, in milliseconds. */
  readonly oldestMs: number
  readonly loopDelayMs: number
  /** All waiting work, whatever it waits for. */
  readonly waiting: number
}

/** The queue that a new request would join, and how fast it moves. */
export interface QueueState {
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

export interface OverloadLimits {
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
