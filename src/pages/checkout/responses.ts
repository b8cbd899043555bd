// How a page ends: the payer returns to the shop, the shop's page around it is notified, or the gateway shows a final
// page.
import type { IncomingHttpHeaders } from 'node:http'
import { type EndedCheckout, isUnderWay, type OpenedCheckout, orderKeyOf } from '../../checkout/index.ts'
import { cardKindOf } from '../../kernel/instrument.ts'
import { isGroup } from '../../kernel/values.ts'
import type { PaymentLinkClosure } from '../../payment-links/index.ts'
import type { CheckoutPageDependencies } from '../dependencies.ts'
import { type CheckoutPageRequest, checkoutPaths, commonView, orderView } from './build-page-view.ts'
import { providerName } from './offered-sources.ts'
import type { HandOverView, LeaveView, NoticeView, PageView, ReceiptView } from './page-view.ts'
import { chooseLanguage } from './render/texts/index.ts'
import { accountLabel } from './saved-accounts.ts'

/** The response for the browser. */
export type CheckoutResponse =
  | { readonly kind: 'PAGE'; readonly status: number; readonly view: PageView; readonly cookie?: ReturnCookie }
  /** With a page in between, for a browser that has just sent a form. */
  | {
      readonly kind: 'REDIRECT'
      readonly url: string
      readonly through?: HandOverView | LeaveView
      /** Nothing was paid; the page that follows says why. */
      readonly isRefused?: boolean
      readonly cookie?: ReturnCookie
    }

/** What a browser stores while its payer is at a provider: the page to return to. Without an id it is deleted. */
export interface ReturnCookie {
  readonly returnToken: string
  readonly sessionId?: string
}

/** What the bank's frame shows when the bank is done and the shop has no page for it: nothing about the payment. */
export function challengedResponse({ headers }: { readonly headers: IncomingHttpHeaders }): CheckoutResponse {
  const locale = chooseLanguage(undefined, headers['accept-language'])
  return { kind: 'PAGE', status: 200, view: { kind: 'CHALLENGED', locale, frame: 'EMBEDDED', isSandbox: false } }
}

/** The shop's URL with the result; an existing query stays. */
function withResult(url: string, result: Readonly<Record<string, string>>): string {
  const [address = '', ...fragment] = url.split('#')
  const query = new URLSearchParams(result).toString()
  const joint = address.includes('?') ? '&' : '?'
  return [`${address}${joint}${query}`, ...fragment].join('#')
}

/** The payer has paid, or may not try again. The success indicator is sent only on success. */
export async function finalResponse(
  page: OpenedCheckout,
  asking: CheckoutPageRequest,
  dependencies: Pick<CheckoutPageDependencies, 'store' | 'providers'>,
): Promise<CheckoutResponse> {
  const { stored, session, successIndicator, content } = page
  const isDone = stored.checkout.state === 'DONE'
  const { returnUrl, redirectMerchantUrl } = content.interaction ?? {}
  const resultIndicator = isDone ? successIndicator : stored.failureIndicator
  const result = { resultIndicator, sessionVersion: session.version }
  const resultUrl = returnUrl === undefined ? undefined : withResult(returnUrl, result)
  const url = isDone ? resultUrl : (redirectMerchantUrl ?? resultUrl)
  if (asking.frame === 'PAGE' && url === undefined)
    return { kind: 'PAGE', status: 200, view: await receiptView(page, asking, dependencies) }
  return handOver(page, asking, { event: 'complete', ...result }, url)
}

/** A page in a frame notifies the shop's page around it; any other goes to the shop. */
function handOver(
  page: OpenedCheckout | EndedCheckout,
  asking: CheckoutPageRequest,
  message: HandOverView['message'],
  url: string | undefined,
): CheckoutResponse {
  const view: HandOverView = {
    kind: 'HAND_OVER',
    ...commonView(page, asking),
    message,
    url,
  }
  if (asking.frame === 'PAGE' && url !== undefined) return { kind: 'REDIRECT', url, through: view }
  return { kind: 'PAGE', status: 200, view }
}

const outcomes = { AUTHORIZE: 'AUTHORIZED', NONE: 'KEPT', PURCHASE: 'PAID', VERIFY: 'VERIFIED' } as const

