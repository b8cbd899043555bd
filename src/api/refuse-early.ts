// Refuses new work under overload before the framework sees it. A refusal through the framework costs about a third of
// a payment: at twice the gateway's maximum rate, refusing would take half of its time.

import { type RejectionReason, reject } from '../kernel/rejection.ts'
import type { ConnectionProblem, RawResponse } from '../platform/http/listeners/bad-connections.ts'
import type { RequestHandler } from '../platform/http/listeners/open-listeners.ts'
import type { ApiDependencies } from './dependencies.ts'
import { type FinishedOptions, strictTransportSecurity } from './edge-rules.ts'
import type { RequestAdmission } from './overload/admission-types.ts'
import { errorBody, overloaded, retrySeconds, statusOfRejection } from './refusal.ts'
import { parseApiPath } from './routes.ts'
import {
  isNameValuePath,
  nameValueHeaders,
  nameValueTemplate,
  nameValueText,
  nameValueVersion,
  type ResponseInspector,
  standardHeaders,
} from './write-response.ts'

export interface EarlyRefusalOptions extends FinishedOptions {
  readonly admission: Pick<RequestAdmission, 'isOverloaded' | 'refuseNew' | 'refuseAny'>
  readonly dependencies: {
    readonly store: Pick<ApiDependencies['store'], 'hasSeenOrder'>
    readonly identifiers: Pick<ApiDependencies['identifiers'], 'requestId'>
  }
  readonly demandsTls: boolean
  readonly inspect?: ResponseInspector | undefined
  /** Runs it when the second is over whose refusals are logged together. */
  readonly atEndOfSecond?: (work: () => void) => void
}

/** Refuses and answers what must not reach the next handler; with everything else nothing has been done. */
export type RefuseEarly = (next: RequestHandler) => RequestHandler

export function earlyRefusals(options: EarlyRefusalOptions): RefuseEarly {
  const { admission, dependencies, demandsTls, inspect, log, onFinished } = options
  const status = statusOfRejection(overloaded)
  // It has no support code and, since no body was read, no correlation id: it is the same for all clients.
  const json = JSON.stringify(errorBody(overloaded, { supportCode: '' }))
  inspect?.({ status, body: json })
  const refusals = {
    json: preparedRefusal(json, standardHeaders),
    nameValues: preparedRefusal(nameValueText(json, 'UTF-8'), nameValueHeaders('UTF-8')),
  }

  const { atEndOfSecond = (work) => void setTimeout(work, 1_000).unref() } = options
  const report = (refused: object) => log.warn({ refused }, 'requests were refused because of overload')
  const summary = summarize(report, atEndOfSecond)

  return (next) => (request, response, origin) => {
    const { listenerKind } = origin
    if (!admission.isOverloaded() || listenerKind === 'metrics') return next(request, response, origin)
    const { method = '', url = '' } = request
    const isNameValue = isNameValuePath(url)
    const route = isNameValue ? nameValueRoute(url, method) : newWorkAt(url, method, dependencies.store)
    // The operation of a name-value request is in its body; it may be a read or a repeat.
    if (route === undefined || !(isNameValue ? admission.refuseAny() : admission.refuseNew()))
      return next(request, response, origin)

    const requestId = dependencies.identifiers.requestId()
    const { body, nextHeaders } = isNameValue ? refusals.nameValues : refusals.json
    const headers = demandsTls && listenerKind !== 'http' ? nextHeaders.tls() : nextHeaders.plain()
    response.writeHead(status, [...headers, 'x-request-id', requestId])
    // With the head in one write.
    response.end(body, 'latin1')
    onFinished({ operation: route, status, result: 'ERROR', seconds: 0 })
    return summary.add(route)
  }
}

function preparedRefusal(body: string, headers: Readonly<Record<string, string>>) {
  const common = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(body)) }).flat()
  return {
    body,
    nextHeaders: {
      plain: inTurn(retrySeconds.map((seconds) => [...common, 'retry-after', String(seconds)])),
      tls: inTurn(
        retrySeconds.map((seconds) => [...common, ...strictTransportSecurity, 'retry-after', String(seconds)]),
      ),
    },
  }
}

function nameValueRoute(url: string, method: string): string | undefined {
  return method === 'POST' && nameValueVersion(url) !== undefined ? nameValueTemplate : undefined
}

/** The route of a request that begins something new; the routes decide about everything else. */
function newWorkAt(
  url: string,
  method: string,
  store: EarlyRefusalOptions['dependencies']['store'],
): string | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined
  const path = parseApiPath(url)
  if (path.kind !== 'API' || !path.operations.has(method)) return undefined
  const { merchantId, template } = path
  const { orderId } = path.ids
  return orderId !== undefined && store.hasSeenOrder({ merchantId, orderId }) ? undefined : template
}

/** One log line a second: a line for each refusal would cost as much as the refusal. */
function summarize(report: (counts: Readonly<Record<string, number>>) => void, later: (work: () => void) => void) {
  const counts = new Map<string, number>()
  const flush = () => {
    report(Object.fromEntries(counts))
    counts.clear()
  }
  return {
    add(route: string) {
      if (counts.size === 0) later(flush)
      counts.set(route, (counts.get(route) ?? 0) + 1)
    },
  }
}

function inTurn<Item>(items: readonly Item[]): () => Item {
  let next = 0
  return () => {
    next = (next + 1) % items.length
    return items[next] as Item
  }
}

// The response to a client whose bytes never became a request.

const refusals: Readonly<Record<ConnectionProblem, readonly [RejectionReason, string]>> = {
  HEADERS_TOO_LARGE: ['HEADERS_TOO_LARGE', 'The request line and headers are too large.'],
  TIMED_OUT: ['REQUEST_TIMED_OUT', 'The request took too long to arrive.'],
  MALFORMED: ['MALFORMED_HTTP', 'The request is not valid HTTP.'],
}

export function badConnectionResponse(problem: ConnectionProblem, requestId: string): RawResponse {
  const rejection = reject(...refusals[problem])
  return {
    status: statusOfRejection(rejection),
    headers: { ...standardHeaders, 'x-request-id': requestId },
    body: JSON.stringify(errorBody(rejection, { supportCode: requestId })),
  }
}
