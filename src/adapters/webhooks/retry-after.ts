// Reads how long an answer asks to be left in peace: a number of seconds, or a date of HTTP.

/** In milliseconds from now; undefined for what is neither. */
export function parseRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  // Date.parse alone would also take a year, or a month with a number.
  if (!/^[A-Z][a-z]+,? .*\d{2}:\d{2}:\d{2}/.test(text)) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(at - now, 0)
}
