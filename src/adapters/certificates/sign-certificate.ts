// Makes X.509 certificates. The library is loaded on first use only: most starts need no new certificate.
import { createPublicKey, type KeyObject } from 'node:crypto'
import { ensureReflectMetadata } from './reflect-metadata.ts'

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

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** Returns the certificate in PEM. All keys are on P-256. */
export async function signCertificate(request: CertificateRequest): Promise<string> {
  ensureReflectMetadata()
  const x509 = await import('@peculiar/x509')
  const issuerKey = request.issuer?.key ?? request.key
  const publicKey = publicCryptoKey(request.key)
  const subject = [{ CN: [request.commonName] }]
  const issuerName = request.issuer && new x509.X509Certificate(request.issuer.certificatePem).subjectName
  const isAuthority = request.use === 'authority'
  const flags = x509.KeyUsageFlags

  const certificate = await x509.X509CertificateGenerator.create({
    subject,
    issuer: issuerName ?? subject,
    notBefore: request.notBefore,
    notAfter: request.notAfter,
    signingAlgorithm: algorithm,
    publicKey,
    signingKey: issuerKey.toCryptoKey(algorithm, false, ['sign']),
    extensions: [
      new x509.BasicConstraintsExtension(isAuthority, isAuthority ? 0 : undefined, true),
      new x509.KeyUsagesExtension(isAuthority ? flags.keyCertSign | flags.cRLSign : flags.digitalSignature, true),
      ...(isAuthority ? [] : [new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage[`${request.use}Auth`]])]),
      ...(request.names ? [new x509.SubjectAlternativeNameExtension([...request.names])] : []),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(publicCryptoKey(issuerKey)),
    ],
  })
  return `${certificate.toString('pem')}\n`
}

function publicCryptoKey(key: KeyObject) {
  return createPublicKey(key).toCryptoKey(algorithm, true, ['verify'])
}
