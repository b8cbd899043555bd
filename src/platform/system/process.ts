// How a process shares its machine: how far its heap grows, and how long its background work pauses between steps.
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'

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

/**
 * On a machine with much memory the platform waits until the heap is four times as large as what is in use. The process would
 * hold garbage of 150 MB for good, and each collection would be a long one.
 */
const growthPercent = 60

/** For the whole process, from the next collection on. */
export function boundHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`)
}
