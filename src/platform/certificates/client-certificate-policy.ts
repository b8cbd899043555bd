// Which certificates a merchant may register to call the API with.
import { type Explanation, explain } from '../../kernel/explanation.ts'
import {
  type CertificateKey,
  type ParsedCertificate,
  type RefusedCertificate,
  readCertificate,
} from './read-certificate.ts'

const validityDaysMax = 825
const rsaBitsMin = 2048
const curves = ['P-256', 'P-384'] as const
const clientAuthentication = '1.3.6.1.5.5.7.3.2'
const anyExtendedKeyUsage = '2.5.29.37.0'
const dayMs = 86_400_000

/**
 * Reads a certificate and refuses one that is not fit for registration. The dates are checked when it is used, on each
 * request: a certificate may be registered before it becomes valid, and the issuer does not matter.
 */
export function checkClientCertificate(pem: string): ParsedCertificate | RefusedCertificate {
  const certificate = readCertificate(pem)
  if (certificate.kind === 'REFUSED') return certificate
  const reason = reasonToRefuse(certificate)
  return reason === undefined ? certificate : { kind: 'REFUSED', reason }
}

function reasonToRefuse({ key, notBefore, notAfter, extendedKeyUsage }: ParsedCertificate): Explanation | undefined {
  if (!isStrong(key)) return weakKey(key)
  const days = (notAfter.getTime() - notBefore.getTime()) / dayMs
  if (days < 0) return explain('The certificate ends before it begins.')
  if (days > validityDaysMax)
    return explain('The certificate is valid for {days} days; at most {limit} are allowed.', {
      days: Math.ceil(days),
      limit: validityDaysMax,
    })
  const isForClients = extendedKeyUsage?.some((use) => use === clientAuthentication || use === anyExtendedKeyUsage)
  if (isForClients === false)
    return explain('The certificate is not for clients: its extended key usage lacks clientAuth.')
  return undefined
}

function isStrong(key: CertificateKey): boolean {
  if (key.kind === 'RSA') return key.bits >= rsaBitsMin
  return key.kind === 'EC' && curves.some((curve) => curve === key.curve)
}

function weakKey(key: CertificateKey): Explanation {
  const [first, second] = curves
  const allowed = { minimum: String(rsaBitsMin), first, second }
  switch (key.kind) {
    case 'RSA':
      return explain(
        'The key is RSA of {bits} bits; it must be RSA of at least {minimum} bits, or on {first} or {second}.',
        { bits: String(key.bits), ...allowed },
      )
    case 'EC':
      return explain(
        'The key is on the curve {curve}; it must be RSA of at least {minimum} bits, or on {first} or {second}.',
        { curve: key.curve, ...allowed },
      )
    case 'OTHER':
      return explain(
        'The key is of the kind {name}; it must be RSA of at least {minimum} bits, or on {first} or {second}.',
        { name: key.name, ...allowed },
      )
  }
}
