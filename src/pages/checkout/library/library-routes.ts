// The scripts that shops load: to show the payment pages, one for the versions up to 62 and another for later ones, and to
// authenticate the payer.
import { resolve } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseVersion, refuseMethod, sendRejection, unknownVersion } from '../../../api/index.ts'
import { reject } from '../../../kernel/rejection.ts'
import { cacheDocument, sendDocument } from '../../../platform/http/cached-document.ts'
import { isSessionId } from '../../../sessions/index.ts'
import { classicScript } from './classic-script.ts'

/** The last version whose library has its number in the address. */
const numberedVersionMax = 62
const newerPath = '/static/checkout/checkout.min.js'

/** Releases of the authentication library that shops name in its address; all have the same functions. */
const threeDsRelease = /^1\.\d{1,3}\.\d{1,3}$/

const folder = resolve(import.meta.dirname, '..', '..', '..', '..', 'web', 'checkout')

/** Texts of the libraries, with the paths they are served at. Read once: a gateway without them does not start. */
export function readCheckoutLibraries() {
  return [
    {
      path: '/checkout/version/:version/checkout.js',
      text: classicScript(resolve(folder, 'library/checkout-to-62.js')),
    },
    { path: newerPath, text: classicScript(resolve(folder, 'library/checkout-from-63.js')) },
    {
      path: '/static/threeDS/:release/three-ds.min.js',
      text: classicScript(resolve(folder, 'three-ds/three-ds.js')),
    },
  ] as const
}

const headers: Readonly<Record<string, string>> = {
  // Shops everywhere load it, also with their own integrity hash, for which browsers require this permission.
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'public, max-age=300',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

export function checkoutLibraryRoutes(app: FastifyInstance): void {
  for (const { path, text } of readCheckoutLibraries()) {
    const cached = cacheDocument('text/javascript;charset=UTF-8', text)
    app.get(path, async (request, reply) => {
      request.logFields['route'] = path
      const { version, release } = request.params as { readonly version?: string; readonly release?: string }
      if (release !== undefined && !threeDsRelease.test(release)) {
        reply.callNotFound()
        return reply
      }
      const refusal = version === undefined ? undefined : refuseVersion(version)
      if (refusal) return sendRejection(reply, refusal, { requestId: request.id })
      request.logFields['result'] = 'SUCCESS'
      reply.headers(headers)
      return sendDocument(request, reply, await cached)
    })
    app.route({
      method: app.supportedMethods.filter((method) => method !== 'GET' && method !== 'HEAD'),
      url: path,
      onRequest: async (request, reply) => refuse(request, reply, path),
      handler: (_request, reply) => reply,
    })
  }
}

function refuseVersion(text: string) {
  const version = parseVersion(text)
  if (version === undefined) return unknownVersion(text)
  return version > numberedVersionMax
    ? reject('UNKNOWN_PATH', `From version ${numberedVersionMax + 1} the library is at ${newerPath}.`)
    : undefined
}

function refuse(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
  request.logFields['route'] = path
  return sendRejection(reply, refuseMethod(request, reply, 'GET, HEAD'), { requestId: request.id })
}

// Addresses that older clients load and this gateway serves otherwise or not at all: two entries of the payment page lead to
// it, and scripts that are not available say so in the browser's console, where whoever integrates the shop looks.

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
