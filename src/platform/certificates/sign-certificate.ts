// Makes X.509 certificates and certificate signing requests. The library is loaded on first use only: most starts
// need neither.
import { type KeyObject, X509Certificate } from 'node:crypto'

export interface SubjectName {
  readonly type: 'dns' | 'ip'
  readonly value: string
}

interface CertificateRequest {
  readonly commonName: string
  readonly key: KeyObject
  readonly notBefore: Date
  readonly notAfter: Date
  readonly use: 'authority' | 'server' | 'client'
  readonly names?: readonly SubjectName[]
  /** The signer; without it the certificate is self-signed. */
  readonly issuer?: { readonly key: KeyObject; readonly certificatePem: string }
}

const clientAndServerUses = { server: '1.3.6.1.5.5.7.3.1', client: '1.3.6.1.5.5.7.3.2' } as const

/** Returns the certificate in PEM. */
export async function signCertificate(request: CertificateRequest): Promise<string> {
  const x509 = await import('./x509-encoding.ts')
  const { key, use, names, issuer, ...content } = request
  const isAuthority = use === 'authority'
  const der = x509.encodeCertificate({
    ...content,
    key,
    issuer: issuer && { key: issuer.key, der: new X509Certificate(issuer.certificatePem).raw },
    extensions: [
      x509.basicConstraints(isAuthority, isAuthority ? 0 : undefined),
      x509.keyUsage(isAuthority ? 'SIGNS_CERTIFICATES' : 'SIGNS'),
      ...(isAuthority ? [] : [x509.extendedKeyUsage(clientAndServerUses[use])]),
      ...(names ? [x509.alternativeNames(names.map(({ value }) => value))] : []),
      ...x509.keyIdentifiers(key, issuer?.key ?? key),
    ],
  })
  return x509.pemOf('CERTIFICATE', der)
}

/** In PKCS #10, in PEM. The key is RSA, or on an elliptic curve. */
export async function makeSigningRequest(key: KeyObject, commonName: string): Promise<string> {
  const { encodeSigningRequest, pemOf } = await import('./x509-encoding.ts')
  return pemOf('CERTIFICATE REQUEST', encodeSigningRequest(key, commonName))
}
