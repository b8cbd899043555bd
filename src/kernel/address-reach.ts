// Which addresses are globally reachable, by the registries of special-purpose addresses that IANA maintains.
import { type IpRange, parseIpAddress, parseIpRange } from './ip-address.ts'

/** LOOPBACK is this machine; LOCAL is every other address that is not globally reachable, or that leads elsewhere. */
export type AddressReach = 'GLOBAL' | 'LOOPBACK' | 'LOCAL'

const loopback = ranges(['127.0.0.0/8', '::1'])

/** All of IPv4 except these. The registry declares a few of them reachable; notifications are not sent there. */
const notGlobalVersion4 = ranges([
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private use
  '100.64.0.0/10', // shared by customers of a carrier; a cloud keeps its metadata here
  '127.0.0.0/8', // loopback
  '168.63.129.16', // a cloud's own service to the machines in it, at an address that looks public
  '169.254.0.0/16', // link-local; most clouds keep their metadata here
  '172.16.0.0/12', // private use
  '192.0.0.0/24', // protocol assignments; a cloud keeps its metadata here
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // automatic multicast tunnels
  '192.88.99.0/24', // relays of 6to4
  '192.168.0.0/16', // private use
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
])

const version4 = ranges(['0.0.0.0-255.255.255.255'])

/**
 * Of IPv6 only what has been assigned as global unicast. Outside of it are ::/128, ::1, the compatible forms, NAT64
 * (64:ff9b::/96 and 64:ff9b:1::/48), 100::/64, 5f00::/16, fc00::/7, fe80::/10, fec0::/10 and ff00::/8.
 */
const globalVersion6 = ranges(['2000::/3'])

const notGlobalVersion6 = ranges([
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID and others
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: contains an IPv4 address
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
])

/** Networks of one organization (RFC 1918, RFC 4193), link-local addresses, and this machine. */
const privateUse = ranges([
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '127.0.0.0/8',
  'fc00::/7',
  'fe80::/10',
  '::1',
])

/** What it cannot read is not private. The zone of a link-local address (fe80::1%eth0) does not count. */
export function isPrivateAddress(text: string): boolean {
  const address = parseIpAddress(text.replace(/%.*$/, ''))
  return address !== undefined && isIn(privateUse, address)
}

/** Reads 192.0.2.1 and 2001:db8::1, and nothing else: what it cannot read counts as not globally reachable. */
export function reachOf(text: string): AddressReach {
  const address = parseIpAddress(text)
  if (address === undefined) return 'LOCAL'
  const isVersion4 = isIn(version4, address)
  // ::ffff:127.0.0.1 is an IPv4 address in disguise, and must not appear on the wire.
  if (isVersion4 && text.includes(':')) return 'LOCAL'
  if (isIn(loopback, address)) return 'LOOPBACK'
  const isGlobal = isVersion4
    ? !isIn(notGlobalVersion4, address)
    : isIn(globalVersion6, address) && !isIn(notGlobalVersion6, address)
  return isGlobal ? 'GLOBAL' : 'LOCAL'
}

function isIn(list: readonly IpRange[], address: bigint): boolean {
  return list.some(({ from, to }) => from <= address && address <= to)
}

function ranges(texts: readonly string[]): readonly IpRange[] {
  return texts.map((text) => {
    const range = parseIpRange(text)
    if (!range) throw new Error(`${text} is no range of addresses`)
    return range
  })
}

// Which domain names are those of the internet.

/** Names that mean something different inside a network than outside, or nothing at all. */
const localNames = ['localhost', 'local', 'internal', 'intranet', 'lan', 'home', 'corp', 'private', 'svc']
const otherNames = ['arpa', 'onion', 'alt', 'invalid']
const metadataNames = ['metadata.goog', 'metadata.azure.com', 'metadata.tencentyun.com']

/**
 * In small letters: two labels or more, without the dot at the end that some systems treat as a different name. Names for documents and tests
 * (.example, .test) count: nothing answers there.
 */
export function isPublicName(name: string): boolean {
  if (!name.includes('.') || name.endsWith('.')) return false
  return ![...localNames, ...otherNames, ...metadataNames].some((suffix) => isUnder(name, suffix))
}

export function isLocalhost(name: string): boolean {
  return isUnder(name, 'localhost')
}

function isUnder(name: string, suffix: string): boolean {
  return name === suffix || name.endsWith(`.${suffix}`)
}
