// IP addresses as numbers. One of version 4 is the same number as its mapped form in version 6, so that both compare.

export interface IpRange {
  readonly from: bigint
  readonly to: bigint
}

const mappedPrefix = 0xffff_0000_0000n
const groupCount = 8
const bitCount = 128
const shorterBitCount = 32

/** Reads 192.0.2.1, 2001:db8::1 and ::ffff:192.0.2.1; undefined for anything else. */
export function parseIpAddress(text: string): bigint | undefined {
  return text.includes(':') ? parseVersion6(text) : parseVersion4(text)
}

/** The usual way of writing it: version 4 where it is one, otherwise the shortest form of RFC 5952. */
export function formatIpAddress(address: bigint): string {
  if (isVersion4(address)) return formatVersion4(address)
  const digits = address.toString(16).padStart(groupCount * 4, '0')
  return shortestVersion6(digits.replace(/.{4}(?!$)/g, '$&:')) ?? digits
}

/** Reads one address, two with a hyphen between (both included), or a network such as 192.0.2.0/24. */
export function parseIpRange(text: string): IpRange | undefined {
  if (text.includes('/')) return parseNetwork(text)
  const [fromText = '', toText = fromText, ...more] = text.split('-')
  const from = parseIpAddress(fromText)
  const to = parseIpAddress(toText)
  if (from === undefined || to === undefined || more.length > 0) return undefined
  // A range from one version into the other would hold most of the internet, which is never intended.
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

/** Four decimal numbers. A leading zero means octal to some readers and nothing to others, so it is refused. */
const version4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/

function parseVersion4(text: string): bigint | undefined {
  if (!version4.test(text)) return undefined
  return mappedPrefix | BigInt(text.split('.').reduce((address, octet) => address * 256 + Number(octet), 0))
}

function parseVersion6(text: string): bigint | undefined {
  const shortest = shortestVersion6(text)
  if (shortest === undefined) return undefined
  const [before = '', after = ''] = shortest.split('::').map(allDigits)
  return BigInt(`0x${before}${after.padStart(groupCount * 4 - before.length, '0')}`)
}

/** Of no group it makes one of zeros, which is right on either side of "::", where at least two are left out. */
function allDigits(groups: string): string {
  let digits = ''
  for (const group of groups.split(':')) digits += group.padStart(4, '0')
  return digits
}

/** No other character may reach the URL; a zone (%eth0) is meaningful on one machine only. */
const version6Characters = /^[\da-fA-F:.]{2,45}$/

/**
 * The platform's reader of URLs is the one that decides where connections go. It writes an address of version 6 in the
 * shortest form, with hexadecimal groups only.
 */
function shortestVersion6(text: string): string | undefined {
  return version6Characters.test(text) ? URL.parse(`http://[${text}]`)?.hostname.slice(1, -1) : undefined
}

function formatVersion4(address: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (address >> shift) & 0xffn).join('.')
}
