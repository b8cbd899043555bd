// Processes due work, link by link: takes as much as there is room for, and continues as soon as some of it is done.
import { type AcquirerLink, linkRevisionOf } from '../../merchants/index.ts'
import type { OnError, RepeatOptions } from '../../platform/jobs/repeat.ts'
import { openWorker, type Work, type Worker, workOnce } from '../../platform/jobs/worker.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import type { ClaimTerms } from '../ports/recovery-store.ts'
import { type Lanes, openLanes } from './lanes.ts'

export interface WorkResult {
  /** It was completed; otherwise it is due again later. */
  readonly isEnded: boolean
  /** The acquirer responded. */
  readonly isAnswered: boolean
}

export interface DueWork<Item extends { readonly link: AcquirerLink }> {
  readonly claim: (roomFor: ClaimTerms['roomFor']) => Promise<readonly Item[]>
  readonly work: (item: Item) => Promise<WorkResult>
  readonly onError: OnError
  readonly onEnded?: () => void
}

const leaseMarginMs = 10_000

/**
 * No other process takes claimed work for this long: longer than any one call to the acquirer. Work that calls it again
 * renews its lease before.
 */
export function acquirerLeaseMs({ timeouts }: Pick<PaymentDependencies, 'timeouts'>): number {
  return timeouts.acquirerTimeoutMs + leaseMarginMs
}

/** Each piece in the lane of its link. */
function inLanes<Item extends { readonly link: AcquirerLink }>(
  { claim, work, onError, onEnded }: DueWork<Item>,
  lanes: Lanes,
): Work<Item> {
  return {
    claim: () => claim(lanes.roomFor),
    async work(item) {
      const piece = lanes.run(linkRevisionOf(item.link), async () => {
        const worked = await work(item)
        if (worked.isEnded) onEnded?.()
        return worked
      })
      await piece.catch(onError)
      // Its lane has room again.
      return true
    },
    onError,
  }
}

/** Work that ends within this time of one another makes room together. */
const gatherMs = 10

/** Begins at once and continues while there is work; polls after a pause while there is none. */
export function startDueWork<Item extends { readonly link: AcquirerLink }>(
  due: DueWork<Item>,
  { lanes = openLanes(), ...options }: Pick<RepeatOptions, 'everyMs' | 'isDue'> & { readonly lanes?: Lanes },
): Worker {
  const worker = openWorker({ ...inLanes(due, lanes), ...options, gatherMs })
  worker.wake()
  return worker
}

/** Everything that is due, and nothing that becomes due later. Returns how much was completed. */
export async function runDueWorkOnce<Item extends { readonly link: AcquirerLink }>(
  due: DueWork<Item>,
): Promise<number> {
  let ended = 0
  await workOnce(inLanes({ ...due, onEnded: () => (ended += 1) }, openLanes()))
  return ended
}
