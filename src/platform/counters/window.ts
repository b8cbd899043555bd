// Sliding windows: a window is counted in parts, and the oldest part leaves it gradually.

/** The length of a window, as a number of parts of a length. */
export const windows = {
  SECOND: { partMs: 1_000, parts: 1 },
  MINUTE: { partMs: 10_000, parts: 6 },
  HOUR: { partMs: 300_000, parts: 12 },
  DAY: { partMs: 3_600_000, parts: 24 },
} as const

export type Window = keyof typeof windows

/** What was counted in one part, by the number of the part since 1970. */
export interface Part {
  readonly number: number
  amount: bigint
}

export function lengthMs(window: Window): number {
  const { partMs, parts } = windows[window]
  return partMs * parts
}

export function partAt(window: Window, atMs: number): number {
  return Math.floor(atMs / windows[window].partMs)
}

/** Adds to a part, also to a past one; parts that have left the window are dropped. */
export function addTo(parts: Part[], window: Window, number: number, amount: bigint): void {
  const known = parts.find((part) => part.number === number)
  if (known) known.amount += amount
  // What is taken back may have left the window already.
  else if (amount > 0n) parts.push({ number, amount })
  const oldest = number - windows[window].parts
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    const part = parts[at]
    if (part && (part.number < oldest || part.amount === 0n)) parts.splice(at, 1)
  }
}

/** The current count of the window. The part that is leaving counts by the share that is still inside, rounded up. */
export function totalOf(parts: readonly Part[], window: Window, nowMs: number): bigint {
  const { partMs, parts: count } = windows[window]
  const now = partAt(window, nowMs)
  let total = 0n
  for (const { number, amount } of parts) {
    if (number > now - count) total += amount
    else if (number === now - count) total += shareOf(amount, (now + 1) * partMs - nowMs, partMs)
  }
  return total
}

function shareOf(amount: bigint, leftMs: number, partMs: number): bigint {
  const whole = BigInt(partMs)
  return (amount * BigInt(Math.ceil(leftMs)) + whole - 1n) / whole
}
