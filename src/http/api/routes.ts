// The routes of the merchants' API: a request in a straight line, from its path to its response.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withTimeout } from '../../concurrency/with-timeout.ts'
import type { JsonObject } from '../../contract/json/json.ts'
import { contractFor, type Operation, versions } from '../../contract/operation.ts'
import { printableName } from '../../contract/printable.ts'
import { FieldError } from '../../contract/row.ts'
import { isRejection, type Rejection, reject } from '../../domain/rejection.ts'
import { requestLimitsOf } from '../../domain/risk/velocity/request-limits.ts'
import type { OperationResponse, Ports } from '../../operations/call.ts'
import { listenerKindOf } from '../edge/listener-kind.ts'
import { clientCertificateOf } from '../edge/listeners/open-listeners.ts'
import type { AdmittedWork, RequestAdmission } from '../edge/overload/request-admission.ts'
import { authenticate, type Caller } from './authenticate.ts'
import { refuseDeviceRequest } from './authenticate-device.ts'
import { operationPermissionChecker } from './check-operation-permission.ts'
import { handleRequest } from './handle-request.ts'
import { overloaded, retrySeconds } from './overloaded.ts'
import { type ApiPath, allowedMethods, parseApiPath } from './path.ts'
import { chooseOperation, parseBody, parseQuery } from './read-request.ts'
import { type ResponseContext, type ResponseInspector, sendRejection, sendResponse } from './write-response.ts'

export interface CredentialsOptions {
  /** Called when a request has wrong credentials. The merchant is the one in the path, and need not exist. */
  readonly onCredentialsRefused: (refused: { readonly merchantId: string; readonly clientAddress: string }) => void
}

export interface ApiOptions extends CredentialsOptions {
  readonly ports: Ports
  readonly admission: RequestAdmission
  readonly requestTimeoutMs: number
  readonly inspect?: ResponseInspector | undefined
}

/** What is known of a request before its body is read. */
interface AdmittedRequest {
  readonly work: AdmittedWork
  readonly path: ApiPath
  readonly caller: Caller
  readonly version: number
  readonly operations: readonly Operation[]
}

declare module 'fastify' {
  interface FastifyRequest {
    admitted: AdmittedRequest | undefined
    /** The log entry's values about this request. */
    about: Record<string, unknown>
  }
}

export function apiRoutes(app: FastifyInstance, options: ApiOptions): void {
  const { ports, admission, requestTimeoutMs, inspect } = options
  app.decorateRequest('admitted', undefined)
  const refuseOperation = operationPermissionChecker(ports)
  const nextRetrySeconds = spreadRetries()
  app.all('/api/rest/*', {
    // Before the body is read: callers without credentials cannot make the gateway read one.
    async onRequest(request, reply) {
      const found = findOperations(request, reply)
      if (found === 'answered') return reply
      if (isRejection(found)) return sendRejection(reply, found, sending(request))
      const work = await enter(found, request, reply)
      if (!work) return sendRejection(reply, overloaded, { ...sending(request), retrySeconds: nextRetrySeconds() })
      const admitted = await admit(found, work, request, options)
      if (isRejection(admitted)) return sendRejection(reply, admitted, sending(request))
      if (!work.isAwaited()) return sendRejection(reply, overloaded, sending(request))
      request.admitted = admitted
      // The body is JSON whatever its content type; the framework would refuse a type that it cannot parse.
      delete request.raw.headers['content-type']
      return undefined
    },
    async handler(request, reply) {
      const { admitted } = request
      if (!admitted) throw new Error('a request reached its handler without being admitted')
      const body =
        request.method === 'GET' || request.method === 'DELETE'
          ? parseQuery(request.raw.url ?? '')
          : parseBody(request.body as Buffer | undefined)
      if (isRejection(body)) return sendRejection(reply, body, sending(request))
      return respond(request, reply, admitted, body)
    },
  })

  /** Waits for its turn; undefined when the gateway is too busy for it. */
  async function enter({ path }: MatchedRoute, { method }: FastifyRequest, { raw }: FastifyReply) {
    const { merchantId, ids } = path
    const { orderId, transactionId } = ids
    const isRead = method === 'GET' || method === 'HEAD'
    const work = await admission.enter({
      isRead,
      isKnown: isRead || (orderId !== undefined && ports.store.hasSeenOrder({ merchantId, orderId })),
      isPayment: transactionId !== undefined && !isRead,
      hasLeft: () => raw.destroyed || raw.closed,
    })
    if (work) raw.once('close', work.closed)
    return work
  }

  function sending(request: FastifyRequest, correlationId?: string): ResponseContext {
    return { requestId: request.id, inspect, correlationId }
  }

  async function respond(request: FastifyRequest, reply: FastifyReply, admitted: AdmittedRequest, body: JsonObject) {
    const sent = body['correlationId']
    const correlationId = typeof sent === 'string' ? sent.toWellFormed() : undefined
    const refuse = (rejection: Rejection) => sendRejection(reply, rejection, sending(request, correlationId))

    const { deviceSession } = admitted.caller
    const stray = deviceSession && refuseDeviceRequest(deviceSession, { ...admitted, ids: admitted.path.ids, body })
    if (stray) return sendRejection(reply, stray, sending(request))
    const operation = chooseOperation(admitted.operations, body, admitted.caller.merchant)
    if (isRejection(operation)) return refuse(operation)
    request.about['operation'] = operation.name
    const notPermitted = await refuseOperation(admitted.caller, operation.name)
    if (notPermitted) return refuse(notPermitted)

    const { caller, path, version } = admitted
    const payerAddress = caller.isDevice ? { payerAddress: request.ip } : {}
    const apiRequest = { caller, ids: path.ids, operation, version, body, ...payerAddress }
    const { work } = admitted
    const answered = handleRequest(apiRequest, { ...ports, store: work.storeFrom(ports.store) })
    const result = await withinTime(work.during(answered))
    if (isRejection(result)) return refuse(result)
    const { answer, isFirst } = result
    if ('result' in answer) request.about['result'] = answer.result
    const contract = contractFor(operation, version)
    const status = isFirst ? 201 : 200
    const about = { ...sending(request, correlationId), isPart: caller.isDevice }
    return sendResponse(reply, { contract, version, status, answer }, about)
  }

  /**
   * The caller gets a response in bounded time; work under way continues, and sending the same ids again returns the
   * truth.
   */
  function withinTime(result: Promise<OperationResponse | Rejection>): Promise<OperationResponse | Rejection> {
    const onTimeout = () => reject('STILL_IN_PROGRESS', 'The request is still in progress.')
    return withTimeout(result, { timeoutMs: requestTimeoutMs, onTimeout })
  }
}

