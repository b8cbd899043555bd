// The routes of the pages on which payers pay. The id of the session in the path is their only credential, therefore it
// is in no log line, no other URL and no response to any other caller.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findReturningPayer, type OpenedCheckout, type OperationCaller, openCheckout } from '../../checkout/index.ts'
import { contractFor } from '../../contract/operation.ts'
import type { Rejection } from '../../kernel/rejection.ts'
import { catalogue } from '../../requests/index.ts'
import { isSessionId } from '../../sessions/index.ts'
import type { CheckoutPageDependencies } from '../dependencies.ts'
import { type CheckoutAssets, checkoutAssetRoutes, readCheckoutFiles } from './assets.ts'
import { logoRoutes } from './branding/logo-routes.ts'
import { checkoutPaths, commonView } from './build-page-view.ts'
import {
  type CheckoutRequest,
  cancelCheckout,
  changePaymentMethod,
  refuseCheckoutRequest,
  showPage,
  submitPayment,
} from './handle-checkout.ts'
import { paymentLinkRoutes } from './payment-link-routes.ts'
import { parseForm } from './read-form.ts'
import { respond, returnPath, sessionIdFromCookie } from './respond.ts'
import { type CheckoutResponse, challengedResponse, noticeResponse } from './responses.ts'
import { readCheckoutPageRequest, servePage } from './serve.ts'
import { shopPostRoutes } from './shop-post-routes.ts'
import { walletRoutes } from './wallet-routes.ts'

interface CheckoutOptions {
  readonly dependencies: CheckoutPageDependencies
  readonly requestTimeoutMs: number
}

const pagePath = '/checkout/pay/:sessionId'

/** A browser gets a page after this long, whatever the payment does: long before any timeout. */
const waitMsMax = 10_000
const partOfRequestTimeout = 3

export function checkoutRoutes(app: FastifyInstance, { dependencies, requestTimeoutMs }: CheckoutOptions): void {
  const files = readCheckoutFiles()
  checkoutAssetRoutes(app, files)
  logoRoutes(app, dependencies)
  const waitMs = Math.min(requestTimeoutMs / partOfRequestTimeout, waitMsMax)

  async function openPage({ params }: FastifyRequest) {
    const { sessionId } = params as { readonly sessionId: string }
    return isSessionId(sessionId) ? openCheckout(sessionId, dependencies) : undefined
  }

  type Attend = (visit: CheckoutRequest, request: FastifyRequest) => Promise<CheckoutResponse> | CheckoutResponse

  function handler(attend: Attend, { isLeaving = false } = {}) {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const asking = readCheckoutPageRequest(request)
      const page = await openPage(request)
      if (page) request.logFields['merchant'] = page.merchant.id
      const refused = refuseCheckoutRequest(page, asking, { isLeaving })
      if (refused) return respond(request, reply, { response: refused, assets: files })
      if (page?.kind !== 'OPENED') throw new Error('a checkout that has ended was processed')
      const response = await attend(visitOf(request, page), request)
      return respond(request, reply, { response, assets: files })
    }
  }

  function visitOf(request: FastifyRequest, page: OpenedCheckout): CheckoutRequest {
    const onLateFailure = (err: unknown) => app.log.error({ requestId: request.id, err }, 'a payment on a page failed')
    const onPayloadRefused = ({ explanation }: Rejection) => {
      request.logFields['error'] = explanation
    }
    const visitor = { headers: request.headers, ip: request.ip }
    const ask = runThroughApi(dependencies, { payerAddress: request.ip, requestId: request.id })
    const asking = readCheckoutPageRequest(request)
    return { page, asking, visitor, dependencies, ask, waitMs, onLateFailure, onPayloadRefused }
  }

  shopPostRoutes(app, { dependencies, assets: files })
  returnRoutes(app, { dependencies, assets: files })
  paymentLinkRoutes(app, { dependencies, assets: files })
  servePage(app, { path: pagePath, methods: ['GET', 'POST'] }, files, {
    GET: handler((visit) => showPage(visit)),
    POST: handler((visit, request) => submitPayment(visit, parseForm(request.body as Buffer | undefined))),
  })
  servePage(app, { path: `${pagePath}/cancel`, methods: ['POST'] }, files, { POST: handler(cancelCheckout) })
  servePage(app, { path: `${pagePath}/another-way`, methods: ['POST'] }, files, { POST: handler(changePaymentMethod) })
  walletRoutes(app, {
    pagePath,
    rateLimits: dependencies.rateLimits,
    async openVisit(request) {
      const page = await openPage(request)
      if (page) request.logFields['merchant'] = page.merchant.id
      const refused = refuseCheckoutRequest(page, readCheckoutPageRequest(request))
      return page?.kind === 'OPENED' && !refused ? visitOf(request, page) : undefined
    },
  })
  // Before the time is up there is nothing to report.
  servePage(app, { path: `${pagePath}/timeout`, methods: ['GET'] }, files, {
    GET: handler((visit) => showPage(visit), { isLeaving: true }),
  })
}

