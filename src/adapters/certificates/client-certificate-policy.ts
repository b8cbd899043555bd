// Which certificates a merchant may register to call the API with.
import {
  type CertificateKey,
  type ParsedCertificate,
  type RefusedCertificate,
  readCertificate,
} from './read-certificate.ts'

const validityDaysMax = 825
const rsaBitsMin = 2048
const curves: readonly string[] = ['P-256', 'P-384']
const clientAuthentication = '1.3.6.1.5.5.7.3.2'
const anyExtendedKeyUsage = '2.5.29.37.0'
const dayMs = 86_400_000

/**
 * Reads a certificate and refuses one that is not fit for registration. The dates are checked when it is used, on each
 * request: a certificate may be registered before it becomes valid, and the issuer does not matter.
 */
export function checkClientCertificate(pem: string): ParsedCertificate | RefusedCertificate {
  const certificate = readCertificate(pem)
  if (certificate.kind === 'refused') return certificate
  const reason = reasonToRefuse(certificate)
  return reason === undefined ? certificate : { kind: 'refused', reason }
}

function reasonToRefuse({ key, notBefore, notAfter, extendedKeyUsage }: ParsedCertificate): string | undefined {
  if (!isStrong(key)) {
    return `The key is ${nameOf(key)}; it must be RSA of at least ${rsaBitsMin} bits, or on ${curves.join(' or ')}.`
  }
  const days = (notAfter.getTime() - notBefore.getTime()) / dayMs
  if (days < 0) return 'The certificate ends before it begins.'
  if (days > validityDaysMax) {
    return `The certificate is valid for ${Math.ceil(days)} days; at most ${validityDaysMax} are allowed.`
  }
  const isForClients = extendedKeyUsage?.some((use) => use === clientAuthentication || use === anyExtendedKeyUsage)
  if (isForClients === false) return 'The certificate is not for clients: its extended key usage lacks clientAuth.'
  return undefined
}

function isStrong(key: CertificateKey): boolean {
  if (key.kind === 'RSA') return key.bits >= rsaBitsMin
  return key.kind === 'EC' && curves.includes(key.curve)
}

function nameOf(key: CertificateKey): string {
  if (key.kind === 'RSA') return `RSA of ${key.bits} bits`
  return key.kind === 'EC' ? `on the curve ${key.curve}` : `of the kind ${key.name}`
}
