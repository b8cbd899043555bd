// The routes that the script of a payment page uses for wallets. As for the page itself, the session in the path is the credential,
// and a request from another site's page is refused.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuseMethod } from '../../../api/routes.ts'
import { sendRejection } from '../../../api/write-response.ts'
import { StoreOverloaded } from '../../../kernel/store-overloaded.ts'
import type { RateLimits } from '../../../platform/counters/rate-limits.ts'
import { plainHeaders } from '../../../platform/http/page-headers.ts'
import { clientNetworkOf, rateLimit } from '../../../platform/http/rate-limit.ts'
import { isForeignPost } from '../foreign-post.ts'
import type { CheckoutRequest } from '../handle-checkout.ts'
import { type Form, parseForm } from '../read-form.ts'
import { busyRetrySeconds, statusOfFailure } from '../serve.ts'
import { payByWallet, simulateWallet, validateMerchant, type WalletAnswer } from './handle-wallet.ts'

const bodyBytesMax = 64 * 1024
/** For each merchant and network: each opens a connection to Apple. */
const validationsPerMinute = 30

type Attend = (visit: CheckoutRequest, form: Form) => Promise<WalletAnswer>

export interface WalletRouteOptions {
  readonly pagePath: string
  readonly rateLimits: RateLimits
  /** The checkout of the path, if its payer can still do something on it. */
  readonly openVisit: (request: FastifyRequest) => Promise<CheckoutRequest | undefined>
}

export function walletRoutes(app: FastifyInstance, { pagePath, rateLimits, openVisit }: WalletRouteOptions): void {
  const mayValidate = rateLimit({ name: 'wallet validations', perMinute: validationsPerMinute, rateLimits })
  const routes: readonly (readonly [path: string, attend: Attend, mayPass?: (asker: string) => boolean])[] = [
    ['/wallet', payByWallet],
    ['/wallet/validation', validateMerchant, mayValidate],
    ['/wallet/simulation', simulateWallet],
  ]
  for (const [path, attend, mayPass] of routes) {
    const url = pagePath + path
    app.route({
      method: 'POST',
      url,
      bodyLimit: bodyBytesMax,
      async onRequest(request, reply) {
        request.logFields['route'] = url
        const isForeign = isForeignPost(request.headers)
        return isForeign ? send(request, reply, { status: 403, body: { error: 'FOREIGN' } }) : undefined
      },
      async handler(request, reply) {
        const visit = await openVisit(request)
        if (!visit) return send(request, reply, { status: 404, body: { error: 'UNKNOWN' } })
        // Only now: requests without a session, or about another merchant, must not use up what this payer needs.
        if (mayPass && !mayPass(`${visit.page.merchant.id} ${clientNetworkOf(request)}`))
          return send(request, reply, { status: 429, body: { error: 'TOO_MANY' } })
        return send(request, reply, await attend(visit, parseForm(request.body as Buffer | undefined)))
      },
      errorHandler(error, request, reply) {
        if (error instanceof StoreOverloaded) {
          reply.header('retry-after', String(busyRetrySeconds))
          return send(request, reply, { status: 503, body: { error: 'BUSY' } })
        }
        const status = statusOfFailure(error)
        if (status >= 500) request.log.error({ requestId: request.id, err: error }, 'request failed')
        else reply.removeHeader('connection')
        return send(request, reply, { status, body: { error: 'FAILED' } })
      },
    })
    app.route({
      method: app.supportedMethods.filter((method) => method !== 'POST'),
      url,
      async onRequest(request, reply) {
        request.logFields['route'] = url
        return sendRejection(reply, refuseMethod(request, reply, 'POST'), { requestId: request.id })
      },
      handler: (_request, reply) => reply,
    })
  }
}

function send(request: FastifyRequest, reply: FastifyReply, { status, body, why }: WalletAnswer): FastifyReply {
  if (status < 400) request.logFields['result'] = 'SUCCESS'
  if (why !== undefined) request.logFields['error'] = why
  return reply
    .code(status)
    .headers(plainHeaders)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json;charset=UTF-8')
    .send(JSON.stringify(body))
}
