// Under overload pages, console services and reports are refused, too: with a page for browsers, otherwise with JSON. The
// JSON API has its own admission; health and metrics are always served.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { overloaded, type RequestAdmission, retrySeconds, sendRejection } from '../api/index.ts'
import { consoleRoot, sendBusyPage, sendConsoleBusy } from '../console/index.ts'
import { noticeResponse, readCheckoutFiles, readCheckoutPageRequest, respond } from '../pages/index.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Frees its place among the requests beside the API. */
    endOther: (() => void) | undefined
  }
}

/** For the routes of this instance. */
export function shedOthers(
  app: FastifyInstance,
  { admission }: { readonly admission: Pick<RequestAdmission, 'enterOther'> },
): void {
  const assets = readCheckoutFiles()
  let refused = 0
  app.decorateRequest('endOther', undefined)

  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply
    void admission
      .enterOther(() => raw.destroyed || raw.closed)
      .then((end) => {
        request.endOther = end
        if (!end) return void refuse(request, reply, request.routeOptions.url ?? '')
        raw.once('close', end)
        return done()
      })
      .catch(done)
  })
  // A report is sent for as long as its reader takes; the work for it is done piece by piece.
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.endOther?.()
    done(null, payload)
  })

  function refuse(request: FastifyRequest, reply: FastifyReply, url: string): FastifyReply {
    request.logFields['route'] = url
    refused += 1
    const seconds = retrySeconds[refused % retrySeconds.length] ?? 5
    reply.header('retry-after', String(seconds))
    if (url.startsWith(consoleRoot)) return sendConsoleBusy(reply)
    if (!(request.headers.accept ?? '').includes('text/html'))
      return sendRejection(reply, overloaded, { requestId: request.id, retrySeconds: seconds })
    if (url.startsWith('/console')) return sendBusyPage(reply)
    const asking = { ...readCheckoutPageRequest(request), frame: 'PAGE' } as const
    return respond(request, reply, {
      response: noticeResponse(undefined, asking, { about: 'OVERLOADED', status: 503 }),
      assets,
    })
  }
}
