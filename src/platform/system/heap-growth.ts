// How far the heap of a process may grow before the platform collects everything that is no longer used.
import { setFlagsFromString } from 'node:v8'

/**
 * On a machine with much memory the platform waits until the heap is four times as large as what is in use. The process would
 * hold garbage of 150 MB for good, and each collection would be a long one.
 */
const growthPercent = 60

/** For the whole process, from the next collection on. */
export function boundHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`)
}
