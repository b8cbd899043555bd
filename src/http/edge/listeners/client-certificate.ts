import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

export interface TlsClientCertificate {
  /** SHA-256 of the DER form, in lower-case hexadecimal digits without colons. */
  readonly fingerprint256: string
  readonly notBefore: Date
  readonly notAfter: Date
}

// A certificate cannot change while its connection lives: the listeners allow no renegotiation.
const known = new WeakMap<Socket, TlsClientCertificate | 'none'>()

/**
 * The certificate whose key the client has proven to hold. Nothing else about it has been checked: not the issuer, not
 * the dates. A resumed TLS session carries the certificate of the session it resumes.
 */
export function clientCertificateOf({ socket }: IncomingMessage): TlsClientCertificate | undefined {
  if (!(socket instanceof TLSSocket)) return undefined
  const found = known.get(socket) ?? read(socket)
  known.set(socket, found)
  return found === 'none' ? undefined : found
}

function read(socket: TLSSocket): TlsClientCertificate | 'none' {
  const certificate = socket.getPeerX509Certificate()
  if (certificate === undefined) return 'none'
  return {
    fingerprint256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    notBefore: certificate.validFromDate,
    notAfter: certificate.validToDate,
  }
}
