// Lets each key pass at most once per interval.

/** At least half of `keysMax` keys are remembered, the latest. The memory has two generations: when the younger is full, the older is dropped. */
export function oncePerInterval(
  keysMax: number,
  nowMs: () => number = () => performance.now(),
): (key: string, intervalMs: number) => boolean {
  const generationMax = Math.max(1, Math.floor(keysMax / 2))
  let young = new Map<string, number>()
  let old = new Map<string, number>()
  return (key, intervalMs) => {
    const now = nowMs()
    const passedAt = young.get(key) ?? old.get(key) ?? Number.NEGATIVE_INFINITY
    if (now - passedAt < intervalMs) return false
    if (young.size >= generationMax && !young.has(key)) {
      old = young
      young = new Map()
    }
    young.set(key, now)
    return true
  }
}
