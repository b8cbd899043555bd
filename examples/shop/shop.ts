// The shop's server: which page answers which address.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { basket } from './basket.ts'
import type { CheckoutSession, Gateway } from './gateway.ts'
import type { Html } from './html.ts'
import { embeddedPage, fieldsPage, isWay, lightboxPage, resultPage, shopPage, type Way, wordPage } from './pages.ts'

interface Order {
  readonly way: Way
  readonly sessionId: string
  /** Nothing where the shop pays itself and needs no sign from the browser. */
  readonly successIndicator?: string
}

/** A shop of yours has a database in place of this. */
const orders = new Map<string, Order>()

export function shopHandler(gateway: Gateway, ownUrl: () => string) {
  return async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', ownUrl())
    const [first = '', orderId = '', last = ''] = url.pathname.slice(1).split('/')
    const order = orders.get(orderId)
    const place = `${request.method} /${first}${order ? `/:order/${last}` : ''}`
    response.setHeader('content-security-policy', policyFor(gateway.url))
    response.setHeader('referrer-policy', 'no-referrer')
    response.setHeader('x-content-type-options', 'nosniff')

    if (place === 'GET /') return show(response, shopPage())
    if (place === 'GET /public') return sendFile(response, orderId)
    if (place === 'POST /orders') {
      const { id, made } = await makeOrder((await formIn(request)).get('way') ?? '')
      const page = `${gateway.url}/checkout/pay/${made.sessionId}`
      return goTo(response, made.way === 'redirect' ? page : `/orders/${id}/pay`)
    }
    if (!order) return show(response, wordPage('Nothing here', 'This page is not known.'), 404)

    if (place === 'GET /orders/:order/pay') return show(response, payPage(orderId, order))
    if (place === 'POST /orders/:order/pay') {
      // With the session that this shop made for the order, whatever the browser sends along. A browser that comes back
      // from the payer's bank names the authentication; the gateway knows what came of it.
      const authenticationId = (await formIn(request)).get('transaction.id') ?? undefined
      await gateway.payWithSession(orderId, order.sessionId, basket, authenticationId)
      return goTo(response, `/orders/${orderId}/result`)
    }
    if (place === 'GET /orders/:order/result') {
      const { successIndicator } = order
      const isSign = successIndicator === undefined || url.searchParams.get('resultIndicator') === successIndicator
      const atGateway = await gateway.retrieveOrder(orderId)
      return show(response, resultPage(orderId, atGateway, isSign && atGateway.status === 'CAPTURED'))
    }
    if (place === 'GET /orders/:order/cancelled') return show(response, wordPage('Cancelled', 'Nothing was paid.'))
    if (place === 'GET /orders/:order/timed-out')
      return show(response, wordPage('Too late', 'The time to pay is over.'))
    return show(response, wordPage('Nothing here', 'This page is not known.'), 404)
  }

  async function makeOrder(text: string): Promise<{ id: string; made: Order }> {
    const way = isWay(text) ? text : 'redirect'
    // Cannot be guessed: knowing the URL is enough to see the order.
    const id = `tea-${randomUUID()}`
    const made = { way, ...(await sessionFor(id, way)) }
    orders.set(id, made)
    return { id, made }
  }

  async function sessionFor(id: string, way: Way): Promise<CheckoutSession | { sessionId: string }> {
    if (way === 'fields') return { sessionId: await gateway.createSession(id, basket, `${ownUrl()}/orders/${id}/pay`) }
    const addresses = {
      returnUrl: `${ownUrl()}/orders/${id}/result`,
      cancelUrl: `${ownUrl()}/orders/${id}/cancelled`,
      timeoutUrl: `${ownUrl()}/orders/${id}/timed-out`,
    }
    return way === 'lightbox'
      ? gateway.createCheckoutSession(id, basket, addresses)
      : gateway.initiateCheckout(id, basket, addresses)
  }

  function payPage(orderId: string, { way, sessionId }: Order): Html {
    const about = { orderId, sessionId, gatewayUrl: gateway.url, merchantId: gateway.merchantId }
    if (way === 'lightbox') return lightboxPage(about)
    return way === 'fields' ? fieldsPage(about) : embeddedPage(about)
  }
}

/** What a shop has to allow the gateway, and nothing more. */
function policyFor(gatewayUrl: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${gatewayUrl}`,
    `connect-src ${gatewayUrl}`,
    "style-src 'self'",
    `frame-src ${gatewayUrl}`,
    `form-action 'self' ${gatewayUrl}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function show(response: ServerResponse, { text }: Html, status = 200): void {
  response.writeHead(status, { 'content-type': 'text/html;charset=UTF-8', 'cache-control': 'no-store' }).end(text)
}

function goTo(response: ServerResponse, location: string): void {
  response.writeHead(303, { location }).end()
}

const publicFiles = new Map(
  ['shop.css', 'lightbox.js', 'embedded.js', 'fields.js'].map((name) => [
    name,
    readFileSync(join(import.meta.dirname, 'public', name)),
  ]),
)
const contentTypes: Readonly<Record<string, string>> = { '.css': 'text/css', '.js': 'text/javascript' }

function sendFile(response: ServerResponse, name: string): void {
  const content = publicFiles.get(name)
  if (content) response.writeHead(200, { 'content-type': `${contentTypes[extname(name)]};charset=UTF-8` }).end(content)
  else show(response, wordPage('Nothing here', 'This file is not known.'), 404)
}

async function formIn(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > 10_000) throw new Error('This form is too long.')
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}
