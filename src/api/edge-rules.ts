// What holds for every request, whatever its route: its id and its client, which routes a listener serves, strict transport
// security, bodies as bytes and none that is compressed, and what is reported when the request is over.
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { reject } from '../kernel/rejection.ts'
import { restoreMethod } from '../platform/http/rare-methods.ts'
import { clientAddressOf, listenerKindOf } from '../platform/http/request-origin.ts'
import { statusOfRejection } from './refusal.ts'
import { sendRejection } from './write-response.ts'

/** The result of a request, for metrics. */
export interface RequestSummary {
  readonly operation: string
  readonly status: number
  readonly result: string
  readonly seconds: number
}

export interface FinishedOptions {
  readonly log: FastifyBaseLogger
  readonly onFinished: (finished: RequestSummary) => void
}

export interface EdgeRuleOptions extends FinishedOptions {
  /**
   * Browsers that have been here return with TLS only. Not in the sandbox, whose host is the developer's own machine.
   */
  readonly demandsTls: boolean
  readonly onStarted: () => void
}

/** A client that leaves does not end the work for it: a request is over when it is answered and its connection free. */
interface Progress {
  readonly startMs: number
  isAnswered: boolean
  isOver: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    progress: Progress
  }
}

/** Longer than any identifier or version in a path. Above it the router finds nothing. */
export const pathParameterLengthMax = 200

/** All that the metrics listener serves: its connections are not encrypted. */
const metricsListenerPaths: readonly (string | undefined)[] = ['/health/live', '/health/ready', '/metrics']

const twoYearsSeconds = 63_072_000
export const strictTransportSecurity = ['strict-transport-security', `max-age=${twoYearsSeconds}`] as const

export const bodyCutOff = reject('MALFORMED_HTTP', 'The request ended before its body was complete.')

export function edgeRules(app: FastifyInstance, options: EdgeRuleOptions): void {
  const { demandsTls } = options
  app.decorateRequest('logFields', null as never)
  app.decorateRequest('progress', null as never)
  // Not asynchronous: every request would wait a turn for a promise.
  app.addHook('onRequest', (request, reply, done) => {
    beginRequest(request, reply, options)
    const listener = listenerKindOf(request.raw)
    if (demandsTls && (listener === 'https' || listener === 'mtls')) reply.header(...strictTransportSecurity)
    if (listener !== 'metrics' || metricsListenerPaths.includes(request.routeOptions.url)) return done()
    const rejection = reject('UNKNOWN_PATH', 'There is no resource at this path.')
    return void sendRejection(reply, rejection, { requestId: request.id })
  })

  // After credentials and before the body: a compressed body would have to be unpacked, and could grow without end.
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { 'content-encoding': encoding = 'identity' } = request.headers
    if (encoding.trim().toLowerCase() === 'identity') return done(null, payload)
    const rejection = reject(
      'ENCODING_UNSUPPORTED',
      'The body must not be encoded. Remove the Content-Encoding header.',
    )
    return void sendRejection(reply, rejection, { requestId: request.id })
  })

  // A body is read as bytes whatever its content type says; a missing one is read as JSON.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.addHook('onSend', (request, reply, payload, done) => {
    request.progress.isAnswered = true
    if (reply.raw.closed) finishRequest(request, reply, options)
    done(null, payload)
  })
}

/** Exported for a path that the router cannot read, for which no hook runs. */
export function beginRequest(request: FastifyRequest, reply: FastifyReply, options: EdgeRuleOptions): void {
  restoreMethod(request.raw)
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
    finishRequest(request, reply, options)
  })
}

/** Reports what is known of the request when it is over: metrics, and its line in the access log. */
function finishRequest(request: FastifyRequest, reply: FastifyReply, { log, onFinished }: FinishedOptions): void {
  const { logFields, progress } = request
  if (progress.isOver) return
  progress.isOver = true
  const status = reply.statusCode
  const seconds = (performance.now() - progress.startMs) / 1000
  onFinished({
    operation: String(logFields['operation'] ?? logFields['route'] ?? 'other'),
    status,
    result: String(logFields['result'] ?? 'ERROR'),
    seconds,
  })
  log.info(
    {
      requestId: request.id,
      method: request.method,
      clientAddress: request.ip,
      ...logFields,
      status,
      ...(!reply.raw.writableFinished && { isDelivered: false }),
      ms: Math.round(seconds * 1e6) / 1e3,
    },
    'request',
  )
}
