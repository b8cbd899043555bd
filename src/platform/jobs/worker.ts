// A worker claims due work and processes the pieces side by side: as much as its claim finds room for. It claims again after a
// pause, when it is woken, and when a piece of work ends that makes room or leaves more to do.
import { type OnError, type RepeatedJob, type RepeatOptions, repeatJob } from './repeat.ts'

export interface Work<Item> {
  /** Takes what is due. `underWay` is the number of pieces that were begun and have not ended. */
  readonly claim: (underWay: number) => Promise<readonly Item[]>
  /** Returns whether to claim again at once. */
  readonly work: (item: Item, isStopping: () => boolean) => Promise<boolean>
  readonly onError: OnError
}

export interface Worker extends RepeatedJob {
  /** There is work: it is claimed after a moment in which more may gather. */
  wake(): void
}

/** The pieces of work that are under way. */
function openPieces<Item>({ claim, work, onError }: Work<Item>, isStopping: () => boolean, onMore: () => void) {
  const underWay = new Set<Promise<void>>()
  return {
    /** Begins what can be claimed. Returns how much that is. */
    async begin(): Promise<number> {
      const items = await claim(underWay.size)
      for (const item of items) {
        const piece: Promise<void> = work(item, isStopping)
          .catch(onError)
          .then((isMore) => {
            underWay.delete(piece)
            if (isMore) onMore()
          })
        underWay.add(piece)
      }
      return items.length
    },

    async allEnded(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

/** Begins to claim when it is first woken, or after the first pause. Stopping waits for what is under way. */
export function openWorker<Item>({ claim, work, ...options }: Work<Item> & RepeatOptions): Worker {
  let isStopped = false
  const pieces = openPieces(
    { claim, work, onError: options.onError },
    () => isStopped,
    () => job.wake(),
  )
  const job = repeatJob(pieces.begin, options)
  return {
    wake: () => job.wake(),
    async stop() {
      isStopped = true
      await job.stop()
      await pieces.allEnded()
    },
  }
}

/** Everything that is due, and nothing that becomes due later. */
export async function workOnce<Item>(work: Work<Item>): Promise<void> {
  const pieces = openPieces(
    work,
    () => false,
    () => undefined,
  )
  while ((await pieces.begin()) > 0) await pieces.allEnded()
}
