// Makes certificate signing requests. The library is loaded on first use only, as for certificates.
import { createPublicKey, type KeyObject } from 'node:crypto'
import { ensureReflectMetadata } from './reflect-metadata.ts'

const algorithms = {
  ec: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  rsa: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
} as const

/** In PKCS #10, in PEM. The key is RSA, or on P-256. */
export async function makeSigningRequest(key: KeyObject, commonName: string): Promise<string> {
  ensureReflectMetadata()
  const x509 = await import('@peculiar/x509')
  const algorithm = algorithms[key.asymmetricKeyType === 'rsa' ? 'rsa' : 'ec']
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    // As it is: the library reads a plain text as RFC 4514 writes names, with "#" before DER, quotes and escapes.
    name: new x509.Name([{ CN: [{ utf8String: commonName }] }]),
    keys: {
      privateKey: key.toCryptoKey(algorithm, false, ['sign']),
      publicKey: createPublicKey(key).toCryptoKey(algorithm, true, ['verify']),
    },
    signingAlgorithm: algorithm,
  })
  return `${request.toString('pem')}\n`
}
