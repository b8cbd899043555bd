import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../kernel/clock.ts'

/** For a single process; the gateway's own clock is in src/platform/postgres/database-clock.ts. */
export const systemClock: Clock = {
  now: () => new Date(),
  expiryTime: () => steady.now(),
  sleep: (ms) => sleep(ms),
}

/**
 * The time of day for windows and limits: it follows the system clock forwards and never back. When that is set back by
 * an hour, this one continues from where it was, and no limit lasts an hour longer.
 */
export function forwardClock(
  { now }: Pick<Clock, 'now'> = systemClock,
  monotonicMs = () => performance.now(),
): Pick<Clock, 'now'> {
  let aheadMs = Number.NEGATIVE_INFINITY
  return {
    now() {
      const sinceMs = monotonicMs()
      aheadMs = Math.max(aheadMs, now().getTime() - sinceMs)
      return new Date(sinceMs + aheadMs)
    },
  }
}

const steady = forwardClock()
