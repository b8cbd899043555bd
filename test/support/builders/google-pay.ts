// Google Pay payloads with root keys of our own: what Google and the merchant's key make together.
import {
  createCipheriv,
  createHmac,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto'
import { makeKey } from './apple-pay.ts'

export const googleIdentifier = '12345678901234567890'

export interface GoogleSigner {
  readonly root: KeyObject
  readonly intermediate: KeyObject
}

export function makeGoogleSigner(): GoogleSigner {
  return { root: makeKey(), intermediate: makeKey() }
}

const inAnHour = () => Date.now() + 3_600_000
const spki = (key: KeyObject) => createPublicKey(key).export({ format: 'der', type: 'spki' })

/** As Google publishes them. */
export function rootKeysJson({ root }: GoogleSigner, expiresAt = inAnHour()): string {
  const keyValue = spki(root).toString('base64')
  return JSON.stringify({
    keys: [
      { keyValue: spki(makeKey()).toString('base64'), protocolVersion: 'ECv1' },
      { keyValue, protocolVersion: 'ECv2', keyExpiration: String(expiresAt) },
    ],
  })
}

export function googleContent({ details, ...changes }: Readonly<Record<string, unknown>> = {}): object {
  return {
    messageExpiration: String(inAnHour()),
    messageId: `AH2Ejtc${randomUUID()}`,
    paymentMethod: 'CARD',
    paymentMethodDetails: {
      pan: '5123450000000008',
      expirationMonth: 1,
      expirationYear: 2039,
      authMethod: 'CRYPTOGRAM_3DS',
      cryptogram: 'Canary/google+cryptogram/AAA=',
      eciIndicator: '02',
      ...(details as object | undefined),
    },
    ...changes,
  }
}

export interface GooglePayload {
  readonly protocolVersion: string
  readonly signature: string
  readonly intermediateSigningKey: { readonly signedKey: string; readonly signatures: readonly string[] }
  readonly signedMessage: string
}

export interface GoogleOrder {
  readonly signer: GoogleSigner
  readonly key: KeyObject
  readonly content?: object
  readonly recipient?: string
  readonly keyExpiration?: number
}

export function makeGooglePayload(order: GoogleOrder): GooglePayload {
  const { signer, key, content = googleContent(), recipient = `merchant:${googleIdentifier}` } = order
  const ephemeral = makeKey()
  const point = spki(ephemeral).subarray(-65)
  const shared = diffieHellman({ privateKey: ephemeral, publicKey: createPublicKey(key) })
  const derived = Buffer.from(hkdfSync('sha256', Buffer.concat([point, shared]), Buffer.alloc(32), 'Google', 64))
  const cipher = createCipheriv('aes-256-ctr', derived.subarray(0, 32), Buffer.alloc(16))
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()])
  const signedMessage = JSON.stringify({
    encryptedMessage: encrypted.toString('base64'),
    ephemeralPublicKey: point.toString('base64'),
    tag: createHmac('sha256', derived.subarray(32)).update(encrypted).digest('base64'),
  })
  const signedKey = JSON.stringify({
    keyValue: spki(signer.intermediate).toString('base64'),
    keyExpiration: String(order.keyExpiration ?? inAnHour()),
  })
  return {
    protocolVersion: 'ECv2',
    signature: signTexts(signer.intermediate, 'Google', recipient, 'ECv2', signedMessage),
    intermediateSigningKey: { signedKey, signatures: [signTexts(signer.root, 'Google', 'ECv2', signedKey)] },
    signedMessage,
  }
}

function signTexts(key: KeyObject, ...texts: readonly string[]): string {
  const parts = texts.flatMap((text) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(Buffer.byteLength(text))
    return [length, Buffer.from(text)]
  })
  return sign('sha256', Buffer.concat(parts), key).toString('base64')
}
