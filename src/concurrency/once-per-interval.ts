// Lets each key pass at most once per interval.

/** When the memory is full it is cleared, so that each key may pass once more. */
export function oncePerInterval(
  keysMax: number,
  nowMs: () => number = () => performance.now(),
): (key: string, intervalMs: number) => boolean {
  const passedAt = new Map<string, number>()
  return (key, intervalMs) => {
    const now = nowMs()
    if (now - (passedAt.get(key) ?? Number.NEGATIVE_INFINITY) < intervalMs) return false
    if (passedAt.size >= keysMax) passedAt.clear()
    passedAt.set(key, now)
    return true
  }
}
