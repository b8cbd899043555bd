// Keys and certificates for wallets. Keys are made here and sealed by their stores: none leaves the gateway.

import { createPrivateKey, generateKeyPair, generateKeyPairSync, KeyObject, X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import { Secret } from '../../kernel/secret.ts'
import { readCertificate } from '../../platform/certificates/read-certificate.ts'
import { makeSigningRequest } from '../../platform/certificates/sign-certificate.ts'
import type { WalletCertificates } from '../ports/wallet-keys.ts'
import { pointOf, publicKeyHashOf } from './elliptic-keys.ts'

/** Apple issues identity certificates for RSA keys of this length, and none for curves. */
const identityKeyBits = 2048

const generate = promisify(generateKeyPair)

export const walletCertificates: WalletCertificates = {
  makeKey: () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey,

  async makeIdentityKey() {
    const { privateKey } = await generate('rsa', { modulusLength: identityKeyBits })
    return new Secret('CREDENTIAL', privateKey.export({ format: 'pem', type: 'pkcs8' }).toString())
  },

  signingRequest: (key, commonName) => makeSigningRequest(keyOf(key), commonName),
  publicKeyOf: (key) => pointOf(key).toString('base64'),
  publicKeyHashOf: (key) => publicKeyHashOf(keyOf(key)),

  readCertificate(pem) {
    const read = readCertificate(pem)
    if (read.kind === 'REFUSED') return read
    const { fingerprint256: fingerprint, notBefore, notAfter } = read
    const publicKeyHash = publicKeyHashOf(new X509Certificate(pem).publicKey)
    return { kind: 'CERTIFICATE', fingerprint, publicKeyHash, notBefore, notAfter }
  },
}

function keyOf(key: KeyObject | Secret): KeyObject {
  return key instanceof KeyObject ? key : createPrivateKey(key.open())
}

// The certificate and private key by which Apple knows a merchant.

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
