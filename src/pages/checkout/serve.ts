// One route of the payers' pages: its methods, its limits, and a page for every failure.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuseMethod, sendRejection } from '../../api/index.ts'
import { StoreOverloaded } from '../../kernel/failures.ts'
import { AccessRightsRefusedError } from '../../merchants/index.ts'
import { isForeignPost } from '../../platform/html/foreign-post.ts'
import type { CheckoutAssets } from './assets.ts'
import type { CheckoutPageRequest } from './build-page-view.ts'
import { respond } from './respond.ts'
import { noticeResponse } from './responses.ts'

const bodyBytesMax = 48 * 1024
/** When a browser may try again while the store accepts no more requests. */
export const busyRetrySeconds = 5

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

export interface PageRoute {
  readonly path: string
  readonly methods: readonly ('GET' | 'POST')[]
  /** Forms come from pages of shops, and not from the gateway's own. */
  readonly isFromShops?: boolean
}

/** Payers are not told about altered permissions of a merchant, but a retry may help once the operator has checked them. */
export function statusOfFailure(error: Error & { readonly statusCode?: number | undefined }): number {
  if (error instanceof AccessRightsRefusedError) return 503
  return error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : 500
}

/** Every failure results in a page for the payer. */
export function servePage(
  app: FastifyInstance,
  { path, methods, isFromShops = false }: PageRoute,
  assets: CheckoutAssets,
  handlers: { readonly GET?: Handler; readonly POST?: Handler },
): void {
  const isServed = (method: string) => methods.some((each) => each === method || (each === 'GET' && method === 'HEAD'))
  const broken = (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    about: 'BROKEN' | 'OVERLOADED' = 'BROKEN',
  ) => {
    const response = noticeResponse(
      undefined,
      { ...readCheckoutPageRequest(request), frame: 'PAGE' },
      { about, status },
    )
    return respond(request, reply, { response, assets })
  }
  for (const method of methods) {
    const handler = handlers[method]
    if (!handler) throw new Error(`no route for ${method} ${path}`)
    app.route({
      method,
      url: path,
      bodyLimit: bodyBytesMax,
      async onRequest(request, reply) {
        request.logFields['route'] = path
        const isForeign = method === 'POST' && !isFromShops && isForeignPost(request.headers)
        return isForeign ? broken(request, reply, 403) : undefined
      },
      handler,
      errorHandler(error, request, reply) {
        if (error instanceof StoreOverloaded) {
          reply.header('retry-after', String(busyRetrySeconds))
          return broken(request, reply, 503, 'OVERLOADED')
        }
        const status = statusOfFailure(error)
        if (status >= 500) request.log.error({ requestId: request.id, err: error }, 'request failed')
        else reply.removeHeader('connection')
        return broken(request, reply, status)
      },
    })
  }
  app.route({
    method: app.supportedMethods.filter((method) => !isServed(method)),
    url: path,
    // Before the body is read: reading it would be wasted.
    async onRequest(request, reply) {
      request.logFields['route'] = path
      const allowed = methods.includes('GET') ? ['GET', 'HEAD', ...methods.slice(1)] : methods
      return sendRejection(reply, refuseMethod(request, reply, allowed.join(', ')), { requestId: request.id })
    },
    handler: (_request, reply) => reply,
  })
}

const frames = { embedded: 'EMBEDDED', lightbox: 'LIGHTBOX' } as const

/** `?frame=lightbox` and `?frame=embedded`; any other query, such as checkoutVersion, changes nothing. */
export function readCheckoutPageRequest({ query, headers }: FastifyRequest): CheckoutPageRequest {
  const { frame } = query as { readonly frame?: unknown }
  const pageFrame =
    typeof frame === 'string' && Object.hasOwn(frames, frame) ? frames[frame as keyof typeof frames] : 'PAGE'
  return { frame: pageFrame, acceptLanguage: headers['accept-language'] }
}
