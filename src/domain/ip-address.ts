// IP addresses as numbers. One of version 4 is the same number as its mapped form in version 6, so that both compare.

export interface IpRange {
  readonly from: bigint
  readonly to: bigint
}

const mappedPrefix = 0xffff_0000_0000n
const groupCount = 8
const bitCount = 128
const shorterBitCount = 32
const digitsMax = 3

/** Reads 192.0.2.1, 2001:db8::1 and ::ffff:192.0.2.1; undefined for anything else. */
export function parseIpAddress(text: string): bigint | undefined {
  if (text.includes(':')) return parseVersion6(text)
  const short = parseVersion4(text)
  return short === undefined ? undefined : mappedPrefix | short
}

/** The usual way of writing it: version 4 where it is one, otherwise the shortest form of RFC 5952. */
export function formatIpAddress(address: bigint): string {
  if (isVersion4(address)) return formatVersion4(address)
  const groups = Array.from({ length: groupCount }, (_, at) =>
    ((address >> BigInt((groupCount - 1 - at) * 16)) & 0xffffn).toString(16),
  )
  const { start, length } = longestZeros(groups)
  if (length < 2) return groups.join(':')
  return `${groups.slice(0, start).join(':')}::${groups.slice(start + length).join(':')}`
}

/** Reads one address, two with a hyphen between (both included), or a network such as 192.0.2.0/24. */
export function parseIpRange(text: string): IpRange | undefined {
  if (text.includes('/')) return parseNetwork(text)
  const [fromText = '', toText = fromText, ...more] = text.split('-')
  const from = parseIpAddress(fromText)
  const to = parseIpAddress(toText)
  if (from === undefined || to === undefined || more.length > 0) return undefined
  // A range from one version into the other would hold most of the internet, and nobody means that.
  return from <= to && isVersion4(from) === isVersion4(to) ? { from, to } : undefined
}

/** Whether an address as it is written is in one of the ranges. */
export function isWithin(text: string, ranges: readonly IpRange[]): boolean {
  const address = ranges.length === 0 ? undefined : parseIpAddress(text)
  return address !== undefined && ranges.some(({ from, to }) => from <= address && address <= to)
}

/** What limits count by: an address of version 4, or the /64 network of version 6, of which a household has all addresses. */
export function networkOf(text: string): string {
  const address = parseIpAddress(text)
  if (address === undefined) return text
  return isVersion4(address) ? formatVersion4(address) : `${formatIpAddress((address >> 64n) << 64n)}/64`
}

function isVersion4(address: bigint): boolean {
  return address >> BigInt(shorterBitCount) === 0xffffn
}

function parseNetwork(text: string): IpRange | undefined {
  const [start = '', lengthText = '', ...more] = text.split('/')
  const address = parseIpAddress(start)
  if (address === undefined || more.length > 0 || !/^(0|[1-9]\d{0,2})$/.test(lengthText)) return undefined
  const width = start.includes(':') ? bitCount : shorterBitCount
  const free = width - Number(lengthText)
  if (free < 0) return undefined
  const rest = (1n << BigInt(free)) - 1n
  // 192.0.2.7/24 is either a slip or an address with its network; the two differ, so we do not guess.
  if ((address & rest) !== 0n) return undefined
  return { from: address, to: address | rest }
}

function parseVersion4(text: string): bigint | undefined {
  const parts = text.split('.')
  if (parts.length !== 4) return undefined
  let address = 0n
  for (const part of parts) {
    // A leading zero means octal to some and nothing to others.
    if (part.length > digitsMax || !/^(0|[1-9]\d*)$/.test(part)) return undefined
    const octet = Number(part)
    if (octet > 255) return undefined
    address = (address << 8n) | BigInt(octet)
  }
  return address
}

function parseVersion6(text: string): bigint | undefined {
  const [head = '', tail, ...more] = text.split('::')
  if (more.length > 0) return undefined
  const isShortened = tail !== undefined
  // Only the end of the whole text may be written as version 4.
  const before = parseGroups(head, { mayEndInVersion4: !isShortened })
  const after = parseGroups(tail ?? '', { mayEndInVersion4: true })
  if (!before || !after) return undefined
  const missing = groupCount - before.length - after.length
  if (isShortened ? missing < 1 : missing !== 0) return undefined
  const groups = [...before, ...Array.from({ length: missing }, () => 0n), ...after]
  return groups.reduce((address, group) => (address << 16n) | group, 0n)
}

function parseGroups(text: string, { mayEndInVersion4 }: { mayEndInVersion4: boolean }): readonly bigint[] | undefined {
  if (text === '') return []
  const groups: bigint[] = []
  const parts = text.split(':')
  for (const [at, part] of parts.entries()) {
    if (/^[0-9a-fA-F]{1,4}$/.test(part)) {
      groups.push(BigInt(`0x${part}`))
      continue
    }
    const short = mayEndInVersion4 && at === parts.length - 1 ? parseVersion4(part) : undefined
    if (short === undefined) return undefined
    groups.push(short >> 16n, short & 0xffffn)
  }
  return groups
}

function formatVersion4(address: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (address >> shift) & 0xffn).join('.')
}

/** The first of the longest runs. */
function longestZeros(groups: readonly string[]): { readonly start: number; readonly length: number } {
  let longest = { start: 0, length: 0 }
  let length = 0
  for (const [at, group] of groups.entries()) {
    length = group === '0' ? length + 1 : 0
    if (length > longest.length) longest = { start: at - length + 1, length }
  }
  return longest
}
