// The certificate and private key by which Apple knows a merchant.
import { createPrivateKey, X509Certificate } from 'node:crypto'

/** In PKCS #8; undefined when it is no private key in PEM without a passphrase. */
export function readIdentityKey(pem: string): string | undefined {
  try {
    return pem.includes('-----BEGIN')
      ? createPrivateKey(pem).export({ format: 'pem', type: 'pkcs8' }).toString()
      : undefined
  } catch {
    return undefined
  }
}

/** Both in PEM, and each read before. */
export function certificateMatchesKey(certificate: string, privateKey: string): boolean {
  return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(privateKey))
}