/** Clients that are refused together must not retry together. */
function spreadRetries(): () => number {
  let refused = 0
  return () => {
    refused += 1
    return retrySeconds[refused % retrySeconds.length] ?? 5
  }
}

interface MatchedRoute {
  readonly path: ApiPath
  readonly operations: readonly Operation[]
}

function findOperations(request: FastifyRequest, reply: FastifyReply): MatchedRoute | Rejection | 'answered' {
  const path = parseApiPath(request.raw.url ?? '')
  if (path.kind === 'malformed') return reject('MALFORMED_PATH', 'The path contains a malformed percent-encoding.')
  if (path.kind === 'unknown') return reject('UNKNOWN_PATH', 'There is no resource at this path.')
  request.about['route'] = path.template
  if (request.method === 'OPTIONS') return answerPreflight(request, reply, allowedMethods(path))
  const operations = path.operations.get(request.method)
  return operations ? { path, operations } : refuseMethod(request, reply, allowedMethods(path))
}

/** Credentials, limits, version and identifiers, in this order. */
async function admit(
  { path, operations }: MatchedRoute,
  work: AdmittedWork,
  request: FastifyRequest,
  { ports, onCredentialsRefused }: ApiOptions,
): Promise<AdmittedRequest | Rejection> {
  const credentials = {
    listenerKind: listenerKindOf(request.raw),
    authorization: request.headers.authorization,
    certificate: clientCertificateOf(request.raw),
  }
  const version = parseVersion(path.version)
  const { merchantId, ids } = path
  const requestPath = { merchantId, sessionId: ids['sessionId'], version, operations }
  const caller = await authenticate(requestPath, credentials, ports)
  if (isRejection(caller)) {
    const areShown = credentials.authorization !== undefined || credentials.certificate !== undefined
    if (areShown) onCredentialsRefused({ merchantId, clientAddress: request.ip })
    // A caller without credentials must not learn from the difference which orders exist.
    return work.isPreferred() ? overloaded : caller
  }
  const { id, profile } = caller.merchant
  request.about['merchant'] = id
  for (const used of caller.credentials ?? []) ports.credentialUses.note(id, used)
  // A payer's device must not use up the rate limit of the merchant's programs.
  const limits = caller.isDevice ? [] : requestLimitsOf(profile.requestLimits)
  if (!ports.rateLimits.mayPass({ merchantId: id, name: 'API' }, limits))
    return reject('REQUEST_LIMIT_REACHED', 'The merchant exceeds the request limit of its profile. Try again later.')

  if (!work.countFor(id))
    return reject('OVERLOADED', 'Too many requests of the merchant are in progress. Try again later.')

  if (version === undefined) return unknownVersion(path.version)
  request.about['version'] = version
  return checkIds(path, operations) ?? { work, path, caller, version, operations }
}

export function parseVersion(text: string): number | undefined {
  const version = /^[1-9][0-9]{0,2}$/.test(text) ? Number(text) : 0
  return version >= versions.oldest && version <= versions.newest ? version : undefined
}

export function unknownVersion(text: string): Rejection {
  return reject('UNKNOWN_VERSION', `Version '${text && printableName(text)}' of the API is not known.`)
}

export function refuseMethod(request: FastifyRequest, reply: FastifyReply, allowed: string): Rejection {
  reply.header('allow', allowed)
  return reject('METHOD_NOT_ALLOWED', `The path does not support ${request.method}.`)
}

function checkIds(path: ApiPath, [operation]: readonly Operation[]): Rejection | undefined {
  for (const [name, { field, row }] of Object.entries(operation?.route.ids ?? {})) {
    if (row.kind !== 'field') continue
    const read = row.type.read(path.ids[name] ?? '')
    if (read instanceof FieldError) return reject('FIELD_INVALID', `Value is invalid. It ${read.reason}.`, { field })
  }
  return undefined
}

/**
 * Browsers send a preflight request before a device call from another origin; the API allows any origin and any header.
 */
export function answerPreflight(request: FastifyRequest, reply: FastifyReply, allowed: string): 'answered' {
  const wanted = request.headers['access-control-request-headers'] ?? 'Authorization, Content-Type'
  reply
    .code(204)
    .header('allow', allowed)
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-methods', 'GET, POST, PUT, DELETE, OPTIONS')
    .header('access-control-allow-headers', wanted)
    .header('access-control-max-age', '600')
    .send()
  return 'answered'
}
