// A limited number of places with a bounded queue before them. Unlike a plain concurrency limit, waiting ends: when the queue
// is full, when the time is up, or when everybody is sent away.

export interface Places {
  /** Undefined when a place was taken, which is then given back with `leave`; otherwise why there was none. */
  take(waitMs: number): Promise<NoPlaceReason | undefined>
  leave(): void
  /** Sends away all who wait. */
  sendAway(): void
  taken(): number
  waiting(): number
}

export type NoPlaceReason = 'FULL' | 'LATE' | 'SENT_AWAY'

interface Waiter {
  readonly end: (reason: NoPlaceReason | undefined) => void
}

export function openPlaces({ max, queueMax }: { readonly max: number; readonly queueMax: number }): Places {
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
      const { promise, resolve } = Promise.withResolvers<NoPlaceReason | undefined>()
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

    leave() {
      // Whoever is next takes over the place.
      const next = waiters.shift()
      if (next) next.end(undefined)
      else taken -= 1
    },

    sendAway() {
      for (const waiter of waiters.splice(0)) waiter.end('SENT_AWAY')
    },

    taken: () => taken,
    waiting: () => waiters.length,
  }
}
