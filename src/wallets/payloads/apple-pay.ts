// Apple Pay payloads of version EC_v1: signed by Apple, encrypted for the merchant's payment processing key.
import { createDecipheriv, createHash, type X509Certificate } from 'node:crypto'
import { currencyOfNumber } from '../../kernel/money.ts'
import { Secret } from '../../kernel/secret.ts'
import type { WalletKey } from '../ports/wallet-keys.ts'
import type { WalletFault, WalletPayment } from '../ports/wallets.ts'
import { payloadHashOf, readPublicKey, sharedSecretOf } from './elliptic-keys.ts'
import { bytesOf, hexBytesOf, objectOf, parseObject, textOf, type WalletJson } from './json-members.ts'

/** How long after its signature a payload is accepted, and how far clocks may differ. */
const acceptedMs = 5 * 60_000
const clockSkewMs = 60_000

const tagLength = 16

interface ApplePayload {
  readonly data: Buffer
  readonly signature: Buffer
  readonly ephemeralPublicKey: Buffer
  readonly publicKeyHash: Buffer
  readonly transactionId: Buffer
  readonly applicationData: Buffer
}

export async function openApplePayload(
  sent: WalletJson,
  {
    keys,
    roots,
    at,
  }: { readonly keys: readonly WalletKey[]; readonly roots: readonly X509Certificate[]; readonly at: Date },
): Promise<WalletPayment | WalletFault> {
  if (sent['version'] !== 'EC_v1') return 'VERSION_NOT_SUPPORTED'
  const payload = readPayload(sent)
  if (!payload) return 'MALFORMED'
  if (keys.length === 0) return 'NO_KEY'
  const key = keys.find(({ publicKeyHash }) => publicKeyHash === payload.publicKeyHash.toString('hex'))
  if (!key) return 'OTHER_KEY'
  if (roots.length === 0) return 'NO_ROOT'

  const { ephemeralPublicKey, data, transactionId, applicationData } = payload
  const signedContent = Buffer.concat([ephemeralPublicKey, data, transactionId, applicationData])
  // Loaded on first use: a gateway whose merchants have no such keys needs none of it.
  const { verifyAppleSignature } = await import('./apple-signature.ts')
  const signedAt = await verifyAppleSignature(payload.signature, signedContent, { roots, at })
  if (!signedAt) return 'WRONG_SIGNATURE'
  const expiresAt = new Date(signedAt.getTime() + acceptedMs)
  if (at >= expiresAt) return 'EXPIRED'
  if (signedAt.getTime() > at.getTime() + clockSkewMs) return 'NOT_YET_VALID'

  const clear = await decrypt(payload, key)
  if (clear === undefined) return 'ALTERED'
  const content = readContent(clear)
  if (typeof content === 'string') return content
  const payloadHash = payloadHashOf(transactionId, 'APPLE_PAY', key.privateKey)
  return { kind: 'OPENED', wallet: 'APPLE_PAY', ...content, payloadHash, expiresAt }
}

function readPayload({ data, signature, header }: WalletJson): ApplePayload | undefined {
  const members = objectOf(header) ?? {}
  const read = {
    data: bytesOf(data),
    signature: bytesOf(signature),
    ephemeralPublicKey: bytesOf(members['ephemeralPublicKey']),
    publicKeyHash: bytesOf(members['publicKeyHash']),
    transactionId: hexBytesOf(members['transactionId']),
    applicationData:
      members['applicationData'] === undefined ? Buffer.alloc(0) : hexBytesOf(members['applicationData']),
  }
  const isComplete = Object.values(read).every((bytes) => bytes !== undefined)
  return isComplete ? (read as ApplePayload) : undefined
}

async function decrypt(
  { ephemeralPublicKey, data }: ApplePayload,
  { privateKey, identifier }: WalletKey,
): Promise<string | undefined> {
  const publicKey = readPublicKey(ephemeralPublicKey)
  if (!publicKey || data.length < tagLength) return undefined
  const key = deriveKey(await sharedSecretOf(privateKey, publicKey), identifier)
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.alloc(16))
  decipher.setAuthTag(data.subarray(-tagLength))
  try {
    return Buffer.concat([decipher.update(data.subarray(0, -tagLength)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** The single-step key derivation of NIST SP 800-56A with SHA-256; one round gives the whole key. */
function deriveKey(sharedSecret: Buffer, merchantIdentifier: string): Buffer {
  const algorithm = Buffer.from('\x0did-aes256-GCM', 'latin1')
  const merchant = createHash('sha256').update(merchantIdentifier).digest()
  return createHash('sha256')
    .update(Buffer.from([0, 0, 0, 1]))
    .update(sharedSecret)
    .update(Buffer.concat([algorithm, Buffer.from('Apple'), merchant]))
    .digest()
}

type Content = Pick<WalletPayment, 'number' | 'expiry' | 'device' | 'confirmed'>

function readContent(clear: string): Content | WalletFault {
  const content = parseObject(clear)
  if (!content) return 'MALFORMED'
  // The other type, EMV, has an encrypted PIN and data of a chip.
  if (content['paymentDataType'] !== '3DSecure') return 'CONTENT_NOT_SUPPORTED'
  const number = textOf(content['applicationPrimaryAccountNumber'])
  const [, year, month] = /^(\d{2})(\d{2})(\d{2})$/.exec(textOf(content['applicationExpirationDate']) ?? '') ?? []
  const proof = objectOf(content['paymentData'])
  const cryptogram = textOf(proof?.['onlinePaymentCryptogram'])
  const confirmed = readConfirmed(content)
  if (number === undefined || year === undefined || month === undefined || !confirmed) return 'MALFORMED'
  if (cryptogram === undefined) return 'MALFORMED'
  const eciIndicator = textOf(proof?.['eciIndicator'])
  return {
    number: new Secret('ACCOUNT', number),
    expiry: { month: String(Number(month)), year },
    device: { cryptogram: new Secret('AUTHENTICATION', cryptogram), eciIndicator },
    confirmed,
  }
}

/** Apple counts the amount in the currency's minor units. */
function readConfirmed({ currencyCode, transactionAmount }: WalletJson): WalletPayment['confirmed'] {
  const currency = currencyOfNumber(String(currencyCode))
  if (currency === undefined || !Number.isSafeInteger(transactionAmount) || Number(transactionAmount) < 0)
    return undefined
  return { currency, amountMinor: BigInt(transactionAmount as number) }
}
