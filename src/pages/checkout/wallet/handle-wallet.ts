// What a page's script asks for a wallet: to open its sheet, and to pay with what the payer confirmed on it. The answers are
// small JSON objects; what the page shows afterwards comes from the page itself.

import type { OpenedCheckout } from '../../../checkout/operations/page-state.ts'
import { offeredWallets } from '../../../checkout/operations/page-wallets.ts'
import { parseMoney } from '../../../kernel/money.ts'
import { simulatedCards } from '../../../wallets/ports/wallet-simulator.ts'
import type { PageWallet } from '../../../wallets/rules/page-wallet.ts'
import { walletNames } from '../../../wallets/rules/wallet.ts'
import { type CheckoutRequest, submitPayment } from '../handle-checkout.ts'
import type { PageView, PayView } from '../page-view.ts'
import type { Form } from '../read-form.ts'
import { withProviderName } from '../render/renderer.ts'
import { languageOf, languages } from '../render/texts/index.ts'
import type { CheckoutResponse } from '../responses.ts'

/**
 * - PAID: the payment succeeded; the page leads on.
 * - DECLINED: it did not; the page shows why.
 * - CONTINUES: the payer is authenticated, or the result is not known yet; the page shows it.
 * - REFUSED: nothing was sent to the acquirer, for the reason in the message.
 */
export type WalletPaymentResult = 'PAID' | 'DECLINED' | 'CONTINUES' | 'REFUSED'

export interface WalletAnswer {
  readonly status: number
  readonly body: object
  /** For the log; nothing that the browser must know. */
  readonly why?: string
}

const notOffered: WalletAnswer = { status: 404, body: { error: 'NOT_OFFERED' } }

/** Pays like the form of the page: the same attempt, the same rules. */
export async function payByWallet(visit: CheckoutRequest, form: Form): Promise<WalletAnswer> {
  const { page } = visit
  const isOpen = page.stored.checkout.state === 'OPEN'
  if (isOpen && !(await findWallet(visit, form.get('source')))) return notOffered
  return answerOf(await submitPayment(visit, form), page)
}

function answerOf(response: CheckoutResponse, { successIndicator }: OpenedCheckout): WalletAnswer {
  const result = resultOf(response, successIndicator)
  const view = response.kind === 'PAGE' ? response.view : undefined
  const message = result === 'REFUSED' && view?.kind === 'PAY' ? refusalText(view) : undefined
  return { status: 200, body: { result, ...(message !== undefined && { message }) } }
}

function resultOf(response: CheckoutResponse, successIndicator: string): WalletPaymentResult {
  if (response.kind === 'REDIRECT' && response.isRefused) return 'DECLINED'
  const view = response.kind === 'PAGE' ? response.view : response.through
  switch (view?.kind) {
    case 'PAY':
      return response.kind === 'PAGE' && response.status >= 400 ? 'REFUSED' : 'DECLINED'
    case 'NOTICE':
      return 'REFUSED'
    case 'RECEIPT':
      return view.outcome === 'FAILED' ? 'DECLINED' : 'PAID'
    case 'HAND_OVER':
      return isSuccess(view, successIndicator) ? 'PAID' : 'DECLINED'
    default:
      return 'CONTINUES'
  }
}

function isSuccess({ message }: Extract<PageView, { kind: 'HAND_OVER' }>, successIndicator: string): boolean {
  return message.event === 'complete' && message.resultIndicator === successIndicator
}

/** What the payer can do about it, in the language of the page. */
function refusalText({ locale, declined, declinedAt = '', faults }: PayView): string {
  const texts = languages[languageOf(locale) ?? 'en']
  if (declined) return withProviderName(texts.declined[declined], declinedAt)
  const [name] = Object.keys(faults)
  return name === undefined || name === 'source' || name === 'attempt' || name === 'device'
    ? texts.declined.WALLET_REFUSED
    : texts.fields[name as keyof typeof texts.fields][faults[name as keyof typeof faults] ?? 'invalid']
}

/** Apple's validation of the merchant, which the sheet waits for. */
export async function validateMerchant(visit: CheckoutRequest, form: Form): Promise<WalletAnswer> {
  const { page, ports } = visit
  const offered = await findWallet(visit, 'APPLE_PAY')
  const pages = await ports.walletPages.findUsable(page.merchant.id)
  const identity = pages.find(({ wallet }) => wallet === 'APPLE_PAY')?.identity
  if (page.stored.checkout.state !== 'OPEN' || !offered || offered.isSimulated || !identity) return notOffered
  const { identifier, displayName } = offered
  const result = await ports.merchantValidation.validate({
    validationUrl: form.get('validationUrl') ?? '',
    identifier,
    displayName,
    domain: new URL(ports.addresses.publicUrl()).hostname,
    identity,
  })
  switch (result.kind) {
    case 'VALIDATED':
      return { status: 200, body: { merchantSession: result.merchantSession } }
    case 'REFUSED':
      return { status: 422, body: { error: 'URL_REFUSED' }, why: result.why }
    case 'FAILED':
      return { status: 502, body: { error: 'NOT_VALIDATED' }, why: result.why }
  }
}

/** In the sandbox: what the simulated wallet makes of one of its cards, for the amount of the session. */
export async function simulateWallet(visit: CheckoutRequest, form: Form): Promise<WalletAnswer> {
  const { page, ports } = visit
  const offered = await findWallet(visit, form.get('wallet'))
  const card = simulatedCards.find((each) => each === form.get('card'))
  const { amount = '', currency = '' } = page.content.order ?? {}
  const amountMinor = parseMoney({ amount, currency })?.amountMinor
  if (!offered?.isSimulated || !card || amountMinor === undefined) return notOffered
  const order = { merchantId: page.merchant.id, wallet: offered.wallet, card, currency, amountMinor }
  const payload = await ports.walletSimulator?.makePayload(order)
  return payload === undefined ? notOffered : { status: 200, body: { payload } }
}

async function findWallet(
  { page, ports }: Pick<CheckoutRequest, 'page' | 'ports'>,
  name: string | undefined,
): Promise<PageWallet | undefined> {
  if (name === undefined || !Object.hasOwn(walletNames, name)) return undefined
  return (await offeredWallets(page, ports)).find(({ wallet }) => wallet === name)
}
