// Keys and certificates for wallets. Keys are made here and sealed by their stores: none leaves the gateway.
// And what the operator trusts to sign payloads.

import { createPrivateKey, generateKeyPair, generateKeyPairSync, KeyObject, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { OperatorFailure } from '../../kernel/failures.ts'
import { Secret } from '../../kernel/secret.ts'
import { readCertificate } from '../../platform/certificates/read-certificate.ts'
import { makeSigningRequest } from '../../platform/certificates/sign-certificate.ts'
import type { WalletCertificates } from '../ports/wallet-keys.ts'
import { pointOf, publicKeyHashOf, readPublicKey } from './elliptic-keys.ts'
import type { GoogleRootKey } from './google-pay.ts'
import { bytesOf, objectOf, parseObject, timeOf } from './json-members.ts'

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

// What the operator trusts to sign payloads: Apple's root certificates and Google's root keys, from files.

/** The message is one line for the operator. */
export class WalletRootsFailure extends OperatorFailure {
  override readonly name = 'WalletRootsFailure'
}

export interface TrustedRoots {
  readonly applePay: readonly X509Certificate[]
  readonly googlePay: readonly GoogleRootKey[]
}

export async function readTrustedRoots(files: {
  readonly applePayRootsFile?: string | undefined
  readonly googlePayRootKeysFile?: string | undefined
}): Promise<TrustedRoots> {
  const { applePayRootsFile, googlePayRootKeysFile } = files
  return {
    applePay: applePayRootsFile === undefined ? [] : await readAppleRoots(applePayRootsFile),
    googlePay: googlePayRootKeysFile === undefined ? [] : await readGoogleRoots(googlePayRootKeysFile),
  }
}

const pemBlock = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g

/** In PEM, or one certificate in DER as Apple publishes it. */
async function readAppleRoots(file: string): Promise<readonly X509Certificate[]> {
  const bytes = await readBytes(file)
  const blocks = bytes.toString('latin1').match(pemBlock) ?? [bytes]
  try {
    const roots = blocks.map((block) => new X509Certificate(block))
    if (roots.every(({ ca }) => ca)) return roots
  } catch {
    // Said below.
  }
  throw new WalletRootsFailure(`${file} must contain certificates of certification authorities, in PEM or DER.`)
}

/** The JSON that Google publishes; keys of other protocol versions are left out. */
async function readGoogleRoots(file: string): Promise<readonly GoogleRootKey[]> {
  const { keys } = parseObject((await readBytes(file)).toString('utf8')) ?? {}
  const listed = (Array.isArray(keys) ? keys : []).map((each) => objectOf(each) ?? {})
  const roots = listed
    .filter(({ protocolVersion }) => protocolVersion === 'ECv2')
    .map(({ keyValue, keyExpiration }) => {
      const key = readPublicKey(bytesOf(keyValue) ?? Buffer.alloc(0))
      const expiresAt = timeOf(keyExpiration)
      return key && (keyExpiration === undefined || expiresAt) ? { key, ...(expiresAt && { expiresAt }) } : undefined
    })
  const read = roots.filter((root) => root !== undefined)
  if (read.length > 0 && read.length === roots.length) return read
  throw new WalletRootsFailure(
    `${file} must contain Google's root signing keys: JSON with keys of protocol version ECv2.`,
  )
}

async function readBytes(file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch (error) {
    throw new WalletRootsFailure(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}
