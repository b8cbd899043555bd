// Wallets that encrypt payment details for a merchant's own key, and how one is offered on a hosted page.

import type { CardScheme } from '../../kernel/instrument.ts'

export const wallets = ['APPLE_PAY', 'GOOGLE_PAY'] as const
export type Wallet = (typeof wallets)[number]

/** How many keys a merchant can have for one wallet: the one in use, the next one, and those that are about to be removed. */
export const walletKeysMax = 20

export const walletNames: Readonly<Record<Wallet, string>> = { APPLE_PAY: 'Apple Pay', GOOGLE_PAY: 'Google Pay' }

/**
 * Whose payloads the gateway accepts.
 *
 * - PROVIDED: the wallet's own, by the roots that the operator trusts.
 * - SIMULATED: those of the sandbox's simulated wallet.
 * - NONE: no payload of this wallet.
 */
export type WalletTrust = 'PROVIDED' | 'SIMULATED' | 'NONE'

/** What the browser needs to open the wallet's sheet. Amount and currency are the order's. */
export interface PageWallet {
  readonly wallet: Wallet
  readonly isSimulated: boolean
  /** The merchant's name at the wallet. */
  readonly identifier: string
  readonly displayName: string
  /** Where the payment is processed, in two letters. */
  readonly country: string
  /** In the wallet's own words. */
  readonly networks: readonly string[]
  /** Google Pay: what it encrypts for, an uncompressed point in base64. */
  readonly publicKey?: string
  /** Google Pay: no card is charged. */
  readonly isTest: boolean
}

/** The wallets' names of the schemes; a wallet that does not know a scheme has none. */
const networkNames: Readonly<Record<Wallet, Readonly<Partial<Record<CardScheme, string>>>>> = {
  APPLE_PAY: {
    AMEX: 'amex',
    CHINA_UNIONPAY: 'chinaUnionPay',
    DISCOVER: 'discover',
    JCB: 'jcb',
    MASTERCARD: 'masterCard',
    VISA: 'visa',
  },
  GOOGLE_PAY: { AMEX: 'AMEX', DISCOVER: 'DISCOVER', JCB: 'JCB', MASTERCARD: 'MASTERCARD', VISA: 'VISA' },
}

/** Of the schemes that the merchant takes. */
export function networksOf(wallet: Wallet, schemes: readonly (CardScheme | 'ALL')[]): readonly string[] {
  const names = networkNames[wallet]
  const taken = schemes.includes('ALL') ? (Object.keys(names) as CardScheme[]) : (schemes as readonly CardScheme[])
  return [...new Set(taken.flatMap((scheme) => names[scheme] ?? []))].toSorted()
}

/**
 * What is missing before pages can offer a wallet.
 *
 * - CARDS: the merchant does not accept cards.
 * - SETTINGS: the display name and the country.
 * - KEY: for what the wallet encrypts.
 * - KEY_IN_USE: there are keys, but none is the one that pages use.
 * - CERTIFICATE, VALID_CERTIFICATE: Apple opens no sheet for a merchant that cannot prove its identity.
 * - ROOTS: the operator trusts no roots of the wallet.
 * - SCHEMES: the wallet knows none of the card schemes that the merchant takes.
 */
export type WalletGap =
  | 'CARDS'
  | 'SETTINGS'
  | 'KEY'
  | 'KEY_IN_USE'
  | 'CERTIFICATE'
  | 'VALID_CERTIFICATE'
  | 'ROOTS'
  | 'SCHEMES'

export interface WalletSetup {
  readonly trust: WalletTrust
  readonly acceptsCards: boolean
  readonly networks: readonly string[]
  readonly hasSettings: boolean
  readonly hasKey: boolean
  readonly hasKeyInUse: boolean
  readonly certificateExpiresAt: Date | undefined
}

export function findWalletGaps(wallet: Wallet, setup: WalletSetup, now: Date): readonly WalletGap[] {
  const { trust, certificateExpiresAt } = setup
  const needsIdentity = wallet === 'APPLE_PAY' && trust !== 'SIMULATED'
  const isMissing: Readonly<Record<WalletGap, boolean>> = {
    CARDS: !setup.acceptsCards,
    SETTINGS: !setup.hasSettings,
    KEY: !setup.hasKey,
    KEY_IN_USE: setup.hasKey && !setup.hasKeyInUse,
    CERTIFICATE: needsIdentity && certificateExpiresAt === undefined,
    VALID_CERTIFICATE: needsIdentity && certificateExpiresAt !== undefined && now >= certificateExpiresAt,
    ROOTS: trust === 'NONE',
    SCHEMES: setup.networks.length === 0,
  }
  return (Object.keys(isMissing) as WalletGap[]).filter((gap) => isMissing[gap])
}
