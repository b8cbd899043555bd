// Keys on P-256, the only curve that both wallets use.
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

const curve = 'prime256v1'

/** What precedes an uncompressed point in a SubjectPublicKeyInfo on P-256. */
const pointPrefix = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex')
const pointLength = 65

export function isOnCurve(key: KeyObject): boolean {
  return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === curve
}

/** Of a SubjectPublicKeyInfo in DER; undefined when it is none, or not on the curve. */
export function readPublicKey(der: Buffer): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    return isOnCurve(key) ? key : undefined
  } catch {
    return undefined
  }
}

/** Of an uncompressed point. */
export function readPoint(point: Buffer): KeyObject | undefined {
  return point.length === pointLength ? readPublicKey(Buffer.concat([pointPrefix, point])) : undefined
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
