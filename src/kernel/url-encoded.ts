// Reads names and values in the form of a query or a posted form: "name=value&name=value".

/**
 * Piece by piece: given the whole text, the platform takes time that grows with the square of its length when names
 * without a value contain characters outside the basic plane, and a posted form would block the process for seconds.
 */
export function parseUrlEncoded(text: string): URLSearchParams {
  const pairs: [name: string, value: string][] = []
  // A question mark at the beginning is left out, and only at the beginning of the whole text.
  for (let at = text.startsWith('?') ? 1 : 0; at < text.length && pairs.length < pairsMax; ) {
    const next = text.indexOf('&', at)
    const end = next < 0 ? text.length : next
    if (end > at) pairs.push(...new URLSearchParams(`?${text.slice(at, end)}`))
    at = end + 1
  }
  return new URLSearchParams(pairs)
}

/** No form and no query has as many; further ones are left out. */
const pairsMax = 2_000
