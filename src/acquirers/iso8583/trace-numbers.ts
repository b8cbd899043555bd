// Trace numbers (DE 11) and transmission times (DE 7): together they identify a message, over all processes of a link.
// Numbers come from leased blocks, times from the database's clock, so that a number that returns has a later time.
import { elapsedMs } from '../../platform/concurrency/elapsed-time.ts'
import { blockSize, type TraceBlock, type TraceBlocks } from './trace-blocks.ts'

export interface TraceNumberSource {
  /** As many numbers as asked for, and the time they belong to; undefined when none is free. */
  take(count: number): Promise<{ readonly traces: readonly string[]; readonly at: Date } | undefined>
}

interface HeldBlock extends TraceBlock {
  next: number
  readonly end: number
  /** By the monotonic clock. */
  readonly sinceMs: number
  readonly untilMs: number
}

/** The next block is leased when so few numbers are left. */
const reserve = 300
const marginMs = 1_000

export function openTraceNumbers(blocks: TraceBlocks, nowMs = elapsedMs): TraceNumberSource {
  let current: HeldBlock | undefined
  let spare: HeldBlock | undefined
  let leasing: Promise<boolean> | undefined

  /** False when none is free. */
  async function lease(): Promise<boolean> {
    const sinceMs = nowMs()
    const leased = await blocks.lease()
    if (!leased) return false
    const { block } = leased
    // There is no number 000000.
    const next = Math.max(block * blockSize, 1)
    const end = (block + 1) * blockSize
    const untilMs = sinceMs + blocks.leaseMs - Math.min(marginMs, blocks.leaseMs / 2)
    spare = { ...leased, next, end, sinceMs, untilMs }
    return true
  }

  /** One at a time. */
  function leaseNext(): Promise<boolean> {
    leasing ??= lease().finally(() => {
      leasing = undefined
    })
    return leasing
  }

  const isUsable = (held: HeldBlock | undefined, count: number) =>
    held !== undefined && held.end - held.next >= count && nowMs() < held.untilMs

  function advance(count: number): boolean {
    if (isUsable(current, count)) return true
    // A lost release delays the return of the block until its lease has ended.
    if (current) blocks.release(current).catch(() => undefined)
    current = spare
    spare = undefined
    return isUsable(current, count)
  }

  return {
    async take(count) {
      // Others may have used up what was leased meanwhile.
      while (!advance(count) && !advance(count)) if (!(await leaseNext())) return undefined
      const held = current as HeldBlock
      const traces = Array.from({ length: count }, (_, index) => String(held.next + index).padStart(6, '0'))
      held.next += count
      if (held.end - held.next < reserve && !spare) leaseNext().catch(() => undefined)
      return { traces, at: new Date(held.leasedAtMs + (nowMs() - held.sinceMs)) }
    },
  }
}
