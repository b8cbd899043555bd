// Reads the headers in which reverse proxies name the client of a request: Forwarded (RFC 7239) and X-Forwarded-For.

export type ForwardingHeader = 'x-forwarded-for' | 'forwarded'

/** The address that each proxy saw, the nearest proxy's last; empty where it wrote none. */
export function forwardedAddresses(header: ForwardingHeader, text: string): readonly string[] {
  if (text.trim() === '') return []
  const parts = header === 'forwarded' ? split(text, ',').map(forOf) : text.split(',')
  return parts.map(withoutPort)
}

/** Commas and semicolons inside quotes do not separate. A single pass over the text. */
function split(text: string, separator: string): readonly string[] {
  const parts: string[] = []
  let start = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (isQuoted && character === '\\') at += 1
    else if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && character === separator) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}

/** The parameter `for` of one element; two of them count as none. */
function forOf(element: string): string {
  const [first, second] = split(element, ';')
    .map((pair) => pair.trim())
    .filter((pair) => /^for=/i.test(pair))
  if (first === undefined || second !== undefined) return ''
  const value = first.slice('for='.length)
  return value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value
}

/** 192.0.2.7, 192.0.2.7:4711, 2001:db8::7, [2001:db8::7] and [2001:db8::7]:4711. */
function withoutPort(text: string): string {
  const [, bracketed] = /^\[([0-9a-fA-F:.]{2,45})\](?::[0-9]{1,5})?$/.exec(text.trim()) ?? []
  return bracketed ?? text.trim().replace(/^([0-9.]{7,15}):[0-9]{1,5}$/, '$1')
}
