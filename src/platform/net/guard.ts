// Where notifications may go: decided by the URL before any name is resolved, and by every address that its name
// resolves to.
import { isIP } from 'node:net'
import { type AddressReach, reachOf } from '../../kernel/address-reach.ts'
import { isLocalhost, isPublicName } from '../../kernel/public-name.ts'

/** What the operator allows. */
export interface DestinationPolicy {
  readonly ports: readonly number[]
  /** In the sandbox: also this machine, on ports that need no privilege. */
  readonly allowsLoopback: boolean
}

/** Why the URL is not called at all; a word for the log of deliveries. */
export type DestinationRefusalReason =
  | 'URL_MALFORMED'
  | 'NOT_HTTPS'
  | 'USERINFO_NOT_ALLOWED'
  | 'NAME_NOT_ALLOWED'
  | 'ADDRESS_NOT_ALLOWED'
  | 'PORT_NOT_ALLOWED'

/** A URL that may be called, as far as can be decided without resolving its name. */
export interface Destination {
  readonly url: URL
  /** A name or an address, without brackets. */
  readonly host: string
  readonly port: number
  /** This machine: its certificate may come from the development CA. */
  readonly isLoopback: boolean
}

const defaultPort = 443
const firstUnprivilegedPort = 1024

/**
 * The URL is parsed once, the way browsers parse it: that turns every disguise of an address (decimal, octal, short,
 * wide digits, percent signs) into the address. What is checked is what is called.
 */
export function destinationOf(text: string, where: DestinationPolicy): Destination | DestinationRefusalReason {
  if (!URL.canParse(text)) return 'URL_MALFORMED'
  const url = new URL(text)
  if (url.protocol !== 'https:') return 'NOT_HTTPS'
  if (url.username !== '' || url.password !== '') return 'USERINFO_NOT_ALLOWED'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const port = url.port === '' ? defaultPort : Number(url.port)

  const isAddress = isIP(host) !== 0
  const isLoopback = where.allowsLoopback && (isAddress ? reachOf(host) === 'LOOPBACK' : isLocalhost(host))
  if (!isLoopback && isAddress && !mayConnect(host, { isLoopback })) return 'ADDRESS_NOT_ALLOWED'
  if (!isLoopback && !isAddress && !isPublicName(host)) return 'NAME_NOT_ALLOWED'

  const isAllowedPort = where.ports.includes(port) || (isLoopback && port >= firstUnprivilegedPort)
  return isAllowedPort ? { url, host, port, isLoopback } : 'PORT_NOT_ALLOWED'
}

/** Whether a connection may be made to an address. A name of the internet never leads to this machine. */
export function mayConnect(address: string, { isLoopback }: Pick<Destination, 'isLoopback'>): boolean {
  const wanted: AddressReach = isLoopback ? 'LOOPBACK' : 'GLOBAL'
  return reachOf(address) === wanted
}
