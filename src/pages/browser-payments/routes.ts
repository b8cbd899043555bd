// Routes for payers on their way to a provider and back, and for providers' callbacks. The token in the path is not
// logged; redirects lead only to addresses that the merchant or the provider has named before.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuseMethod, sendRejection } from '../../api/index.ts'
import {
  handleAgreementCallback,
  handleProviderCallback,
  leaveForAgreement,
  leaveForProvider,
  returnFromAgreement,
  returnFromProvider,
} from '../../browser-payments/index.ts'
import { reject } from '../../kernel/rejection.ts'
import { plainHeaders } from '../../platform/http/page-headers.ts'
import { readCheckoutFiles } from '../checkout/assets.ts'
import { respond } from '../checkout/respond.ts'
import { type CheckoutResponse, noticeResponse } from '../checkout/responses.ts'
import { readCheckoutPageRequest, servePage } from '../checkout/serve.ts'
import type { BrowserPaymentPageDependencies } from '../dependencies.ts'

const base = '/bpui/pp'
const messageBytesMax = 64 * 1024

interface TokenParams {
  readonly token: string
}

export function browserPaymentRoutes(
  app: FastifyInstance,
  { dependencies }: { readonly dependencies: BrowserPaymentPageDependencies },
): void {
  const assets = readCheckoutFiles()

  function forward(next: (named: TokenParams) => Promise<string | undefined>) {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      // HEAD comes from link previews and the like, not from a payer.
      if (request.method === 'HEAD') return reply.headers(plainHeaders).header('cache-control', 'no-store').send()
      const url = await next(request.params as TokenParams)
      const unknown = () =>
        noticeResponse(
          undefined,
          { ...readCheckoutPageRequest(request), frame: 'PAGE' },
          { about: 'UNKNOWN', status: 404 },
        )
      const response: CheckoutResponse = url === undefined ? unknown() : { kind: 'REDIRECT', url }
      return respond(request, reply, { response, assets })
    }
  }

  const leave = forward(
    async ({ token }) => (await leaveForProvider(token, dependencies)) ?? leaveForAgreement(token, dependencies),
  )
  servePage(app, { path: `${base}/out/:token`, methods: ['GET'] }, assets, { GET: leave })
  const comeBack = forward(
    async ({ token }) => (await returnFromProvider(token, dependencies)) ?? returnFromAgreement(token, dependencies),
  )
  // Providers send the browser by a link or by a form of their own.
  const inPath = `${base}/in/:token`
  servePage(app, { path: inPath, methods: ['GET', 'POST'], isFromShops: true }, assets, {
    GET: comeBack,
    POST: comeBack,
  })
  messageRoute(app, dependencies)
}

const statuses = { TAKEN: 200, FORGED: 401, LATER: 503 } as const

function messageRoute(app: FastifyInstance, dependencies: BrowserPaymentPageDependencies): void {
  const path = `${base}/notify/:token`
  app.route({
    method: 'POST',
    url: path,
    bodyLimit: messageBytesMax,
    async onRequest(request) {
      request.logFields['route'] = path
    },
    async handler(request, reply) {
      const { token } = request.params as TokenParams
      const result = await handleProviderMessage(token, request, dependencies)
      if (result === 'UNKNOWN')
        return sendRejection(reply, reject('UNKNOWN_PATH', 'There is nothing at this path.'), { requestId: request.id })
      if (result === 'TAKEN') request.logFields['result'] = 'SUCCESS'
      return reply.code(statuses[result]).headers(plainHeaders).header('cache-control', 'no-store').send()
    },
  })
  app.route({
    method: app.supportedMethods.filter((method) => method !== 'POST'),
    url: path,
    async onRequest(request, reply) {
      request.logFields['route'] = path
      return sendRejection(reply, refuseMethod(request, reply, 'POST'), { requestId: request.id })
    },
    handler: (_request, reply) => reply,
  })
}

async function handleProviderMessage(
  token: string,
  { headers, body }: FastifyRequest,
  dependencies: BrowserPaymentPageDependencies,
) {
  const message = { headers, body: (body as Buffer | undefined) ?? Buffer.alloc(0) }
  const result = await handleProviderCallback(token, message, dependencies)
  return result === 'UNKNOWN' ? handleAgreementCallback(token, message, dependencies) : result
}
