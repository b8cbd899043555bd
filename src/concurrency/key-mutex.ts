// Lets works of this process that want the same thing go one after the other.

export interface Turns {
  take<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Somebody has a turn or waits for one. */
  isTaken(name: string): boolean
}

export function openTurns(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return {
    isTaken: (name) => last.has(name),
    async take(name, work) {
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
