// How long background work pauses between its steps: as long as the step took in a process that has little to do, and
// many times as long while other work keeps it busy.
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** The share of its time that the process spent on other work: above it, other work comes first. */
const busyShare = 0.5
/**
 * While other work comes first, a step may have this share of the time; more once it is late, or a long busy day would
 * be a long day without any background work.
 */
const shareWhileBusy = { early: 0.05, late: 0.3 }
const restMaxMs = 2_000

/** No pause once the signal is aborted. */
export function adaptivePause(signal: AbortSignal, isLate: () => boolean): (workedMs: number) => Promise<void> {
  const rest = (ms: number) => pause(Math.min(ms, restMaxMs), undefined, { signal }).catch(() => undefined)
  return async (workedMs) => {
    const before = performance.eventLoopUtilization()
    await rest(workedMs)
    // Measured during the pause: it is the other work alone.
    const { utilization } = performance.eventLoopUtilization(before)
    const share = isLate() ? shareWhileBusy.late : shareWhileBusy.early
    if (utilization > busyShare) await rest(workedMs / share)
  }
}
