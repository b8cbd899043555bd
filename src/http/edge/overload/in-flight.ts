// Counts requests in flight by name, up to a limit.

export interface InFlight {
  /** Returns the function that releases it; undefined when the limit is reached. */
  take(name: string, options?: { readonly isUnlimited?: boolean }): (() => void) | undefined
}

export function limitInFlight(most: number): InFlight {
  const counts = new Map<string, number>()
  return {
    take(name, { isUnlimited = false } = {}) {
      const held = counts.get(name) ?? 0
      if (held >= most && !isUnlimited) return undefined
      counts.set(name, held + 1)
      return () => {
        const left = (counts.get(name) ?? 1) - 1
        if (left === 0) counts.delete(name)
        else counts.set(name, left)
      }
    },
  }
}
