// Reads the delay that a response requests: a number of seconds, or an HTTP date.

/** In milliseconds from now; undefined for any other text. */
export function parseRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  // Date.parse alone would also accept a year, or a month with a number.
  if (!/^[A-Z][a-z]+,? .*\d{2}:\d{2}:\d{2}/.test(text)) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(at - now, 0)
}
