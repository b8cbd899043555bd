// How long to wait before a retry after no response.

const firstMs = 60_000
const longestMs = 24 * 60 * 60_000

/** A minute after the first attempt, then twice as long each time, up to a day. */
export function backoffMs(attempts: number): number {
  return Math.min(firstMs * 2 ** Math.max(attempts - 1, 0), longestMs)
}
