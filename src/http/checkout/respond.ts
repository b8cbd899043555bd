// Sends a page or a redirect to a payer's browser, with the headers that every page has.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CheckoutAssets } from './assets.ts'
import { drawPage } from './draw/draw-page.ts'
import type { Response } from './ends.ts'
import { originOf, pageHeaders, plainHeaders } from './page-headers.ts'
import type { PageView } from './page-view.ts'

/**
 * Browsers apply the policy of a form also to where its answer redirects to, and on from there, which only the shop knows:
 * a payer who has paid would be stopped on the way. So the answer to a form is a page that goes on to the shop, and forms
 * with cards in them may lead to nobody but us.
 */
export function respond(
  request: FastifyRequest,
  reply: FastifyReply,
  { response, assets }: { readonly response: Response; readonly assets: CheckoutAssets },
): FastifyReply {
  if (response.kind === 'page') return sendPage(request, reply, response, assets)
  const location = asciiUrl(response.url)
  if (request.method === 'POST' && response.through) {
    reply.header('refresh', `0;url=${location}`)
    return sendPage(request, reply, { status: 200, view: response.through }, assets)
  }
  request.about['result'] = 'SUCCESS'
  reply.headers(plainHeaders).header('cache-control', 'no-store').header('location', location)
  return reply.code(303).send()
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, view }: { readonly status: number; readonly view: PageView },
  assets: CheckoutAssets,
): FastifyReply {
  if (status < 400) request.about['result'] = 'SUCCESS'
  const logo = originOf(view.merchant?.logo)
  const imageOrigins = logo === undefined ? [] : [logo]
  return reply
    .code(status)
    .headers(pageHeaders({ frame: view.frame, origins: view.origins ?? [], formOrigins: [], imageOrigins }))
    .header('content-type', 'text/html;charset=UTF-8')
    .send(drawPage(view, assets))
}

/** Other characters cannot stand in a header. */
function asciiUrl(url: string): string {
  return /^[\x21-\x7e]*$/.test(url) ? url : new URL(url).href
}
