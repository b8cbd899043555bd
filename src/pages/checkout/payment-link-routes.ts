// The page of a payment link: GET leads to a payment page, or asks for the amount first. The URL is public: it reveals what
// the payer needs to know, and opening it again does not begin another payment.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type EndedCheckout, type OpenedCheckout, openCheckout, type PageContent } from '../../checkout/index.ts'
import { formatMoney } from '../../kernel/money.ts'
import { editableAmount, exampleAmount } from '../../kernel/typed-amount.ts'
import {
  closureOf,
  type EnteredAmount,
  findPaymentLink,
  type OpenedPaymentLink,
  openPaymentLinkSession,
  paymentLinkPath,
  readEnteredAmount,
} from '../../payment-links/index.ts'
import { plainHeaders } from '../../platform/http/page-headers.ts'
import { clientNetworkOf, rateLimit } from '../../platform/http/rate-limit.ts'
import { listenerKindOf } from '../../platform/http/request-origin.ts'
import { isSessionId } from '../../sessions/index.ts'
import type { CheckoutPageDependencies } from '../dependencies.ts'
import { decimalAmountText } from './amount-text.ts'
import type { CheckoutAssets } from './assets.ts'
import { type CheckoutPageRequest, checkoutPaths, commonView } from './build-page-view.ts'
import type { AmountView } from './page-view.ts'
import { parseForm } from './read-form.ts'
import { respond } from './respond.ts'
import { type CheckoutResponse, noticeResponse, paymentLinkNotice } from './responses.ts'
import { readCheckoutPageRequest, servePage } from './serve.ts'

const path = '/checkout/link/:paymentLinkId'
/** Of one network, for one merchant. */
const sessionsPerMinute = 60

interface PaymentLinkVisit {
  readonly opened: OpenedPaymentLink
  readonly asking: CheckoutPageRequest
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** What this browser has begun through the link, and may go on with. */
  readonly begun: OpenedCheckout | undefined
}

export function paymentLinkRoutes(
  app: FastifyInstance,
  { dependencies, assets }: { readonly dependencies: CheckoutPageDependencies; readonly assets: CheckoutAssets },
): void {
  const mayOpen = rateLimit({
    name: 'payment links',
    perMinute: sessionsPerMinute,
    rateLimits: dependencies.rateLimits,
  })

  /** The payer goes on to the payment page. */
  async function begin(
    { opened, asking, request, reply }: PaymentLinkVisit,
    amountMinor: bigint | undefined,
  ): Promise<CheckoutResponse> {
    const { paymentLink, merchant } = opened
    const closure = await closureOf(paymentLink, dependencies)
    if (closure) return paymentLinkNotice(pageOf(opened), asking, closure)
    if (!mayOpen(`${merchant.id} ${clientNetworkOf(request)}`))
      return noticeResponse(pageOf(opened), asking, { about: 'OVERLOADED', status: 429 })
    const session = await openPaymentLinkSession(opened, amountMinor, dependencies)
    if ('closure' in session) return paymentLinkNotice(pageOf(opened), asking, session.closure)
    reply.header(
      'set-cookie',
      paymentLinkCookie(request, { paymentLinkId: paymentLink.paymentLinkId, sessionId: session.sessionId }),
    )
    return { kind: 'REDIRECT', url: checkoutPaths(session.sessionId, 'PAGE').pay }
  }

  async function show(visit: PaymentLinkVisit): Promise<CheckoutResponse> {
    const { opened, asking, begun } = visit
    const { paymentLink } = opened
    if (begun && (paymentLink.amount.kind === 'FIXED' || begun.stored.checkout.state !== 'OPEN'))
      return { kind: 'REDIRECT', url: checkoutPaths(begun.sessionId, 'PAGE').pay }
    if (paymentLink.amount.kind === 'FIXED') return begin(visit, undefined)
    const closure = await closureOf(paymentLink, dependencies)
    if (closure) return paymentLinkNotice(pageOf(opened), asking, closure)
    const { locale } = commonView(pageOf(opened), visit.asking)
    const entered = begun?.content.order?.amount
    const value = entered === undefined ? '' : editableAmount(entered, { currency: paymentLink.currency, locale })
    return amountPage(visit, { value })
  }

  async function submit(visit: PaymentLinkVisit): Promise<CheckoutResponse> {
    const { opened, request, begun } = visit
    const { paymentLink } = opened
    // A fixed amount is not a matter of the payer.
    if (paymentLink.amount.kind === 'FIXED') return show(visit)
    const typed = parseForm(request.body as Buffer | undefined).get('amount') ?? ''
    const entered = readEnteredAmount(
      typed.slice(0, typedMax),
      paymentLink,
      commonView(pageOf(opened), visit.asking).locale,
    )
    if (entered.kind !== 'AMOUNT') return amountPage(visit, { value: typed.slice(0, typedMax), fault: entered.kind })
    const { amountMinor } = entered
    const isSame = begun?.content.order?.amount === formatMoney({ amountMinor, currency: paymentLink.currency })
    if (begun && (isSame || begun.stored.checkout.state !== 'OPEN'))
      return { kind: 'REDIRECT', url: checkoutPaths(begun.sessionId, 'PAGE').pay }
    return begin(visit, amountMinor)
  }

  function handler(attend: (visit: PaymentLinkVisit) => Promise<CheckoutResponse>) {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const asking: CheckoutPageRequest = { ...readCheckoutPageRequest(request), frame: 'PAGE' }
      const { paymentLinkId } = request.params as { readonly paymentLinkId: string }
      const opened = await findPaymentLink(paymentLinkId, dependencies)
      if (opened) request.logFields['merchant'] = opened.merchant.id
      // Programs that look what is behind a URL begin no payment.
      if (request.method === 'HEAD')
        return reply
          .code(opened ? 200 : 404)
          .headers(plainHeaders)
          .send()
      const response = opened
        ? await attend({ opened, asking, request, reply, begun: await findBegun(request, opened, dependencies) })
        : noticeResponse(undefined, asking, { about: 'UNKNOWN', status: 404 })
      return respond(request, reply, { response, assets })
    }
  }

  servePage(app, { path, methods: ['GET', 'POST'] }, assets, { GET: handler(show), POST: handler(submit) })
}

