// The problem with a message, as one word: the platform's own messages differ by version and say more than the log may
// hold.
import type { DestinationRefusalReason } from './guard.ts'

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
