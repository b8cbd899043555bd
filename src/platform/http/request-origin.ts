// Where a request comes from: the listener, the client's address, also behind proxies, and the client certificate. Never taken from
// the request's content, since headers can be forged.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { formatIpAddress, type IpRange, isWithin, parseIpAddress } from '../../kernel/ip-address.ts'

export type ListenerKind = 'https' | 'mtls' | 'http' | 'metrics'

/**
 * The listener of a request and its client: the client's end of the connection, as reported by a load balancer or as it
 * is.
 */
export interface RequestOrigin {
  readonly listenerKind: ListenerKind
  readonly address: string
}

// On the request itself, under names that nothing else can have: the garbage collector would have to clear a table beside it of
// every request.
const itsListenerKind = Symbol('listenerKind')
const itsClientAddress = Symbol('clientAddress')

interface MarkedRequest extends IncomingMessage {
  [itsListenerKind]?: ListenerKind
  [itsClientAddress]?: string
}

export function markListenerKind(request: MarkedRequest, listener: ListenerKind): void {
  request[itsListenerKind] = listener
}

/** A request injected in process came through no listener and is treated as the plain one. */
export function listenerKindOf(request: MarkedRequest): ListenerKind {
  return request[itsListenerKind] ?? 'http'
}

// The client's address of a request: the same for limits, risk, payer authentication, logs and the audit log.

/** Reverse proxies that terminate TLS and open a new TLS connection to the gateway. */
interface ForwardingRule {
  readonly proxies: readonly IpRange[]
  /** The header that these proxies write. The other one would be the client's own. */
  readonly header: ForwardingHeader
  /** How many proxies a request passes through, each of which adds the address that it sees. */
  readonly hops: number
}

/** Determines the client of a request. */
export function markClientAddress(request: MarkedRequest, address: string): void {
  request[itsClientAddress] = address
}

/** A request injected in process came through no listener, and has the address that the test set. */
export function clientAddressOf(request: MarkedRequest): string {
  return request[itsClientAddress] ?? request.socket.remoteAddress ?? ''
}

/**
 * The header counts on the HTTPS listener only and from named proxies only. The listener for client certificates ignores it: the
 * certificate proves who opened the connection, and does not pass a reverse proxy.
 */
export function clientAddress(
  { headers }: IncomingMessage,
  { listenerKind, address }: RequestOrigin,
  rule: ForwardingRule,
): string {
  if (listenerKind !== 'https' || !isWithin(address, rule.proxies)) return address
  const text = headers[rule.header]
  // Entries further left than the trusted proxies write come from the client, and are not read.
  const forwarded = forwardedAddresses(rule.header, Array.isArray(text) ? text.join(',') : (text ?? ''), rule.hops)
  const client = parseIpAddress(forwarded[0] ?? '')
  return client === undefined ? address : formatIpAddress(client)
}

/** Passes each request of a listener to the server, with its origin noted before anything else is done with it. */
export function withOrigin(
  rule: ForwardingRule,
  server: { routing(request: IncomingMessage, response: ServerResponse): void },
): (request: IncomingMessage, response: ServerResponse, origin: RequestOrigin) => void {
  return (request, response, origin) => {
    markListenerKind(request, origin.listenerKind)
    markClientAddress(request, clientAddress(request, origin, rule))
    server.routing(request, response)
  }
}

// Reads the headers in which reverse proxies name the client of a request: Forwarded (RFC 7239) and X-Forwarded-For.

export type ForwardingHeader = 'x-forwarded-for' | 'forwarded'

/** The address that each of the last proxies saw, the nearest proxy's last; empty where it wrote none. */
export function forwardedAddresses(
  header: ForwardingHeader,
  text: string,
  hops: number = Number.POSITIVE_INFINITY,
): readonly string[] {
  if (text.trim() === '') return []
  const isForwarded = header === 'forwarded'
  const parts = (isForwarded ? splitUnquoted(text, ',') : text.split(',')).slice(-hops)
  return (isForwarded ? parts.map(forOf) : parts).map(withoutPort)
}

/** Commas and semicolons inside quotes do not separate. A single pass over the text. */
function splitUnquoted(text: string, separator: string): readonly string[] {
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
  const [first, second] = splitUnquoted(element, ';')
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

interface TlsClientCertificate {
  /** SHA-256 of the DER form, in lower-case hexadecimal digits without colons. */
  readonly fingerprint256: string
  readonly notBefore: Date
  readonly notAfter: Date
}

// A certificate cannot change while its connection lives: the listeners allow no renegotiation.
const knownCertificates = new WeakMap<Socket, TlsClientCertificate | 'none'>()

/**
 * The certificate whose key the client has proven to hold. Nothing else about it has been checked: not the issuer, not
 * the dates. A resumed TLS session carries the certificate of the session it resumes.
 */
export function clientCertificateOf({ socket }: IncomingMessage): TlsClientCertificate | undefined {
  if (!(socket instanceof TLSSocket)) return undefined
  const found = knownCertificates.get(socket) ?? readCertificate(socket)
  knownCertificates.set(socket, found)
  return found === 'none' ? undefined : found
}

function readCertificate(socket: TLSSocket): TlsClientCertificate | 'none' {
  const certificate = socket.getPeerX509Certificate()
  if (certificate === undefined) return 'none'
  return {
    fingerprint256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    notBefore: certificate.validFromDate,
    notAfter: certificate.validToDate,
  }
}
