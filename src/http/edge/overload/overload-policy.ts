// Decides when the gateway is overloaded, and whom it then refuses. Pure: times and counts are given to it.

/** What the policy goes by. */
export interface Load {
  /** The age of the oldest work that waits, in milliseconds. */
  readonly oldestMs: number
  readonly loopDelayMs: number
  /** Everything that waits, whatever for. */
  readonly waiting: number
}

/** The line that a new request would join, and how fast it moves. */
export interface QueueState {
  readonly length: number
  readonly servedPerMs: number
}

/** WAITING: work waits for too long. EVENT_LOOP: it lies unread for too long. */
export type OverloadReason = 'WAITING' | 'EVENT_LOOP'

export interface OverloadPolicy {
  isOverloaded(): boolean
  observe(load: Load, nowMs: number): void
  /** Why a request that arrives now is refused. */
  refuses(line: QueueState): OverloadReason | undefined
  /** Why a request that has waited for so long, the time that it lay unread included, is refused. */
  outdates(waitedMs: number): OverloadReason | undefined
}

export interface OverloadLimits {
  readonly delayMs: number
  /** Fewer requests that wait are no overload, however long they do: refusing some would make nobody faster. */
  readonly crowd: number
}

/** A pause of the machine, or a burst that is dealt with in this time, is no overload. */
const beginsAfterMs = 100
const endsAfterMs = 500
/** As many may wait in any case: how fast the line moves shows only while somebody stands in it. */
const lineMin = 16
/** Less than all of the time, so that those who are let in do have their turn before it is over. */
const lineShare = 0.75
/** More than all of it, so that a pause of the machine does not empty the line; little more, so that a refusal comes within a second. */
const outdatedShare = 1.3
/**
 * Overload begins when work has waited for `delayMs`, and goes on until it waits for less than a quarter of that. Meanwhile
 * as many are let in as will have their turn in time, so that the gateway stays busy and refusals are immediate.
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
