// How long background work rests between its steps: as long as the step took on a process that has little to do, and
// many times as long while others keep it busy.
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** The share of its time that the process spent working, besides ours: beyond it, others come first. */
const busyShare = 0.5
/** While others come first, a step may have this share of the time; more once it is late, or a long day of work for the
 * others would be a long day of nothing for whoever waits for ours. */
const shareWhileBusy = { early: 0.05, late: 0.3 }
const restMaxMs = 2_000

/** Nobody rests any more once the signal says that it is over. */
export function adaptivePause(signal: AbortSignal, isLate: () => boolean): (workedMs: number) => Promise<void> {
  const rest = (ms: number) => pause(Math.min(ms, restMaxMs), undefined, { signal }).catch(() => undefined)
  return async (workedMs) => {
    const before = performance.eventLoopUtilization()
    await rest(workedMs)
    // Measured while we did nothing, so that it is the others' work alone.
    const { utilization } = performance.eventLoopUtilization(before)
    const share = isLate() ? shareWhileBusy.late : shareWhileBusy.early
    if (utilization > busyShare) await rest(workedMs / share)
  }
}
