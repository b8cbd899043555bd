import { type KeyObject, X509Certificate } from 'node:crypto'
import { type Explanation, explain } from '../../kernel/explanation.ts'

export type CertificateKey =
  | { readonly kind: 'RSA'; readonly bits: number }
  | { readonly kind: 'EC'; readonly curve: string }
  | { readonly kind: 'OTHER'; readonly name: string }

export interface ParsedCertificate {
  readonly kind: 'CERTIFICATE'
  /** SHA-256 of the DER form, in lower-case hexadecimal digits without colons. */
  readonly fingerprint256: string
  /** The subject on one line, for display; never trusted. */
  readonly subject: string
  readonly notBefore: Date
  readonly notAfter: Date
  readonly key: CertificateKey
  /** The object identifiers of the extended key usage; undefined when the certificate does not restrict its use. */
  readonly extendedKeyUsage: readonly string[] | undefined
}

export interface RefusedCertificate {
  readonly kind: 'REFUSED'
  readonly reason: Explanation
}

// Larger than any honest certificate, small enough that parsing untrusted text is cheap.
const charactersMax = 65_536

const curveNames: Readonly<Record<string, string>> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' }

/** Reads one certificate in PEM. Text before and after it is allowed, as many tools write some. */
export function readCertificate(pem: string): ParsedCertificate | RefusedCertificate {
  if (pem.length > charactersMax)
    return refused(explain('The text is longer than {number} characters.', { number: charactersMax }))
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) {
    return refused(explain('The text contains a private key. Send the certificate only, and keep the key secret.'))
  }
  const count = pem.split('-----BEGIN CERTIFICATE-----').length - 1
  if (count === 0)
    return refused(explain('The text contains no certificate in PEM format (-----BEGIN CERTIFICATE-----).'))
  if (count > 1)
    return refused(explain('The text contains {count} certificates; send one, without its chain.', { count }))
  try {
    return describe(new X509Certificate(pem))
  } catch {
    // OpenSSL's own messages ("wrong tag") would not help the sender of a certificate.
    return refused(explain('The certificate is damaged and cannot be read.'))
  }
}

function describe(certificate: X509Certificate): ParsedCertificate | RefusedCertificate {
  const { validFromDate: notBefore, validToDate: notAfter } = certificate
  if (Number.isNaN(notBefore.getTime()) || Number.isNaN(notAfter.getTime())) {
    return refused(explain('The dates of the certificate cannot be read.'))
  }
  return {
    kind: 'CERTIFICATE',
    fingerprint256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    subject: certificate.subject?.replaceAll('\n', ', ') ?? '',
    notBefore,
    notAfter,
    key: describeKey(certificate.publicKey),
    // Node gives the extended key usage under this name.
    extendedKeyUsage: certificate.keyUsage,
  }
}

function describeKey({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): CertificateKey {
  const { modulusLength, namedCurve } = asymmetricKeyDetails ?? {}
  if (asymmetricKeyType === 'rsa' && modulusLength !== undefined) return { kind: 'RSA', bits: modulusLength }
  if (asymmetricKeyType === 'ec' && namedCurve !== undefined) {
    return { kind: 'EC', curve: curveNames[namedCurve] ?? namedCurve }
  }
  return { kind: 'OTHER', name: asymmetricKeyType ?? 'unknown' }
}

function refused(reason: Explanation): RefusedCertificate {
  return { kind: 'REFUSED', reason }
}
