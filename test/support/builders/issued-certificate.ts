// A certificate for a signing request, as a wallet's company issues it.
import { generateKeyPairSync } from 'node:crypto'
import { ensureReflectMetadata } from './reflect-metadata.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const dayMs = 86_400_000

/** Fails for a request whose signature is not by its own key. */
export async function issueCertificate(
  signingRequest: string,
  { days = 365, fromDay = Math.min(0, days) - 1 } = {},
): Promise<string> {
  ensureReflectMetadata()
  const x509 = await import('@peculiar/x509')
  const request = new x509.Pkcs10CertificateRequest(signingRequest)
  if (!(await request.verify())) throw new Error('the request is not signed by its key')
  const now = Date.now()
  const certificate = await x509.X509CertificateGenerator.create({
    subject: request.subject,
    issuer: 'CN=A wallet of the tests',
    notBefore: new Date(now + fromDay * dayMs),
    notAfter: new Date(now + days * dayMs),
    publicKey: request.publicKey,
    signingKey: authority.toCryptoKey(algorithm, false, ['sign']),
    signingAlgorithm: algorithm,
  })
  return certificate.toString('pem')
}
