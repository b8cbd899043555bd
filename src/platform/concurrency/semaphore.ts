// Limits how much work runs at a time: a semaphore with a bounded queue, a plain limit, and a mutex per key.

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

export function limitConcurrency(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= count) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // The next waiter takes over the slot.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

export interface KeyMutex {
  runExclusive<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Work under this key is running or waiting. */
  isLocked(name: string): boolean
}

export function createKeyMutex(): KeyMutex {
  const last = new Map<string, Promise<unknown>>()
  return {
    isLocked: (name) => last.has(name),
    async runExclusive(name, work) {
      const before = last.get(name) ?? Promise.resolve()
      // Work that failed releases the key as well.
      const mine = before.then(work, work)
      last.set(name, mine)
      try {
        return await mine
      } finally {
        if (last.get(name) === mine) last.delete(name)
      }
    },
  }
}
