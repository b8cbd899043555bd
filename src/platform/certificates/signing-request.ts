// Makes certificate signing requests. What encodes them is loaded on first use only, as for certificates.
import type { KeyObject } from 'node:crypto'

/** In PKCS #10, in PEM. The key is RSA, or on an elliptic curve. */
export async function makeSigningRequest(key: KeyObject, commonName: string): Promise<string> {
  const { encodeSigningRequest, pemOf } = await import('./x509-encoding.ts')
  return pemOf('CERTIFICATE REQUEST', encodeSigningRequest(key, commonName))
}
