// A semaphore with a bounded queue. Unlike with a plain concurrency limit, waiting ends: when the queue is full, when the time
// is up, or when all waiters are dismissed.

export interface Semaphore {
  /** Undefined when a slot was taken, which is then released with `release`; otherwise why there was none. */
  take(waitMs: number): Promise<NoSlotReason | undefined>
  release(): void
  /** Dismisses all waiters. */
  dismissAll(): void
  taken(): number
  waiting(): number
}

export type NoSlotReason = 'FULL' | 'LATE' | 'DISMISSED'

interface Waiter {
  readonly end: (reason: NoSlotReason | undefined) => void
}

export function openSemaphore({ max, queueMax }: { readonly max: number; readonly queueMax: number }): Semaphore {
  let taken = 0
  const waiters: Waiter[] = []

  function remove(waiter: Waiter): void {
    const index = waiters.indexOf(waiter)
    if (index >= 0) waiters.splice(index, 1)
  }

  return {
    async take(waitMs) {
      if (taken < max) {
        taken += 1
        return undefined
      }
      if (waiters.length >= queueMax) return 'FULL'
      if (waitMs <= 0) return 'LATE'
      const { promise, resolve } = Promise.withResolvers<NoSlotReason | undefined>()
      const timer = setTimeout(() => {
        remove(waiter)
        resolve('LATE')
      }, waitMs)
      const waiter: Waiter = {
        end(reason) {
          clearTimeout(timer)
          resolve(reason)
        },
      }
      waiters.push(waiter)
      return promise
    },

    release() {
      // The next waiter takes over the slot.
      const next = waiters.shift()
      if (next) next.end(undefined)
      else taken -= 1
    },

    dismissAll() {
      for (const waiter of waiters.splice(0)) waiter.end('DISMISSED')
    },

    taken: () => taken,
    waiting: () => waiters.length,
  }
}
