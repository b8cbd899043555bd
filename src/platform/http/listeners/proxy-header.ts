// The header of the PROXY protocol, version 2: a load balancer that forwards TCP names the client of a connection in
// it. https://www.haproxy.org/download/3.2/doc/proxy-protocol.txt
import type { Socket } from 'node:net'
import { formatIpAddress } from '../../../kernel/ip-address.ts'

const signature = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
const fixedLength = 16
/** Addresses and what a balancer adds to them; published balancers stay below 300 bytes. */
const variableLengthMax = 2_048
const additionHeadLength = 3

const version = 2
const commands = { LOCAL: 0, PROXY: 1 } as const
const unspecified = 0x00
/** TCP over IPv4 and over IPv6: how long a client's address is, and both addresses with both ports. */
const families: ReadonlyMap<number, { readonly addressLength: number; readonly length: number }> = new Map([
  [0x11, { addressLength: 4, length: 12 }],
  [0x21, { addressLength: 16, length: 36 }],
])

/** OWN: the balancer's own connection, a health check. */
export type ProxiedClient = { readonly kind: 'CLIENT'; readonly address: string } | { readonly kind: 'OWN' }

interface FixedPart {
  readonly command: number
  readonly family: number
  readonly length: number
}

/** The part that every header begins with; undefined when it is not an accepted one. */
function readFixedPart(bytes: Buffer): FixedPart | undefined {
  if (bytes.length !== fixedLength || !bytes.subarray(0, signature.length).equals(signature)) return undefined
  const [versionAndCommand = 0, family = 0] = bytes.subarray(signature.length)
  const command = versionAndCommand & 0x0f
  const length = bytes.readUInt16BE(signature.length + 2)
  if (versionAndCommand >> 4 !== version || command > commands.PROXY || length > variableLengthMax) return undefined
  return { command, family, length }
}

function readVariablePart({ command, family, length }: FixedPart, bytes: Buffer): ProxiedClient | undefined {
  if (bytes.length !== length) return undefined
  if (command === commands.LOCAL || family === unspecified) return { kind: 'OWN' }
  const layout = families.get(family)
  if (!layout || length < layout.length || !areAdditions(bytes.subarray(layout.length))) return undefined
  const address = BigInt(`0x${bytes.toString('hex', 0, layout.addressLength)}`)
  return { kind: 'CLIENT', address: formatIpAddress(layout.addressLength === 4 ? mapped | address : address) }
}

const mapped = 0xffff_0000_0000n

/**
 * Type, length and value, as often as there is room. The gateway needs none of them, but a header whose lengths do not
 * add up is invalid.
 */
function areAdditions(bytes: Buffer): boolean {
  let at = 0
  while (at + additionHeadLength <= bytes.length) at += additionHeadLength + bytes.readUInt16BE(at + 1)
  return at === bytes.length
}

/**
 * Reads the header off a new connection, in as many pieces as it arrives, and leaves what follows unread. Undefined
 * when there is no such header, or not all of it within the time.
 */
export function readProxyHeader(socket: Socket, timeoutMs: number): Promise<ProxiedClient | undefined> {
  const { promise, resolve } = Promise.withResolvers<ProxiedClient | undefined>()
  let fixed: FixedPart | undefined

  const end = (client: ProxiedClient | undefined) => {
    clearTimeout(timer)
    socket.off('readable', read).off('end', fail).off('error', fail).off('close', fail)
    resolve(client)
  }
  const fail = () => end(undefined)
  const read = () => {
    if (!fixed) {
      const bytes = socket.read(fixedLength) as Buffer | null
      if (!bytes) return
      fixed = readFixedPart(bytes)
      if (!fixed) return end(undefined)
    }
    const bytes = fixed.length === 0 ? Buffer.alloc(0) : (socket.read(fixed.length) as Buffer | null)
    if (bytes) end(readVariablePart(fixed, bytes))
  }
  const timer = setTimeout(fail, timeoutMs)
  socket.on('readable', read).on('end', fail).on('error', fail).on('close', fail)
  return promise
}
