// Sends a page or a redirect to a payer's browser, with the headers that every page has.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { originOf, pageHeaders, plainHeaders } from '../../platform/http/page-headers.ts'
import { listenerKindOf } from '../../platform/http/request-origin.ts'
import type { PageWallet } from '../../wallets/index.ts'
import type { CheckoutAssets } from './assets.ts'
import type { PageView } from './page-view.ts'
import { renderPage } from './render/render-page.ts'
import type { CheckoutResponse, ReturnCookie } from './responses.ts'

/**
 * Browsers apply the policy of a form also to the redirects that follow it, whose addresses only the shop knows: a
 * payer who has paid would be stopped on the way. Therefore the response to a form is a page that goes on to the shop,
 * and forms with cards in them may be posted only to the gateway.
 */
export function respond(
  request: FastifyRequest,
  reply: FastifyReply,
  { response, assets }: { readonly response: CheckoutResponse; readonly assets: CheckoutAssets },
): FastifyReply {
  if (response.cookie) reply.header('set-cookie', cookieText(request, response.cookie))
  if (response.kind === 'PAGE') return sendPage(request, reply, response, assets)
  const location = asciiUrl(response.url)
  if (request.method === 'POST' && response.through) {
    reply.header('refresh', `0;url=${location}`)
    return sendPage(request, reply, { status: 200, view: response.through }, assets)
  }
  request.logFields['result'] = 'SUCCESS'
  reply.headers(plainHeaders).header('cache-control', 'no-store').header('location', location)
  return reply.code(303).send()
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, view }: { readonly status: number; readonly view: PageView },
  assets: CheckoutAssets,
): FastifyReply {
  if (status < 400) request.logFields['result'] = 'SUCCESS'
  return reply
    .code(status)
    .headers(headersOf(view))
    .header('content-type', 'text/html;charset=UTF-8')
    .send(renderPage(view, assets))
}

export function headersOf(view: PageView): Readonly<Record<string, string>> {
  const { frame, origins = [] } = view
  // The bank's page in its frame is reached by a form.
  const bank = view.kind === 'CHALLENGE' || view.kind === 'EXAMINATION' ? originsOf(view.acsUrl) : undefined
  const back = view.kind === 'CHALLENGE' ? originsOf(view.returnOrigin) : []
  const wallets = view.kind === 'PAY' ? view.wallets?.offered.filter(({ isSimulated }) => !isSimulated) : undefined
  return pageHeaders({
    frame,
    origins,
    formOrigins: bank ?? [],
    frameOrigins: bank && [...new Set([...bank, ...back])],
    paymentMethodSources: wallets?.length ? wallets.flatMap(paymentMethodSourcesOf) : undefined,
    isForAnyFrame: view.kind === 'CHALLENGED',
  })
}

/** Chromium reads the description of Google Pay from here, and obeys the page's policy in it. */
const googlePaySources = ['https://google.com/pay', 'https://pay.google.com']

function paymentMethodSourcesOf({ wallet }: PageWallet): readonly string[] {
  return wallet === 'GOOGLE_PAY' ? googlePaySources : []
}

function originsOf(url: string | undefined): readonly string[] {
  const origin = originOf(url)
  return origin === undefined ? [] : [origin]
}

const cookieName = 'tollgate-return'
const cookieSeconds = 2 * 60 * 60

/** Valid at one path only, and for as long as a payer may take at a provider. */
function cookieText({ raw }: FastifyRequest, { returnToken, sessionId = '' }: ReturnCookie): string {
  return [
    `${cookieName}=${sessionId}`,
    `Path=${returnPath(returnToken)}`,
    `Max-Age=${sessionId === '' ? 0 : cookieSeconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(listenerKindOf(raw) === 'http' ? [] : ['Secure']),
  ].join('; ')
}

export function returnPath(returnToken: string): string {
  return `/checkout/return/${returnToken}`
}

/** The session that a browser stored for this path. */
export function sessionIdFromCookie({ headers }: FastifyRequest): string | undefined {
  const cookie = (headers.cookie ?? '').split(/;\s*/).find((each) => each.startsWith(`${cookieName}=`))
  return cookie?.slice(cookieName.length + 1)
}

/** Other characters are not allowed in a header. */
function asciiUrl(url: string): string {
  return /^[\x21-\x7e]*$/.test(url) ? url : new URL(url).href
}