async function receiptView(
  page: OpenedCheckout,
  asking: CheckoutPageRequest,
  { store, providers }: Pick<CheckoutPageDependencies, 'store' | 'providers'>,
): Promise<ReceiptView> {
  const { content, operation, stored, merchant } = page
  const { state } = stored.checkout
  const last = isUnderWay(stored.checkout) ? undefined : stored.checkout.last
  const { transactionId, provider } = last ?? {}
  const order = transactionId === undefined ? undefined : await store.findOrder(orderKeyOf(page))
  const transaction = order?.transactions.find(({ key }) => key.transactionId === transactionId)
  const account = transaction && maskedAccount(transaction.request)
  const isCard = transaction?.request.sourceOfFunds?.provided?.card !== undefined
  const brand = account !== undefined && isCard ? cardKindOf(account).brand : undefined
  const source = provider
    ? providerName(merchant, provider, { providers })
    : account && accountLabel(account, merchant.profile.cardMasking)
  const url = content.interaction?.merchant?.url
  return {
    kind: 'RECEIPT',
    ...commonView(page, asking),
    order: orderView(content),
    operation,
    outcome: state === 'FAILED' ? 'FAILED' : outcomes[operation],
    transactionId,
    time: stored.updatedAt.toISOString(),
    source,
    brand,
    backUrl: url,
  }
}

/** From a request as stored: it contains only the account that paid. */
function maskedAccount(request: object): string | undefined {
  const { sourceOfFunds } = request as { readonly sourceOfFunds?: { readonly provided?: object } }
  for (const group of Object.values(sourceOfFunds?.provided ?? {})) {
    if (!isGroup(group)) continue
    const number = group['number'] ?? group['bankAccountNumber']
    if (typeof number === 'string') return number
  }
  return undefined
}

/** An attempt is under way, here or elsewhere: the page polls by itself. */
export function waitResponse(page: OpenedCheckout, asking: CheckoutPageRequest, provider?: string): CheckoutResponse {
  const view = {
    kind: 'WAIT',
    ...commonView(page, asking),
    againPath: checkoutPaths(page.sessionId, asking.frame).pay,
    provider,
  } as const
  return { kind: 'PAGE', status: 200, view }
}

/** The payer does not want to pay. */
export function cancelResponse(page: OpenedCheckout, asking: CheckoutPageRequest): CheckoutResponse {
  const { cancelUrl } = page.content.interaction ?? {}
  if (asking.frame === 'PAGE' && cancelUrl === undefined)
    return noticeResponse(page, asking, { about: 'CANCELLED', status: 200 })
  return handOver(page, asking, { event: 'cancel' }, cancelUrl)
}

/**
 * The payer took too long. A payer who comes to the page later finds a notice; one who was on it is redirected as the
 * merchant has set.
 */
export function timeoutResponse(
  page: EndedCheckout,
  asking: CheckoutPageRequest,
  isLeaving: boolean,
): CheckoutResponse {
  const { timeoutUrl } = page.interaction
  if (asking.frame === 'PAGE' && (!isLeaving || timeoutUrl === undefined))
    return noticeResponse(page, asking, { about: 'EXPIRED', status: 410 })
  return handOver(page, asking, { event: 'timeout' }, timeoutUrl)
}

/** Nothing can be paid here, for a reason that the payer sees. */
export function noticeResponse(
  page: OpenedCheckout | EndedCheckout | undefined,
  asking: CheckoutPageRequest,
  { about, status }: { readonly about: NoticeView['about']; readonly status: number },
): CheckoutResponse {
  if (!page) {
    const locale = chooseLanguage(undefined, asking.acceptLanguage)
    return { kind: 'PAGE', status, view: { kind: 'NOTICE', about, locale, frame: asking.frame, isSandbox: false } }
  }
  const { interaction } = page.kind === 'OPENED' ? { interaction: page.content.interaction ?? {} } : page
  const backUrl = interaction.cancelUrl ?? interaction.merchant?.url
  const view: NoticeView = {
    kind: 'NOTICE',
    about,
    ...commonView(page, asking),
    backUrl,
  }
  return { kind: 'PAGE', status, view }
}

// The page that says why a payment link cannot be paid now.

const closedStatuses: Readonly<Record<PaymentLinkClosure, number>> = {
  LOCKED: 409,
  DISABLED: 410,
  EXHAUSTED: 410,
  EXPIRED: 410,
  PAID: 410,
}

export function paymentLinkNotice(
  page: OpenedCheckout | EndedCheckout,
  asking: CheckoutPageRequest,
  closure: PaymentLinkClosure,
): CheckoutResponse {
  return noticeResponse(page, asking, { about: `PAYMENT_LINK_${closure}`, status: closedStatuses[closure] })
}
