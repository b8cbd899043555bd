// What holds for every request, whatever its route: which routes a listener serves, strict transport security, no compressed
// bodies, and what is reported when it is over.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { reject } from '../../domain/rejection.ts'
import { sendRejection } from '../api/write-response.ts'
import { listenerKindOf } from './request-origin.ts'

export interface EdgeRuleOptions {
  /**
   * Browsers that have been here return with TLS only. Not in the sandbox, whose host is the developer's own machine.
   */
  readonly demandsTls: boolean
}

/** Longer than any identifier or version in a path. Above it the router finds nothing. */
export const pathParameterLengthMax = 200

/** All that the metrics listener serves: its connections are not encrypted. */
const metricsListenerPaths: readonly (string | undefined)[] = ['/health/live', '/health/ready', '/metrics']

const twoYearsSeconds = 63_072_000
export const strictTransportSecurity = ['strict-transport-security', `max-age=${twoYearsSeconds}`] as const

export function edgeRules(app: FastifyInstance, { demandsTls }: EdgeRuleOptions): void {
  // Not asynchronous: every request would wait a turn for a promise.
  app.addHook('onRequest', (request, reply, done) => {
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
}

// What is reported about a request when it is over: metrics, and its line in the access log.

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

interface FinishedRequest {
  readonly requestId: string
  readonly method: string
  readonly clientAddress: string
  /** What is known of the request: route, operation, merchant, result and the like. */
  readonly logFields: Readonly<Record<string, unknown>>
  readonly status: number
  readonly isDelivered: boolean
  readonly startMs: number
}

export function reportFinished(
  { requestId, method, clientAddress, logFields, status, isDelivered, startMs }: FinishedRequest,
  { log, onFinished }: FinishedOptions,
): void {
  const seconds = (performance.now() - startMs) / 1000
  onFinished({
    operation: String(logFields['operation'] ?? logFields['route'] ?? 'other'),
    status,
    result: String(logFields['result'] ?? 'ERROR'),
    seconds,
  })
  log.info(
    {
      requestId,
      method,
      clientAddress,
      ...logFields,
      status,
      ...(!isDelivered && { isDelivered }),
      ms: Math.round(seconds * 1e6) / 1e3,
    },
    'request',
  )
}
