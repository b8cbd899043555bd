// Time that has passed in this process, also while its machine was suspended. The monotonic clock stands still then on some
// systems, and no deadline, lease or age that decides about money may become longer by that.

interface Clocks {
  readonly monotonicMs?: () => number
  readonly wallMs?: () => number
}

/** Between two looks the wall clock runs ahead of the monotonic clock by no more than this, unless it was a suspension or it was set. */
const jumpMs = 1_000

/**
 * The monotonic clock, and what the wall clock has jumped ahead of it between one look and the next. A wall clock that is
 * set ahead counts as a suspension: everything becomes older, which is safe. One that is set back changes nothing.
 */
export function openElapsedTime({ monotonicMs = () => performance.now(), wallMs = () => Date.now() }: Clocks = {}) {
  let last = { monotonicMs: monotonicMs(), wallMs: wallMs() }
  let suspendedMs = 0

  function look(): number {
    const current = { monotonicMs: monotonicMs(), wallMs: wallMs() }
    const passedMs = current.monotonicMs - last.monotonicMs
    const aheadMs = current.wallMs - last.wallMs - passedMs
    // Where the monotonic clock goes back it was replaced, as tests do: nothing follows for the machine.
    if (passedMs >= 0 && aheadMs > jumpMs) suspendedMs += aheadMs
    last = current
    return current.monotonicMs
  }

  return {
    /** Never less than before. The milliseconds of the monotonic clock in a process that was not suspended. */
    elapsedMs: () => look() + suspendedMs,
    /** How much of it the monotonic clock has not counted. */
    suspendedMs() {
      look()
      return suspendedMs
    },
    /** The same moment on the monotonic clock, if the machine is not suspended again. */
    onMonotonicClock(momentMs: number): number {
      look()
      return momentMs - suspendedMs
    },
  }
}

export const { elapsedMs, suspendedMs, onMonotonicClock } = openElapsedTime()
