// Keys and signatures on P-256, the only curve that both wallets use. Lengths are checked first, and what costs time is done by
// threads of the pool: anyone can send a payload.

import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  type KeyObject,
  verify,
} from 'node:crypto'
import { promisify } from 'node:util'
import type { Wallet } from '../rules/wallet.ts'

const curve = 'prime256v1'

/** What precedes an uncompressed point in a SubjectPublicKeyInfo on P-256. */
const pointPrefix = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex')
const pointLength = 65

export function isOnCurve(key: KeyObject): boolean {
  return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === curve
}

/** Whether it has the form of a SubjectPublicKeyInfo with an uncompressed point of the curve; says nothing about the point. */
export function hasFormOfPublicKey(der: Buffer): boolean {
  return der.length === pointPrefix.length + pointLength && der.subarray(0, pointPrefix.length).equals(pointPrefix)
}

/** Of a SubjectPublicKeyInfo in DER; undefined when it is none, or not on the curve. */
export function readPublicKey(der: Buffer): KeyObject | undefined {
  if (!hasFormOfPublicKey(der)) return undefined
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}

/** Of an uncompressed point. */
export function readPoint(point: Buffer): KeyObject | undefined {
  return point.length === pointLength ? readPublicKey(Buffer.concat([pointPrefix, point])) : undefined
}

/** A sequence of two integers, each of one to 33 bytes. */
const signatureBytes = { min: 8, max: 72 } as const

export function hasFormOfSignature({ length }: Buffer): boolean {
  return length >= signatureBytes.min && length <= signatureBytes.max
}

const verifyInPool = promisify(verify) as (
  hash: string,
  content: Buffer,
  key: KeyObject,
  signature: Buffer,
) => Promise<boolean>

/** By a key of any kind. */
export async function isSignatureRight(
  content: Buffer,
  { key, signature, hash = 'sha256' }: { readonly key: KeyObject; readonly signature: Buffer; readonly hash?: string },
): Promise<boolean> {
  // What the library cannot read as a signature is none.
  return verifyInPool(hash, content, key, signature).catch(() => false)
}

const agreeInPool = promisify(diffieHellman) as (keys: {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}) => Promise<Buffer>

/** The secret that two keys have in common. */
export function sharedSecretOf(privateKey: KeyObject, publicKey: KeyObject): Promise<Buffer> {
  return agreeInPool({ privateKey, publicKey })
}

/** The public half of a key as an uncompressed point. */
export function pointOf(key: KeyObject): Buffer {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-pointLength)
}

/** In PEM, or PKCS #8 in base64 as Google's guide makes it; undefined when it is no such key. */
export function readPrivateKey(text: string): KeyObject | undefined {
  try {
    const key = text.includes('-----BEGIN')
      ? createPrivateKey(text)
      : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })
    return isOnCurve(key) ? key : undefined
  } catch {
    return undefined
  }
}

/** SHA-256 of the public key as SubjectPublicKeyInfo, in hexadecimal: how Apple names the key of a payload. */
export function publicKeyHashOf(key: KeyObject): string {
  const spki = createPublicKey(key.type === 'private' ? key : key.export({ format: 'pem', type: 'spki' }))
  return createHash('sha256')
    .update(spki.export({ format: 'der', type: 'spki' }))
    .digest('hex')
}

/**
 * The keyed hash by which a used payload is remembered. Its key comes from the merchant's wallet key: it is the same for the
 * whole life of a payload, which the vault's own keys, as they rotate, would not be.
 */
export function payloadHashOf(id: Buffer | string, wallet: Wallet, privateKey: KeyObject): Buffer {
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' })
  const key = hkdfSync('sha256', secret, Buffer.alloc(0), `used payloads of ${wallet}`, 32)
  return createHmac('sha256', Buffer.from(key)).update(id).digest()
}
