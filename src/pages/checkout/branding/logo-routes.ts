// The logos of merchants' payment pages, from the gateway itself: no other site learns who is about to pay.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { findSessionLogo, type OpenedCheckout, sessionLogoUrl } from '../../../checkout/index.ts'
import { logoHashOf, type Merchant, noPageLogo, type PageLogo } from '../../../merchants/index.ts'
import { contentSecurityPolicy, plainHeaders } from '../../../platform/http/page-headers.ts'
import { isSessionId } from '../../../sessions/index.ts'
import type { CheckoutPageDependencies } from '../../dependencies.ts'

const uploadedPath = '/checkout/logos/:merchantId/:hash'
const linkedPath = '/checkout/pay/:sessionId/logo'

/** The session's logo, or else the uploaded one; undefined for a merchant without one. */
export function logoAddress(
  merchant: Pick<Merchant, 'id' | 'profile'>,
  opened?: Pick<OpenedCheckout, 'session' | 'sessionId'>,
): string | undefined {
  const isLinked = opened && isSessionId(opened.sessionId) && sessionLogoUrl(opened.session) !== undefined
  return isLinked ? linkedPath.replace(':sessionId', opened.sessionId) : uploadedAddress(merchant)
}

function uploadedAddress({ id, profile }: Pick<Merchant, 'id' | 'profile'>): string | undefined {
  return profile.pageLogo === noPageLogo ? undefined : `/checkout/logos/${encodeURIComponent(id)}/${profile.pageLogo}`
}

type LogoDependencies = Pick<
  CheckoutPageDependencies,
  'pageLogos' | 'linkedLogos' | 'sessions' | 'store' | 'vault' | 'clock'
>

export function logoRoutes(app: FastifyInstance, dependencies: LogoDependencies): void {
  app.get(uploadedPath, async (request, reply) => {
    request.logFields['route'] = uploadedPath
    const { merchantId, hash } = request.params as { readonly merchantId: string; readonly hash: string }
    const logo = /^[0-9a-f]{64}$/.test(hash) ? await dependencies.pageLogos.find(merchantId, hash) : undefined
    // Pages name a logo by the hash in the profile, which is sealed: what was changed in the table alone is not shown.
    if (!logo || logoHashOf(logo.content) !== hash) return notFound(reply)
    request.logFields['result'] = 'SUCCESS'
    return sendLogo(reply.header('cache-control', 'public, max-age=31536000, immutable'), logo)
  })

  app.get(linkedPath, async (request, reply) => {
    request.logFields['route'] = linkedPath
    const { sessionId } = request.params as { readonly sessionId: string }
    const sessionLogo = isSessionId(sessionId) ? await findSessionLogo(sessionId, dependencies) : undefined
    if (!sessionLogo) return notFound(reply)
    request.logFields['merchant'] = sessionLogo.merchant.id
    request.logFields['result'] = 'SUCCESS'
    if (sessionLogo.logo) return sendLogo(reply.header('cache-control', 'private, max-age=300'), sessionLogo.logo)
    const uploaded = uploadedAddress(sessionLogo.merchant)
    if (uploaded === undefined) return notFound(reply)
    return reply.headers(plainHeaders).header('cache-control', 'no-store').header('location', uploaded).code(303).send()
  })
}

function sendLogo(reply: FastifyReply, { contentType, content }: Omit<PageLogo, 'hash'>): FastifyReply {
  return reply
    .headers(plainHeaders)
    .header('cross-origin-resource-policy', 'same-origin')
    .header(
      'content-security-policy',
      contentSecurityPolicy({ 'default-src': "'none'", 'frame-ancestors': "'none'", sandbox: '' }),
    )
    .header('content-type', contentType)
    .send(content)
}

function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound()
  return reply
}
