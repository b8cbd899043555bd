// What wallets encrypt for merchants is decrypted once; merchants prove to Apple that a page is theirs; the sandbox makes
// payloads itself.

import type { Expiry } from '../../kernel/instrument.ts'
import type { Secret } from '../../kernel/secret.ts'
import type { PayloadUse } from '../../payments/ports/wallet-payloads.ts'
import type { Wallet, WalletTrust } from '../rules/wallet.ts'
import type { MerchantIdentity } from './wallet-keys.ts'

/** The content of a payload whose signature is right. */
export interface WalletPayment {
  readonly kind: 'OPENED'
  readonly wallet: Wallet
  readonly number: Secret
  readonly expiry: Expiry
  /** Present when the number belongs to a device; without it, it is the number of the card itself. */
  readonly device?: { readonly cryptogram: Secret; readonly eciIndicator?: string | undefined }
  /** What the payer confirmed on the device, where the wallet says it. */
  readonly confirmed?: { readonly currency: string; readonly amountMinor: bigint }
  /** A keyed hash of the id that the wallet gave the payload. */
  readonly payloadHash: Buffer
  /** From then on the payload is refused as expired. */
  readonly expiresAt: Date
}

/**
 * - MALFORMED: not a payload of a known wallet, or with content that cannot be used.
 * - VERSION_NOT_SUPPORTED: a payload of another protocol version.
 * - NO_KEY: the merchant has no key for this wallet.
 * - OTHER_KEY: it was encrypted for another key than the merchant's.
 * - NO_ROOT: the operator has not provided the wallet's root certificate or root keys.
 * - WRONG_SIGNATURE: it does not come from the wallet, was altered, or is for another merchant.
 * - ALTERED: it does not decrypt, although the key is the right one.
 * - EXPIRED: the wallet's time limit has passed.
 * - NOT_YET_VALID: it was signed in the future.
 * - CONTENT_NOT_SUPPORTED: payment details of a kind that cannot be passed on.
 * - OVERLOADED: too many others are being verified.
 */
export type WalletFault =
  | 'MALFORMED'
  | 'VERSION_NOT_SUPPORTED'
  | 'NO_KEY'
  | 'OTHER_KEY'
  | 'NO_ROOT'
  | 'WRONG_SIGNATURE'
  | 'ALTERED'
  | 'EXPIRED'
  | 'NOT_YET_VALID'
  | 'CONTENT_NOT_SUPPORTED'
  | 'OVERLOADED'

/** The public part of a merchant's key. */
export interface WalletPublicKey {
  /** The merchant's name at the wallet. */
  readonly identifier: string
  /** An uncompressed point in base64. */
  readonly publicKey: string
}

export interface WalletRefusal {
  readonly kind: 'REFUSED'
  readonly fault: WalletFault
  /** As far as it is known. */
  readonly wallet?: Wallet
}

export interface Wallets {
  /** Whose payloads of this wallet are accepted. */
  trustIn(wallet: Wallet): WalletTrust
  /** The merchant's key for a wallet that payment pages use: what a page asks the wallet to encrypt for. */
  findKeyInUse(merchantId: string, wallet: Wallet): Promise<WalletPublicKey | undefined>
  /** Verifies and decrypts a payload with the keys of a merchant. Stores nothing. */
  open(
    payload: Secret,
    terms: { readonly merchantId: string; readonly at: Date },
  ): Promise<WalletPayment | WalletRefusal>
}

/** Which payloads of wallets have been used: each is accepted once. */
export interface UsedPayloads {
  /** Committed when it resolves. False when the payload was claimed for another use. */
  claim(
    payload: { readonly merchantId: string; readonly payloadHash: Buffer; readonly expiresAt: Date },
    use: PayloadUse,
  ): Promise<boolean>
  /** At most `limit`; returns how many. */
  deleteExpired(now: Date, limit: number): Promise<number>
}

/** Proves to Apple, on the payer's way to the sheet, that a page belongs to the merchant. */
export interface MerchantValidationRequest {
  /** From the payer's browser: called only if it is one of Apple's. */
  readonly validationUrl: string
  /** Apple's merchant identifier. */
  readonly identifier: string
  readonly displayName: string
  /** The name of the host that the page is on. */
  readonly domain: string
  readonly identity: MerchantIdentity
}

/**
 * - validated: what the browser passes on to the sheet; its content is Apple's own.
 * - refused: the URL is not one of Apple's, and nothing was called.
 * - failed: Apple did not accept the merchant, or did not answer.
 */
export type MerchantValidationResult =
  | { readonly kind: 'VALIDATED'; readonly merchantSession: object }
  | { readonly kind: 'REFUSED' | 'FAILED'; readonly why: string }

export interface MerchantValidation {
  validate(request: MerchantValidationRequest): Promise<MerchantValidationResult>
}

// Makes in the sandbox what a payer's wallet would make.

/** The cards in the simulated wallet, by what the simulated acquirer does with them. */
export const simulatedCards = ['APPROVED', 'DECLINED', 'WITHOUT_DEVICE'] as const
export type SimulatedCard = (typeof simulatedCards)[number]

export interface WalletSimulator {
  /** What the wallet hands to the page, as text. Undefined when no key of the merchant for the wallet is in use. */
  makePayload(order: {
    readonly merchantId: string
    readonly wallet: Wallet
    readonly card: SimulatedCard
    readonly currency: string
    readonly amountMinor: bigint
  }): Promise<string | undefined>
}