const typedMax = 40

/**
 * The session that this browser has for the link. It is used again: reloading the link, or coming back to it, is the same
 * payment. One that failed for good makes room for another, and so does a paid one where the link can be paid several times.
 */
async function findBegun(
  request: FastifyRequest,
  { paymentLink }: OpenedPaymentLink,
  dependencies: CheckoutPageDependencies,
): Promise<OpenedCheckout | undefined> {
  const sessionId = sessionIdOfPaymentLink(request)
  if (sessionId === undefined || !isSessionId(sessionId)) return undefined
  const page = await openCheckout(sessionId, dependencies)
  if (page?.kind !== 'OPENED' || page.paymentLink?.paymentLinkId !== paymentLink.paymentLinkId) return undefined
  switch (page.stored.checkout.state) {
    case 'OPEN':
      return page.paymentLink.closure ? undefined : page
    case 'AUTHENTICATING':
    case 'PAYING':
      return page
    case 'DONE':
      return paymentLink.usesMax === 1 ? page : undefined
    case 'FAILED':
      return undefined
  }
}

/** As the pages of a session that is over have it: the merchant, and how the page looks. */
function pageOf({ merchant, session }: OpenedPaymentLink): EndedCheckout {
  const { interaction = {} } = session.values as PageContent
  return { kind: 'ENDED', merchant, interaction, openedFrom: [] }
}

function amountPage(
  { opened, asking }: PaymentLinkVisit,
  { value, fault }: { readonly value: string; readonly fault?: Exclude<EnteredAmount['kind'], 'AMOUNT'> },
): CheckoutResponse {
  const { paymentLink } = opened
  const { description, currency, amount } = paymentLink
  if (amount.kind === 'FIXED') throw new Error('a fixed amount is not entered')
  const { minMinor, maxMinor } = amount
  const text = (amountMinor: bigint | undefined) =>
    amountMinor === undefined ? undefined : decimalAmountText(formatMoney({ amountMinor, currency }), currency)
  const common = commonView(pageOf(opened), asking)
  const view: AmountView = {
    kind: 'AMOUNT',
    ...common,
    currency,
    value,
    exampleAmount: exampleAmount({ currency, locale: common.locale }),
    path: paymentLinkPath(paymentLink.paymentLinkId),
    description,
    fault,
    amountMin: text(minMinor),
    amountMax: text(maxMinor),
  }
  return { kind: 'PAGE', status: fault ? 422 : 200, view }
}

// What a browser stores about a payment link that it has opened: the session it has begun there. Sent to that link only.

const cookieName = 'tollgate-payment-link'
/** A day: longer than any session, for a payer who comes back to see the receipt. */
const cookieSeconds = 24 * 60 * 60

function paymentLinkCookie(
  { raw }: FastifyRequest,
  { paymentLinkId, sessionId }: { readonly paymentLinkId: string; readonly sessionId: string },
): string {
  return [
    `${cookieName}=${sessionId}`,
    `Path=${paymentLinkPath(paymentLinkId)}`,
    `Max-Age=${cookieSeconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(listenerKindOf(raw) === 'http' ? [] : ['Secure']),
  ].join('; ')
}

function sessionIdOfPaymentLink({ headers }: FastifyRequest): string | undefined {
  const cookie = (headers.cookie ?? '').split(/;\s*/).find((each) => each.startsWith(`${cookieName}=`))
  return cookie?.slice(cookieName.length + 1)
}
