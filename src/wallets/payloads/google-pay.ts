// Google Pay payloads of protocol version ECv2 for direct merchants: signed by Google, encrypted for the merchant's key.
import { createDecipheriv, createHmac, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import { Secret } from '../../kernel/secret.ts'
import type { WalletKey } from '../ports/wallet-keys.ts'
import type { WalletFault, WalletPayment } from '../ports/wallets.ts'
import {
  hasFormOfSignature,
  isSignatureRight,
  payloadHashOf,
  readPoint,
  readPublicKey,
  sharedSecretOf,
} from './elliptic-keys.ts'
import { bytesOf, objectOf, parseObject, textOf, timeOf, type WalletJson } from './json-members.ts'

const protocolVersion = 'ECv2'
const sender = 'Google'
const keyLength = 32

/** Google signs its intermediate key with one root key, and with a second one while it changes them. */
const keySignaturesMax = 3
/** A key and when it expires: about 180 characters. */
const signedKeyLengthMax = 1_024

/** A key that Google signs its intermediate keys with. */
export interface GoogleRootKey {
  readonly key: KeyObject
  readonly expiresAt?: Date
}

interface GooglePayload {
  readonly signature: Buffer
  /** As they were signed. */
  readonly signedKey: string
  readonly signedMessage: string
  readonly keySignatures: readonly Buffer[]
}

export async function openGooglePayload(
  sent: WalletJson,
  {
    keys,
    roots,
    at,
  }: { readonly keys: readonly WalletKey[]; readonly roots: readonly GoogleRootKey[]; readonly at: Date },
): Promise<WalletPayment | WalletFault> {
  if (sent['protocolVersion'] !== protocolVersion) return 'VERSION_NOT_SUPPORTED'
  const payload = readPayload(sent)
  if (!payload) return 'MALFORMED'
  if (keys.length === 0) return 'NO_KEY'
  if (roots.length === 0) return 'NO_ROOT'

  const signingKey = await verifySigningKey(payload, roots, at)
  if (typeof signingKey === 'string') return signingKey
  // The payload does not say which key it is for: the signature names the merchant, the HMAC identifies the key.
  const ofMerchant = await keysOfRecipient(keys, payload, signingKey)
  if (ofMerchant.length === 0) return 'WRONG_SIGNATURE'
  const message = readMessage(payload.signedMessage)
  if (!message) return 'MALFORMED'
  for (const { privateKey } of ofMerchant) {
    const clear = await decrypt(message, privateKey)
    if (clear !== undefined) return readContent(clear, privateKey, at)
  }
  return 'OTHER_KEY'
}

function readPayload({ signature, intermediateSigningKey, signedMessage }: WalletJson): GooglePayload | undefined {
  const intermediate = objectOf(intermediateSigningKey) ?? {}
  const signatures = Array.isArray(intermediate['signatures']) ? intermediate['signatures'] : []
  const [read, signedKey, message] = [bytesOf(signature), textOf(intermediate['signedKey']), textOf(signedMessage)]
  if (!read || signedKey === undefined || message === undefined) return undefined
  if (signatures.length > keySignaturesMax || signedKey.length > signedKeyLengthMax) return undefined
  return {
    signature: read,
    signedKey,
    signedMessage: message,
    keySignatures: signatures.flatMap((each) => bytesOf(each) ?? []),
  }
}

/** The intermediate key, if one of the roots has signed it and it has not expired. */
async function verifySigningKey(
  { signedKey, keySignatures }: GooglePayload,
  roots: readonly GoogleRootKey[],
  at: Date,
): Promise<KeyObject | WalletFault> {
  const content = signedContent(sender, protocolVersion, signedKey)
  const usable = roots.filter(({ expiresAt }) => !expiresAt || at < expiresAt)
  if (!(await isSignedByAny(usable, content, keySignatures.filter(hasFormOfSignature)))) return 'WRONG_SIGNATURE'
  const { keyValue, keyExpiration } = parseObject(signedKey) ?? {}
  const key = readPublicKey(bytesOf(keyValue) ?? Buffer.alloc(0))
  const expiresAt = timeOf(keyExpiration)
  if (!key || !expiresAt) return 'MALFORMED'
  return at < expiresAt ? key : 'EXPIRED'
}

async function isSignedByAny(
  roots: readonly GoogleRootKey[],
  content: Buffer,
  signatures: readonly Buffer[],
): Promise<boolean> {
  for (const signature of signatures)
    for (const { key } of roots) if (await isSignatureRight(content, { key, signature })) return true
  return false
}

/** The merchant's keys under the identifier that the message is signed for. */
async function keysOfRecipient(
  keys: readonly WalletKey[],
  { signature, signedMessage }: GooglePayload,
  signingKey: KeyObject,
): Promise<readonly WalletKey[]> {
  if (!hasFormOfSignature(signature)) return []
  for (const [identifier, ofIdentifier] of Map.groupBy(keys, (key) => key.identifier)) {
    const content = signedContent(sender, `merchant:${identifier}`, protocolVersion, signedMessage)
    if (await isSignatureRight(content, { key: signingKey, signature })) return ofIdentifier
  }
  return []
}

/** Each text after its length in bytes, as four bytes with the lowest first. */
function signedContent(...texts: readonly string[]): Buffer {
  return Buffer.concat(
    texts.flatMap((text) => {
      const bytes = Buffer.from(text, 'utf8')
      const length = Buffer.alloc(4)
      length.writeUInt32LE(bytes.length)
      return [length, bytes]
    }),
  )
}

interface EncryptedMessage {
  readonly encrypted: Buffer
  readonly point: Buffer
  readonly tag: Buffer
}

function readMessage(signedMessage: string): EncryptedMessage | undefined {
  const { encryptedMessage, ephemeralPublicKey, tag } = parseObject(signedMessage) ?? {}
  const read = { encrypted: bytesOf(encryptedMessage), point: bytesOf(ephemeralPublicKey), tag: bytesOf(tag) }
  return Object.values(read).every((bytes) => bytes !== undefined) ? (read as EncryptedMessage) : undefined
}

async function decrypt(
  { encrypted, point, tag }: EncryptedMessage,
  privateKey: KeyObject,
): Promise<string | undefined> {
  const publicKey = readPoint(point)
  if (!publicKey) return undefined
  const secret = Buffer.concat([point, await sharedSecretOf(privateKey, publicKey)])
  const derived = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(32), sender, 2 * keyLength))
  const expected = createHmac('sha256', derived.subarray(keyLength)).update(encrypted).digest()
  if (tag.length !== expected.length || !timingSafeEqual(tag, expected)) return undefined
  const decipher = createDecipheriv('aes-256-ctr', derived.subarray(0, keyLength), Buffer.alloc(16))
  return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8')
}

