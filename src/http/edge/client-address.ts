// Where a request comes from: one answer for limits, risk, payer authentication, logs and the audit.
import type { IncomingMessage } from 'node:http'
import { formatIpAddress, type IpRange, isWithin, parseIpAddress } from '../../domain/ip-address.ts'
import { type ForwardingHeader, forwardedAddresses } from './forwarded.ts'
import type { RequestOrigin } from './listeners/open-listeners.ts'

/** Reverse proxies that end TLS and begin it again towards us. */
export interface ForwardingRule {
  readonly proxies: readonly IpRange[]
  /** The header that these proxies write. The other one would be the client's own words. */
  readonly header: ForwardingHeader
  /** How many proxies a request goes through, each of which adds the address that it sees. */
  readonly hops: number
}

const addresses = new WeakMap<IncomingMessage, string>()

/** Notes whom a request is from, before anything is made of it. */
export function markClientAddress(request: IncomingMessage, address: string): void {
  addresses.set(request, address)
}

/** A request injected in process came through no listener, and has the address that the test gave it. */
export function clientAddressOf(request: IncomingMessage): string {
  return addresses.get(request) ?? request.socket.remoteAddress ?? ''
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
  const forwarded = forwardedAddresses(rule.header, Array.isArray(text) ? text.join(',') : (text ?? ''))
  // Further left than our own proxies write stands what the client has sent.
  const client = parseIpAddress(forwarded.slice(-rule.hops)[0] ?? '')
  return client === undefined ? address : formatIpAddress(client)
}
