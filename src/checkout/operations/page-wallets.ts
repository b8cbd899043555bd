// The wallets that a page offers, and what a payer's wallet has encrypted.
import { alpha2Of } from '../../kernel/country.ts'
import { parseMoney } from '../../kernel/money.ts'
import { isRejection, type Rejection, reject } from '../../kernel/rejection.ts'
import type { Secret } from '../../kernel/secret.ts'
import { type Merchant, permitsSource } from '../../merchants/index.ts'
import {
  findWalletGaps,
  networksOf,
  openPayload,
  type PageWallet,
  refusePayload,
  type Wallet,
  type WalletPage,
} from '../../wallets/index.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import type { OpenedCheckout } from './page-state.ts'

/** The first version whose requests have a wallet's payload. */
const firstVersion = 50

/**
 * Where the merchant has the wallet's settings and a key in use, and the gateway can verify what the wallet signs. A wallet shows the
 * payer an amount: a page that only verifies or stores a card offers none.
 */
export async function offeredWallets(
  page: Pick<OpenedCheckout, 'merchant' | 'operation' | 'version' | 'content'>,
  dependencies: Pick<CheckoutDependencies, 'wallets' | 'walletPages' | 'isSandbox' | 'clock'>,
): Promise<readonly PageWallet[]> {
  const { merchant, operation, version, content } = page
  const isPaid = operation === 'PURCHASE' || operation === 'AUTHORIZE'
  if (!isPaid || version < firstVersion || !permitsSource(merchant, 'CARD')) return []
  const { amount = '', currency = '' } = content.order ?? {}
  if (!((parseMoney({ amount, currency })?.amountMinor ?? 0n) > 0n)) return []
  const pages = await dependencies.walletPages.findUsable(merchant.id)
  const offered = await Promise.all(pages.map((each) => pageWalletOf(each, merchant, dependencies)))
  return offered.filter((each) => each !== undefined)
}

async function pageWalletOf(
  page: WalletPage,
  merchant: Merchant,
  { wallets, isSandbox, clock }: Pick<CheckoutDependencies, 'wallets' | 'isSandbox' | 'clock'>,
): Promise<PageWallet | undefined> {
  const { wallet, displayName } = page
  const trust = wallets.trustIn(wallet)
  const isSimulated = trust === 'SIMULATED'
  const networks = networksOf(wallet, merchant.profile.schemes)
  const key = await wallets.findKeyInUse(merchant.id, wallet)
  const setup = {
    trust,
    acceptsCards: permitsSource(merchant, 'CARD'),
    networks,
    hasSettings: true,
    hasKey: key !== undefined,
    hasKeyInUse: key !== undefined,
    certificateExpiresAt: page.identity?.certificate.expiresAt,
  }
  const country = alpha2Of(page.country)
  if (findWalletGaps(wallet, setup, clock.now()).length > 0 || !key || country === undefined) return undefined
  const { identifier, publicKey } = key
  return {
    wallet,
    isSimulated,
    identifier,
    displayName,
    country,
    networks,
    ...(wallet === 'GOOGLE_PAY' && { publicKey }),
    isTest: isSandbox || merchant.id.startsWith('TEST'),
  }
}

/**
 * A payload that has a card's own number is paid like a typed card, whose payer may have to be authenticated. A cryptogram proves
 * that the payer has confirmed on the device.
 */
export async function provesPayer(
  { wallet, payload }: PostedWallet,
  {
    page,
    payerAddress,
  }: { readonly page: Pick<OpenedCheckout, 'merchant' | 'session'>; readonly payerAddress: string },
  dependencies: Pick<CheckoutDependencies, 'wallets' | 'velocity' | 'clock'>,
): Promise<boolean | Rejection> {
  const { merchant, session } = page
  const opened = await openPayload(payload, { merchant, payerAddress, usedSession: session.hash }, dependencies)
  if (isRejection(opened)) return opened
  const { result, countRefused } = opened
  if (result.kind === 'REFUSED') return refusePayload(result)
  if (result.wallet === wallet) return result.device !== undefined
  countRefused()
  return reject('FIELD_INVALID', 'Value is invalid. It comes from another wallet than the payer chose.', {
    field: payloadField,
  })
}

const payloadField = 'sourceOfFunds.provided.card.devicePayment.paymentToken'

/** What a form posted for a wallet. */
export interface PostedWallet {
  readonly wallet: Wallet
  readonly payload: Secret
}
