// Where payers return from other sites. From a provider to a URL that names no session: the browser has stored it. From
// the payer's bank to a page inside the bank's frame, which makes the gateway's page around it reload.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findReturningPayer } from '../../checkout/operations/find-returning-payer.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { Ports } from '../../requests/ports.ts'
import { isSessionId } from '../../sessions/rules/session.ts'
import type { CheckoutAssets } from './assets.ts'
import { checkoutPaths, commonView } from './build-page-view.ts'
import { respond, returnPath, sessionIdFromCookie } from './respond.ts'
import { type CheckoutResponse, challengedResponse, noticeResponse } from './responses.ts'
import { readCheckoutPageRequest, servePage } from './serve.ts'

const tokenPattern = /^[0-9a-f]{32}$/

export function returnRoutes(
  app: FastifyInstance,
  { ports, assets }: { readonly ports: Ports; readonly assets: CheckoutAssets },
): void {
  async function comeBack(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { returnToken } = request.params as { readonly returnToken: string }
    const sessionId = sessionIdFromCookie(request)
    const response =
      sessionId !== undefined && isSessionId(sessionId)
        ? toPage(sessionId, returnToken)
        : await showReturnNotice(request, returnToken, ports)
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
async function showReturnNotice(request: FastifyRequest, returnToken: string, ports: Ports): Promise<CheckoutResponse> {
  const asking = { ...readCheckoutPageRequest(request), frame: 'PAGE' } as const
  const returned = tokenPattern.test(returnToken) ? await findReturningPayer(returnToken, ports) : undefined
  if (!returned) return noticeResponse(undefined, asking, { about: 'UNKNOWN', status: 404 })
  const { page, outcome } = returned
  request.logFields['merchant'] = page.merchant.id
  const { merchant, returnUrl } = page.interaction
  const backUrl = merchant?.url ?? (returnUrl === undefined ? undefined : `${new URL(returnUrl).origin}/`)
  const view = {
    kind: 'NOTICE',
    about: `RETURNED_${outcome}`,
    ...commonView(page, asking),
    ...omitUndefined({ backUrl }),
  } as const
  return { kind: 'PAGE', status: 200, view }
}