function readContent(clear: string, privateKey: KeyObject, at: Date): WalletPayment | WalletFault {
  const content = parseObject(clear)
  const messageId = textOf(content?.['messageId'])
  const expiresAt = timeOf(content?.['messageExpiration'])
  if (!content || messageId === undefined || !expiresAt) return 'MALFORMED'
  if (at >= expiresAt) return 'EXPIRED'
  const details = objectOf(content['paymentMethodDetails']) ?? {}
  const isToken = details['authMethod'] === 'CRYPTOGRAM_3DS'
  if (content['paymentMethod'] !== 'CARD' || !(isToken || details['authMethod'] === 'PAN_ONLY'))
    return 'CONTENT_NOT_SUPPORTED'
  const number = textOf(details['pan'])
  const expiry = expiryOf(details)
  const cryptogram = textOf(details['cryptogram'])
  const eciIndicator = textOf(details['eciIndicator'])
  if (number === undefined || !expiry || (isToken && cryptogram === undefined)) return 'MALFORMED'
  return {
    kind: 'OPENED',
    wallet: 'GOOGLE_PAY',
    number: new Secret('ACCOUNT', number),
    expiry,
    ...(isToken &&
      cryptogram !== undefined && {
        device: { cryptogram: new Secret('AUTHENTICATION', cryptogram), eciIndicator },
      }),
    payloadHash: payloadHashOf(messageId, 'GOOGLE_PAY', privateKey),
    expiresAt,
  }
}

function expiryOf({ expirationMonth, expirationYear }: WalletJson): WalletPayment['expiry'] | undefined {
  const [month, year] = [Number(expirationMonth), Number(expirationYear)]
  if (!Number.isInteger(month) || !Number.isInteger(year) || year < 2000 || year > 2099) return undefined
  return { month: String(month), year: String(year % 100).padStart(2, '0') }
}
