// What a browser stores about a payment link that it has opened: the session it has begun there. Sent to that link only.
import type { FastifyRequest } from 'fastify'
import { paymentLinkPath } from '../../payment-links/operations/create-payment-link.ts'
import { listenerKindOf } from '../../platform/http/request-origin.ts'

const cookieName = 'tollgate-payment-link'
/** A day: longer than any session, for a payer who comes back to see the receipt. */
const cookieSeconds = 24 * 60 * 60

export function paymentLinkCookie(
  { raw }: FastifyRequest,
  { paymentLinkId, sessionId }: { readonly paymentLinkId: string; readonly sessionId: string },
): string {
  return [
    `${cookieName}=${sessionId}`,
    `Path=${paymentLinkPath(paymentLinkId)}`,
    `Max-Age=${cookieSeconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(listenerKindOf(raw) === 'http' ? [] : ['Secure']),
  ].join('; ')
}

export function sessionIdOfPaymentLink({ headers }: FastifyRequest): string | undefined {
  const cookie = (headers.cookie ?? '').split(/;\s*/).find((each) => each.startsWith(`${cookieName}=`))
  return cookie?.slice(cookieName.length + 1)
}
