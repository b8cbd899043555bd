// What is reported about a request when it is over: metrics, and its line in the access log.
import type { FastifyBaseLogger } from 'fastify'

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

export interface FinishedRequest {
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
