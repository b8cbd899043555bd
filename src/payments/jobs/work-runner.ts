// Processes due work, link by link: takes as much as there is room for, and continues as soon as some of it is done.
import { setTimeout as sleep } from 'node:timers/promises'
import { type AcquirerLink, linkRevisionOf } from '../../merchants/rules/merchant.ts'
import type { OnError } from '../../platform/jobs/count-settled.ts'
import type { RepeatedJob } from '../../platform/jobs/repeat.ts'
import type { ClaimTerms } from '../ports/recovery-store.ts'
import { type Lanes, openLanes } from './lanes.ts'

export interface WorkResult {
  /** It was completed; otherwise it is due again later. */
  readonly isEnded: boolean
  /** The acquirer replied. */
  readonly isAnswered: boolean
}

export interface DueWork<Item extends { readonly link: AcquirerLink }> {
  readonly claim: (roomFor: ClaimTerms['roomFor']) => Promise<readonly Item[]>
  readonly work: (item: Item) => Promise<WorkResult>
  readonly onError: OnError
  readonly onEnded?: () => void
}

export interface WorkRunner {
  /** Starts the due work that there is room for. Returns how much that is. */
  begin(): Promise<number>
  isUnderWay(): boolean
  /** Resolves when some of the work under way is done; at once when there is none. */
  someDone(): Promise<void>
  allDone(): Promise<void>
  readonly lanes: Lanes
}

export function createWorkRunner<Item extends { readonly link: AcquirerLink }>(
  { claim, work, onError, onEnded }: DueWork<Item>,
  lanes: Lanes = openLanes(),
): WorkRunner {
  const underWay = new Set<Promise<void>>()

  async function one(item: Item): Promise<void> {
    await lanes.run(linkRevisionOf(item.link), async () => {
      const worked = await work(item)
      if (worked.isEnded) onEnded?.()
      return worked
    })
  }

  return {
    lanes,

    async begin() {
      const items = await claim(lanes.roomFor)
      for (const item of items) {
        const running = one(item)
          .catch(onError)
          .finally(() => underWay.delete(running))
        underWay.add(running)
      }
      return items.length
    },

    isUnderWay: () => underWay.size > 0,

    async someDone() {
      await Promise.race(underWay.size > 0 ? underWay : [undefined])
    },

    async allDone() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

/** Work that ends within this time of one another makes room together. */
const gatherMs = 10

/** Continues at once while there is work, and polls after a pause while there is none. */
export function runContinuously(
  work: WorkRunner,
  { everyMs, onError }: { readonly everyMs: number; readonly onError: OnError },
): RepeatedJob {
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {})

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const begun = await work.begin().catch((error: unknown) => {
        onError(error)
        return 0
      })
      const isIdle = begun === 0 && !work.isUnderWay()
      await (isIdle ? pause(everyMs) : Promise.race([pause(everyMs), work.someDone().then(() => pause(gatherMs))]))
    }
    await work.allDone()
  }
  const running = run()

  return {
    stop() {
      stopping.abort()
      return running
    },
  }
}

/** Everything that is due, and nothing that becomes due later. Returns how much was completed. */
export async function runDueWorkOnce<Item extends { readonly link: AcquirerLink }>(
  due: DueWork<Item>,
): Promise<number> {
  let ended = 0
  const work = createWorkRunner({ ...due, onEnded: () => (ended += 1) })
  while ((await work.begin()) > 0) await work.allDone()
  return ended
}
