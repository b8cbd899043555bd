// The client's address of a request: the same for limits, risk, payer authentication, logs and the audit log.
import type { IncomingMessage } from 'node:http'
import { formatIpAddress, type IpRange, isWithin, parseIpAddress } from '../../domain/ip-address.ts'
import { type ForwardingHeader, forwardedAddresses } from './forwarded.ts'
import type { RequestOrigin } from './listeners/open-listeners.ts'

/** Reverse proxies that terminate TLS and open a new TLS connection to the gateway. */
export interface ForwardingRule {
  readonly proxies: readonly IpRange[]
  /** The header that these proxies write. The other one would be the client's own. */
  readonly header: ForwardingHeader
  /** How many proxies a request passes through, each of which adds the address that it sees. */
  readonly hops: number
}

const addresses = new WeakMap<IncomingMessage, string>()

/** Determines the client of a request, before anything else is done with it. */
export function markClientAddress(request: IncomingMessage, address: string): void {
  addresses.set(request, address)
}

/** A request injected in process came through no listener, and has the address that the test set. */
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
  // Entries further left than the trusted proxies write come from the client.
  const client = parseIpAddress(forwarded.slice(-rule.hops)[0] ?? '')
  return client === undefined ? address : formatIpAddress(client)
}
