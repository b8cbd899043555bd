// One address of a simulated provider's site: its methods, and a page for every failure.

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from '../../../../kernel/provider.ts'
import { parseUrlEncoded } from '../../../../kernel/url-encoded.ts'
import { isForeignPost } from '../../../../platform/html/foreign-post.ts'
import type { SiteAssets } from './assets.ts'
import { renderSiteNotice } from './document.ts'
import { siteHeaders, sitePageHeaders } from './headers.ts'

export type SiteResponse =
  | { readonly kind: 'PAGE'; readonly text: string; readonly status?: number }
  | { readonly kind: 'GO_ON'; readonly url: string }
  | { readonly kind: 'UNKNOWN' }

export interface SiteRequest {
  readonly siteToken: string
  readonly form: URLSearchParams
}

type SiteHandler = (visit: SiteRequest) => Promise<SiteResponse>

const bodyBytesMax = 16 * 1024

export function serveSite(
  app: FastifyInstance,
  { provider, path, assets }: { readonly provider: Provider; readonly path: string; readonly assets: SiteAssets },
  attend: { readonly GET: SiteHandler; readonly POST: SiteHandler },
): void {
  function notice(reply: FastifyReply, status: number, title: string, text: string): FastifyReply {
    return sendPage(reply, status, renderSiteNotice({ provider, title, text }, assets))
  }

  for (const method of ['GET', 'POST'] as const) {
    app.route({
      method,
      url: path,
      bodyLimit: bodyBytesMax,
      async onRequest(request, reply) {
        request.logFields['route'] = path
        if (method === 'POST' && isForeignPost(request.headers))
          return notice(reply, 403, 'Request rejected', 'The request came from another website.')
        return undefined
      },
      async handler(request, reply) {
        const response = await attend[method](readSiteRequest(request))
        if (response.kind === 'UNKNOWN')
          return notice(reply, 404, 'Page not found', 'There is no page at this address.')
        request.logFields['result'] = 'SUCCESS'
        if (response.kind === 'PAGE') return sendPage(reply, response.status ?? 200, response.text)
        return reply
          .code(303)
          .headers(siteHeaders)
          .header('cache-control', 'no-store')
          .header('location', asciiUrl(response.url))
          .send()
      },
      errorHandler(error: FastifyError, request, reply) {
        const status = error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : 500
        if (status === 500) request.log.error({ requestId: request.id, err: error }, 'request failed')
        return notice(reply, status, 'Request rejected', 'Something went wrong. Please try again.')
      },
    })
  }
  app.route({
    method: app.supportedMethods.filter((method) => !['GET', 'HEAD', 'POST'].includes(method)),
    url: path,
    // Before the body is read: reading it would be wasted.
    async onRequest(request, reply) {
      request.logFields['route'] = path
      reply.header('allow', 'GET, HEAD, POST')
      return notice(reply, 405, 'Request rejected', 'This request method is not supported.')
    },
    handler: (_request, reply) => reply,
  })
}

function sendPage(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).headers(sitePageHeaders).type('text/html;charset=UTF-8').send(text)
}

const siteTokenPattern = /^[0-9a-f]{48}$/

function readSiteRequest({ params, body }: FastifyRequest): SiteRequest {
  const { siteToken = '' } = params as { readonly siteToken?: string }
  return {
    // Text without the format of a token belongs to no payment.
    siteToken: siteTokenPattern.test(siteToken) ? siteToken : '',
    form: parseUrlEncoded(Buffer.isBuffer(body) ? body.toString('utf8') : ''),
  }
}

/** Other characters are not allowed in a header. */
function asciiUrl(url: string): string {
  return /^[\x21-\x7e]*$/.test(url) ? url : new URL(url).href
}
