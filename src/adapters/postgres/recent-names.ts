// Remembers recently used names, in bounded memory: two generations, of which the older is dropped when the younger is
// full.

export interface RecentNames {
  add(name: string): void
  has(name: string): boolean
}

/** At least the latest `atLeast` names are remembered, and at most twice as many. */
export function recentNames(atLeast: number): RecentNames {
  let young = new Set<string>()
  let old = new Set<string>()
  return {
    add(name) {
      young.add(name)
      if (young.size < atLeast) return
      old = young
      young = new Set()
    },
    has: (name) => young.has(name) || old.has(name),
  }
}
