// Makes Google Pay payloads of protocol version ECv2: what Google and the merchant's key make together.
import {
  createCipheriv,
  createHmac,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  sign,
} from 'node:crypto'
import { pointOf } from '../payloads/elliptic-keys.ts'

export interface GoogleSigner {
  readonly root: KeyObject
  readonly intermediate: KeyObject
}

export interface GooglePayload {
  readonly protocolVersion: string
  readonly signature: string
  readonly intermediateSigningKey: { readonly signedKey: string; readonly signatures: readonly string[] }
  readonly signedMessage: string
}

export interface GoogleOrder {
  readonly signer: GoogleSigner
  /** The merchant's; only its public half is used. */
  readonly key: KeyObject
  readonly content: object
  /** As Google names a merchant: merchant:<id>. */
  readonly recipient: string
  readonly keyExpiration?: number
}

const anHourMs = 3_600_000

export function makeGooglePayload(order: GoogleOrder): GooglePayload {
  const { signer, key, content, recipient, keyExpiration = Date.now() + anHourMs } = order
  const ephemeral = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey
  const point = pointOf(ephemeral)
  const shared = diffieHellman({ privateKey: ephemeral, publicKey: publicHalf(key) })
  const derived = Buffer.from(hkdfSync('sha256', Buffer.concat([point, shared]), Buffer.alloc(32), 'Google', 64))
  const cipher = createCipheriv('aes-256-ctr', derived.subarray(0, 32), Buffer.alloc(16))
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()])
  const signedMessage = JSON.stringify({
    encryptedMessage: encrypted.toString('base64'),
    ephemeralPublicKey: point.toString('base64'),
    tag: createHmac('sha256', derived.subarray(32)).update(encrypted).digest('base64'),
  })
  const keyValue = publicHalf(signer.intermediate).export({ format: 'der', type: 'spki' }).toString('base64')
  const signedKey = JSON.stringify({ keyValue, keyExpiration: String(keyExpiration) })
  return {
    protocolVersion: 'ECv2',
    signature: signTexts(signer.intermediate, 'Google', recipient, 'ECv2', signedMessage),
    intermediateSigningKey: { signedKey, signatures: [signTexts(signer.root, 'Google', 'ECv2', signedKey)] },
    signedMessage,
  }
}

function publicHalf(key: KeyObject): KeyObject {
  return key.type === 'public' ? key : createPublicKey(key)
}

function signTexts(key: KeyObject, ...texts: readonly string[]): string {
  const parts = texts.flatMap((text) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(Buffer.byteLength(text))
    return [length, Buffer.from(text)]
  })
  return sign('sha256', Buffer.concat(parts), key).toString('base64')
}
