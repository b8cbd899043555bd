// How a wallet is offered on a hosted page.
import type { CardScheme } from '../payments/instrument.ts'
import type { Wallet } from './wallet.ts'

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
