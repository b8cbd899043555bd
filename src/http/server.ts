// Builds the server; never listens.
import { METHODS } from 'node:http'
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify'
import { reject } from '../domain/rejection.ts'
import { StoreOverloaded } from '../ports/payments/store.ts'
import { nameValueRoutes } from './api/name-value/routes.ts'
import { statusOfRejection } from './api/refusal.ts'
import { type ApiOptions, requestFlow } from './api/request-flow.ts'
import { apiRoutes } from './api/routes.ts'
import { sendRejection } from './api/write-response.ts'
import { browserPaymentRoutes } from './browser-payments/routes.ts'
import { fieldRoutes } from './checkout/fields/field-routes.ts'
import { checkoutLibraryRoutes } from './checkout/library/library-routes.ts'
import { type BrowserReportOptions, browserReportRoutes } from './checkout/reports/browser-report-routes.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import { type ConsolePagesOptions, consolePageRoutes } from './console/pages.ts'
import { type ConsoleOptions, consoleRoutes } from './console/routes.ts'
import { docsRoutes } from './docs/routes.ts'
import {
  type EdgeRuleOptions,
  edgeRules,
  type FinishedOptions,
  pathParameterLengthMax,
  reportFinished,
} from './edge/edge-rules.ts'
import { clientAddressOf } from './edge/request-origin.ts'
import { type HealthOptions, healthRoutes } from './health.ts'
import { payerAuthenticationRoutes } from './payer-authentication/routes.ts'
import { type ReportingOptions, reportingRoutes } from './reports/routes.ts'
import { shedOthers } from './shed-others.ts'

export interface ServerOptions
  extends ApiOptions,
    HealthOptions,
    BrowserReportOptions,
    ReportingOptions,
    ConsoleOptions,
    ConsolePagesOptions,
    EdgeRuleOptions,
    FinishedOptions {
  /** Sites of others that this server hosts, too: in the sandbox those of the simulated world. */
  readonly sites?: readonly ((app: FastifyInstance) => void)[]
  readonly onStarted: () => void
}

/** A client that leaves does not end the work for it: a request is over when it is answered and its connection free. */
interface Progress {
  readonly startMs: number
  isAnswered: boolean
  isOver: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every way in, so that a test can ask of each who may take it. */
    readonly waysIn: readonly { readonly methods: readonly string[]; readonly url: string }[]
  }
  interface FastifyRequest {
    progress: Progress
  }
}

const bodyBytesMax = 256 * 1024

export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { log, ports, inspect } = options
  const app = fastify({
    loggerInstance: log,
    // One line a request, written below when it is over.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyBytesMax,
    genReqId: () => ports.identifiers.requestId(),
    // Node's own time-outs are set on the listeners, which we open ourselves.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: pathParameterLengthMax },
    frameworkErrors: (error, request, reply) => {
      // No hook runs for a path that the router cannot read.
      begin(request, reply)
      request.progress.isAnswered = true
      const rejection =
        error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? nothingHere : reject('MALFORMED_PATH', 'The path is malformed.')
      sendRejection(reply, rejection, { requestId: request.id, inspect })
    },
  })

  // Every HTTP method reaches the routes, so that a wrong one gets the list of allowed ones.
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
  const waysIn: { methods: readonly string[]; url: string }[] = []
  app.decorate('waysIn', waysIn)
  app.addHook('onRoute', ({ method, url }) => {
    waysIn.push({ methods: [method].flat(), url })
  })
  app.decorateRequest('logFields', null as never)
  app.decorateRequest('progress', null as never)
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply)
    done()
  })
  edgeRules(app, options)
  shedOthers(app, options)
  app.addHook('onSend', (request, reply, payload, done) => {
    request.progress.isAnswered = true
    if (reply.raw.closed) finish(request, reply)
    done(null, payload)
  })

  function begin(request: FastifyRequest, reply: FastifyReply): void {
    request.logFields = {}
    // In place of the framework's own, which is the other end of the connection: a balancer's or a proxy's, where there is one.
    Object.defineProperty(request, 'ip', { value: clientAddressOf(request.raw), enumerable: true })
    request.progress = { startMs: performance.now(), isAnswered: false, isOver: false }
    options.onStarted()
    reply.header('x-request-id', request.id)
    reply.raw.once('close', () => {
      const { isAnswered } = request.progress
      if (!isAnswered && request.raw.complete) return
      // A body that was cut off before anyone began to read it is never read, and gets no response.
      if (!isAnswered) reply.code(statusOfRejection(bodyCutOff))
      finish(request, reply)
    })
  }

  function finish(request: FastifyRequest, reply: FastifyReply): void {
    const { logFields, progress } = request
    if (progress.isOver) return
    progress.isOver = true
    reportFinished(
      {
        requestId: request.id,
        method: request.method,
        clientAddress: request.ip,
        logFields,
        status: reply.statusCode,
        isDelivered: reply.raw.writableFinished,
        startMs: progress.startMs,
      },
      options,
    )
  }

  // A body is read as bytes whatever its content type says; a missing one is read as JSON.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.setNotFoundHandler((request, reply) => sendRejection(reply, nothingHere, { requestId: request.id, inspect }))
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const rejection = rejectionOf(error, request)
    // The framework would close under a client that is still sending, which then might not read the answer.
    if (rejection.reason === 'BODY_TOO_LARGE') reply.removeHeader('connection')
    if (rejection.cause === 'SERVER_FAILED') log.error({ requestId: request.id, err: error }, 'request failed')
    return sendRejection(reply, rejection, {
      requestId: request.id,
      ...(rejection.cause !== 'SERVER_FAILED' && { inspect }),
    })
  })

  healthRoutes(app, options)
  docsRoutes(app, options)
  checkoutLibraryRoutes(app)
  fieldRoutes(app, options)
  browserReportRoutes(app, { ...options, rateLimits: ports.rateLimits })
  checkoutRoutes(app, options)
  browserPaymentRoutes(app, options)
  payerAuthenticationRoutes(app, options)
  const flow = requestFlow(options)
  apiRoutes(app, flow)
  nameValueRoutes(app, flow, options)
  reportingRoutes(app, options)
  consoleRoutes(app, options)
  consolePageRoutes(app, options)
  for (const site of options.sites ?? []) site(app)
  await app.ready()
  return app
}

const nothingHere = reject('UNKNOWN_PATH', 'There is nothing at this path.')
const bodyCutOff = reject('MALFORMED_HTTP', 'The request ended before its body was complete.')

/** What the framework refuses on its own, in our words, and what the database does not take now; anything else is our failure. */
function rejectionOf(error: FastifyError, { raw }: FastifyRequest) {
  if (error instanceof StoreOverloaded) return reject('OVERLOADED', 'The gateway is too busy to process this request.')
  if (error.statusCode === 400 && raw.readableAborted) return bodyCutOff
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return reject('BODY_TOO_LARGE', `The request body is larger than ${bodyBytesMax} bytes.`)
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return reject('MALFORMED_HTTP', 'The request body does not have the length its header says.')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return reject('MALFORMED_HTTP', 'The Content-Type header is malformed.')
    default:
      return reject('INTERNAL_FAILURE')
  }
}
