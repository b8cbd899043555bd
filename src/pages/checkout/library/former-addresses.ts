// Addresses that older clients load and this gateway serves otherwise or not at all: two entries of the payment page lead to
// it, and scripts that are not available say so in the browser's console, where whoever integrates the shop looks.
import type { FastifyInstance } from 'fastify'
import { isSessionId } from '../../../sessions/rules/session.ts'

/** The payment page under its former addresses, as pages and frames were opened before the library did so. */
const entries = [
  { path: '/checkout/entry/:sessionId', query: '' },
  { path: '/checkout/lightboxEntry/:sessionId', query: '?frame=lightbox' },
] as const

const missingScripts = [
  {
    path: '/form/v2/hpf.js',
    message:
      'Tollgate: the library of 2014 for card fields (/form/v2/hpf.js) is not available. Load /form/version/{n}/merchant/{merchantId}/session.js and call PaymentSession.configure.',
  },
  {
    path: '/static/apm/*',
    message:
      'Tollgate: the library for other payment methods (/static/apm) is not available. Start these payments with INITIATE_BROWSER_PAYMENT, or offer them on the payment page.',
  },
] as const

const scriptHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'public, max-age=300',
  'content-type': 'text/javascript;charset=UTF-8',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

export function formerAddressRoutes(app: FastifyInstance): void {
  for (const { path, query } of entries)
    app.get(path, async (request, reply) => {
      request.logFields['route'] = path
      const { sessionId } = request.params as { readonly sessionId: string }
      if (!isSessionId(sessionId)) {
        reply.callNotFound()
        return reply
      }
      request.logFields['result'] = 'SUCCESS'
      const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
      return reply.headers(headers).redirect(`/checkout/pay/${sessionId}${query}`, 302)
    })
  for (const { path, message } of missingScripts)
    app.get(path, async (request, reply) => {
      request.logFields['route'] = path
      request.logFields['result'] = 'SUCCESS'
      return reply.headers(scriptHeaders).send(`console.error(${JSON.stringify(message)})\n`)
    })
}
