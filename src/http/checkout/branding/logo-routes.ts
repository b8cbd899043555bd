// The logos of merchants' payment pages, from the gateway itself: no other site learns who is about to pay.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { noPageLogo } from '../../../domain/checkout/page-logo.ts'
import type { Merchant } from '../../../domain/merchants/merchant.ts'
import type { Ports } from '../../../operations/call.ts'
import { logoHashOf } from '../../../operations/merchants/page-logo.ts'
import { contentSecurityPolicy, plainHeaders } from '../../edge/page-headers.ts'

const logoPath = '/checkout/logos/:merchantId/:hash'

/** Undefined for a merchant without one. */
export function logoAddress({ id, profile }: Pick<Merchant, 'id' | 'profile'>): string | undefined {
  return profile.pageLogo === noPageLogo ? undefined : `/checkout/logos/${encodeURIComponent(id)}/${profile.pageLogo}`
}

export function logoRoutes(app: FastifyInstance, { pageLogos }: Pick<Ports, 'pageLogos'>): void {
  app.get(logoPath, async (request, reply) => {
    request.logFields['route'] = logoPath
    const { merchantId, hash } = request.params as { readonly merchantId: string; readonly hash: string }
    const logo = /^[0-9a-f]{64}$/.test(hash) ? await pageLogos.find(merchantId, hash) : undefined
    // Pages name a logo by the hash in the profile, which is sealed: what was changed in the table alone is not shown.
    if (!logo || logoHashOf(logo.content) !== hash) return notFound(reply)
    request.logFields['result'] = 'SUCCESS'
    return reply
      .headers(plainHeaders)
      .header('cross-origin-resource-policy', 'same-origin')
      .header(
        'content-security-policy',
        contentSecurityPolicy({ 'default-src': "'none'", 'frame-ancestors': "'none'", sandbox: '' }),
      )
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-type', logo.contentType)
      .send(logo.content)
  })
}

function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound()
  return reply
}
