// A mutex per key: work of this process under the same key runs one after the other.

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