/** In the merchant's name, without a certificate: account numbers stay masked. */
function runThroughApi(
  dependencies: CheckoutPageDependencies,
  origin: { readonly payerAddress: string; readonly requestId: string },
): OperationCaller {
  return ({ merchant, operation: name, ...path }) => {
    const operation = catalogue.find((each) => each.name === name)
    if (!operation) throw new Error(`the catalogue has no ${name}`)
    const caller = { kind: 'CALLER', merchant, hasCertificate: false, isDevice: false } as const
    return dependencies.requests.handle({
      ...path,
      ...origin,
      caller,
      operation,
      contract: contractFor(operation, path.version),
    })
  }
}

// Where payers return from other sites. From a provider to a URL that names no session: the browser has stored it. From
// the payer's bank to a page inside the bank's frame, which makes the gateway's page around it reload.

const tokenPattern = /^[0-9a-f]{32}$/

function returnRoutes(
  app: FastifyInstance,
  { dependencies, assets }: { readonly dependencies: CheckoutPageDependencies; readonly assets: CheckoutAssets },
): void {
  async function comeBack(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { returnToken } = request.params as { readonly returnToken: string }
    const sessionId = sessionIdFromCookie(request)
    const response =
      sessionId !== undefined && isSessionId(sessionId)
        ? toPage(sessionId, returnToken)
        : await showReturnNotice(request, returnToken, dependencies)
    return respond(request, reply, { response, assets })
  }
  servePage(app, { path: returnPath(':returnToken'), methods: ['GET'] }, assets, { GET: comeBack })

  async function endChallenge(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    return respond(request, reply, { response: challengedResponse(request), assets })
  }
  servePage(app, { path: '/checkout/challenged', methods: ['GET', 'POST'], isFromShops: true }, assets, {
    GET: endChallenge,
    POST: endChallenge,
  })
}

/** Stored for one return; the page shows the status of the payment. */
function toPage(sessionId: string, returnToken: string): CheckoutResponse {
  return { kind: 'REDIRECT', url: checkoutPaths(sessionId, 'PAGE').pay, cookie: { returnToken } }
}

/**
 * A different browser from the one that left, or one that stores no cookies: it sees the status of the payment, and no
 * more.
 */
async function showReturnNotice(
  request: FastifyRequest,
  returnToken: string,
  dependencies: CheckoutPageDependencies,
): Promise<CheckoutResponse> {
  const asking = { ...readCheckoutPageRequest(request), frame: 'PAGE' } as const
  const returned = tokenPattern.test(returnToken) ? await findReturningPayer(returnToken, dependencies) : undefined
  if (!returned) return noticeResponse(undefined, asking, { about: 'UNKNOWN', status: 404 })
  const { page, outcome } = returned
  request.logFields['merchant'] = page.merchant.id
  const { merchant, returnUrl } = page.interaction
  const backUrl = merchant?.url ?? (returnUrl === undefined ? undefined : `${new URL(returnUrl).origin}/`)
  const view = {
    kind: 'NOTICE',
    about: `RETURNED_${outcome}`,
    ...commonView(page, asking),
    backUrl,
  } as const
  return { kind: 'PAGE', status: 200, view }
}
