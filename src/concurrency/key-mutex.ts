// Lets works of this process that want the same thing go one after the other.

export interface KeyMutex {
  runExclusive<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Somebody has a turn or waits for one. */
  isLocked(name: string): boolean
}

export function createKeyMutex(): KeyMutex {
  const last = new Map<string, Promise<unknown>>()
  return {
    isLocked: (name) => last.has(name),
    async runExclusive(name, work) {
      const before = last.get(name) ?? Promise.resolve()
      // Whoever failed had its turn all the same.
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
