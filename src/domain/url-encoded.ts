// Reads names and values in the form of a query or a posted form: "name=value&name=value".

/**
 * Piece by piece: given the whole text, the platform takes time that grows with the square of its length when names
 * without a value contain characters outside the basic plane, and a posted form would block the process for seconds.
 */
export function parseUrlEncoded(text: string): URLSearchParams {
  const pairs: [name: string, value: string][] = []
  // A question mark at the beginning is left out, and only at the beginning of the whole text.
  for (const piece of text.replace(/^\?/, '').split('&'))
    if (piece !== '') pairs.push(...new URLSearchParams(`?${piece}`))
  return new URLSearchParams(pairs)
}
