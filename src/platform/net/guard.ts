// Where notifications may go: decided by the URL before any name is resolved, and by every address that its name
// resolves to.

import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { type AddressReach, isLocalhost, isPublicName, reachOf } from '../../kernel/address-reach.ts'

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

/**
 * The platform connects to the addresses returned here and does not resolve the name again, so a name that resolves to
 * another address a moment later gains nothing. One bad address among good ones is enough to refuse them all.
 */
export function checkedLookup(resolveName: ResolveName, destination: Destination): LookupFunction {
  return (name, { all }, callback) => {
    resolveName(name).then(
      (addresses) => {
        const [first] = addresses
        if (first === undefined) return callback(new Error(nameUnknown), '')
        if (!addresses.every((address) => mayConnect(address, destination)))
          return callback(new DestinationRefused('ADDRESS_NOT_ALLOWED'), '')
        if (!all) return callback(null, first, familyOf(first))
        callback(
          null,
          addresses.map((address) => ({ address, family: familyOf(address) })),
        )
      },
      (error: Error) => callback(error, ''),
    )
  }
}

function familyOf(address: string): 4 | 6 {
  return address.includes(':') ? 6 : 4
}

/** Thrown while connecting: the address is not allowed. */
export class DestinationRefused extends Error {
  override readonly name = 'Refused'
  readonly reason: DestinationRefusalReason

  constructor(reason: DestinationRefusalReason) {
    super(`not called: ${reason}`)
    this.reason = reason
  }
}

const problems: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'CONNECTION_REFUSED',
  ECONNRESET: 'CONNECTION_LOST',
  EPIPE: 'CONNECTION_LOST',
  EHOSTUNREACH: 'HOST_UNREACHABLE',
  ENETUNREACH: 'HOST_UNREACHABLE',
  ETIMEDOUT: 'CONNECTION_TIMED_OUT',
  CERT_HAS_EXPIRED: 'CERTIFICATE_EXPIRED',
  CERT_NOT_YET_VALID: 'CERTIFICATE_NOT_YET_VALID',
  ERR_TLS_CERT_ALTNAME_INVALID: 'CERTIFICATE_OF_ANOTHER_NAME',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'CERTIFICATE_NOT_TRUSTED',
  SELF_SIGNED_CERT_IN_CHAIN: 'CERTIFICATE_NOT_TRUSTED',
  UNABLE_TO_GET_ISSUER_CERT: 'CERTIFICATE_NOT_TRUSTED',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'CERTIFICATE_NOT_TRUSTED',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'CERTIFICATE_NOT_TRUSTED',
  CERT_SIGNATURE_FAILURE: 'CERTIFICATE_NOT_TRUSTED',
  CERT_REVOKED: 'CERTIFICATE_NOT_TRUSTED',
  CERT_UNTRUSTED: 'CERTIFICATE_NOT_TRUSTED',
  INVALID_CA: 'CERTIFICATE_NOT_TRUSTED',
  INVALID_PURPOSE: 'CERTIFICATE_NOT_TRUSTED',
  PATH_LENGTH_EXCEEDED: 'CERTIFICATE_NOT_TRUSTED',
  HPE_HEADER_OVERFLOW: 'ANSWER_HEADERS_TOO_LARGE',
}

/** By its code; several attempts at one name are reported by the first. */
export function sendProblemOf(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors as readonly unknown[])[0] : error
  if (!(first instanceof Error)) return 'FAILED'
  if (first.message === nameUnknown) return nameUnknown
  const { code = '' } = first as NodeJS.ErrnoException
  const known = problems[code]
  if (known !== undefined) return known
  if (code.startsWith('HPE_')) return 'ANSWER_MALFORMED'
  return code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS') || code === 'EPROTO' ? 'TLS_FAILED' : 'FAILED'
}

export const nameUnknown = 'NAME_UNKNOWN'

// Finds the addresses of a name, all of them, without the platform's few threads that wait for slow name servers.

/** Every address of a name; none when it has none. */
export type ResolveName = (name: string) => Promise<readonly string[]>

const tryMs = 2_000
const tries = 2

/**
 * By the name servers alone, those of the machine unless others are given: the machine's hosts file is for the
 * machine's own programs.
 */
export async function resolveByServers(name: string, servers?: readonly string[]): Promise<readonly string[]> {
  if (isLocalhost(name)) return ['127.0.0.1', '::1']
  const resolver = new Resolver({ timeout: tryMs, tries })
  if (servers) resolver.setServers(servers)
  // As a complete name; without the dot at the end a resolver may also try the machine's own domain.
  const results = await Promise.allSettled([resolver.resolve4(`${name}.`), resolver.resolve6(`${name}.`)])
  return results.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}
