// Keeps work from taking all of something, such as the connections of a pool: a number of them at a time; the others wait in the order
// they came.

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
