// What every request of the API goes through, in whichever protocol it was sent: it waits for its turn, its caller is
// authenticated, limits, version and identifiers are checked, the operation runs, and the response is sent.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { JsonObject } from '../contract/json/json.ts'
import { type Contract, contractFor, type Operation } from '../contract/operation.ts'
import { FieldError } from '../contract/row.ts'
import { isRejection, type Rejection, reject } from '../kernel/rejection.ts'
import type { OperationResponse } from '../payments/index.ts'
import { withTimeout } from '../platform/concurrency/with-timeout.ts'
import { requestLimitsOf } from '../platform/counters/limits.ts'
import { clientCertificateOf, listenerKindOf } from '../platform/http/request-origin.ts'
import { type Caller, chooseOperation } from '../requests/index.ts'
import { authenticate, type BasicCredentials, operationPermissionChecker, refuseDeviceRequest } from './authenticate.ts'
import type { ApiDependencies } from './dependencies.ts'
import type { AdmittedWork, RequestAdmission } from './overload/admission-types.ts'
import { overloaded, retrySeconds } from './refusal.ts'
import { type ResponseContext, type ResponseInspector, sendRejection, sendResponse } from './write-response.ts'

export interface CredentialsOptions {
  /** Called when a request has wrong credentials. The merchant is the one that it names, and need not exist. */
  readonly onCredentialsRefused: (refused: { readonly merchantId: string; readonly clientAddress: string }) => void
}

export interface ApiOptions extends CredentialsOptions {
  readonly dependencies: ApiDependencies
  readonly admission: RequestAdmission
  readonly requestTimeoutMs: number
  readonly inspect?: ResponseInspector | undefined
}

/** The identified request, before its body is read by a contract. */
export interface AddressedRequest {
  readonly merchantId: string
  readonly ids: Readonly<Record<string, string>>
  readonly isRead: boolean
  /** Those that can be meant. */
  readonly operations: readonly Operation[]
  /** Of an unknown version: its refusal, which comes after credentials. */
  readonly version: number | Rejection
  /** User and password, if the request has them elsewhere than in its header. */
  readonly login?: BasicCredentials | undefined
}

export interface AdmittedRequest {
  readonly work: AdmittedWork
  readonly ids: Readonly<Record<string, string>>
  readonly caller: Caller
  readonly version: number
  readonly operations: readonly Operation[]
  /** Of the only operation that can be meant, where the body could not be read without it. */
  readonly contract?: Contract
}

export interface RequestFlow {
  /** Waits for its turn; undefined when the gateway is too busy for it. */
  enter(addressed: AddressedRequest, reply: FastifyReply): Promise<AdmittedWork | undefined>
  refuseBusy(request: FastifyRequest, reply: FastifyReply): FastifyReply
  /** Credentials, limits, version and identifiers, in this order. */
  admit(addressed: AddressedRequest, work: AdmittedWork, request: FastifyRequest): Promise<AdmittedRequest | Rejection>
  respond(
    request: FastifyRequest,
    reply: FastifyReply,
    admitted: AdmittedRequest,
    body: JsonObject,
  ): Promise<FastifyReply>
  /** What a response has beside its body. */
  sending(request: FastifyRequest, correlationId?: string): ResponseContext
}

export function requestFlow(options: ApiOptions): RequestFlow {
  const { dependencies, admission, requestTimeoutMs, inspect } = options
  const refuseOperation = operationPermissionChecker(dependencies)
  const nextRetrySeconds = spreadRetries()

  async function enter({ merchantId, ids, isRead }: AddressedRequest, { raw }: FastifyReply) {
    const { orderId, transactionId } = ids
    const work = await admission.enter({
      isRead,
      isKnown: isRead || (orderId !== undefined && dependencies.store.hasSeenOrder({ merchantId, orderId })),
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

    const { caller, ids, version, work } = admitted
    const { deviceSession } = caller
    const stray = deviceSession && refuseDeviceRequest(deviceSession, { ids, version, body })
    if (stray) return sendRejection(reply, stray, sending(request))
    const operation = chooseOperation(admitted.operations, body, caller.merchant)
    if (isRejection(operation)) return refuse(operation)
    request.logFields['operation'] = operation.name
    const notPermitted = await refuseOperation(caller, operation.name)
    if (notPermitted) return refuse(notPermitted)

    const contract = admitted.contract ?? contractFor(operation, version)
    const payerAddress = caller.isDevice ? { payerAddress: request.ip } : {}
    const apiRequest = { caller, ids, operation, version, contract, body, requestId: request.id, ...payerAddress }
    const answered = dependencies.requests.handle({ ...apiRequest, storeFrom: work.storeFrom })
    const result = await withinTime(work.during(answered))
    if (isRejection(result)) return refuse(result)
    const { response, isFirst } = result
    if ('result' in response) request.logFields['result'] = response.result
    const gatewayCode = gatewayCodeOf(response)
    if (gatewayCode !== undefined) request.logFields['gatewayCode'] = gatewayCode
    const status = isFirst ? 201 : 200
    const logFields = { ...sending(request, correlationId), isPart: caller.isDevice }
    return sendResponse(reply, { contract, version, status, response }, logFields)
  }

  /**
   * The caller gets a response in bounded time; work under way continues, and sending the same ids again returns the
   * outcome.
   */
  function withinTime(result: Promise<OperationResponse | Rejection>): Promise<OperationResponse | Rejection> {
    const onTimeout = () => reject('STILL_IN_PROGRESS', 'The request is still in progress.')
    return withTimeout(result, { timeoutMs: requestTimeoutMs, onTimeout })
  }

  return {
    enter,
    refuseBusy: (request, reply) =>
      sendRejection(reply, overloaded, { ...sending(request), retrySeconds: nextRetrySeconds() }),
    admit: (addressed, work, request) => admit(addressed, work, request, options),
    respond,
    sending,
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

async function admit(
  { merchantId, ids, operations, version, login }: AddressedRequest,
  work: AdmittedWork,
  request: FastifyRequest,
  { dependencies, onCredentialsRefused }: ApiOptions,
): Promise<AdmittedRequest | Rejection> {
  const credentials = {
    listenerKind: listenerKindOf(request.raw),
    authorization: request.headers.authorization,
    login,
    certificate: clientCertificateOf(request.raw),
  }
  const knownVersion = isRejection(version) ? undefined : version
  const requestPath = { merchantId, sessionId: ids['sessionId'], version: knownVersion, operations }
  const caller = await authenticate(requestPath, credentials, dependencies)
  if (isRejection(caller)) {
    const { authorization, certificate } = credentials
    const areShown = authorization !== undefined || login !== undefined || certificate !== undefined
    if (areShown) onCredentialsRefused({ merchantId, clientAddress: request.ip })
    // A caller without credentials must not learn from the difference which orders exist.
    return work.isPreferred() ? overloaded : caller
  }
  const { id, profile } = caller.merchant
  request.logFields['merchant'] = id
  for (const used of caller.credentials ?? []) dependencies.credentialUses.note(id, used)
  // A payer's device must not use up the rate limit of the merchant's programs.
  const limits = caller.isDevice ? [] : requestLimitsOf(profile.requestLimits)
  if (limits.length > 0 && !dependencies.rateLimits.mayPass({ merchantId: id, name: 'API' }, limits))
    return reject('REQUEST_LIMIT_REACHED', 'The merchant exceeds the request limit of its profile. Try again later.')

  if (!work.countFor(id))
    return reject('OVERLOADED', 'Too many requests of the merchant are in progress. Try again later.')

  if (isRejection(version)) return version
  request.logFields['version'] = version
  const refused = checkIds(ids, operations)
  if (refused) return refused
  // Not the id of a session, which is a credential, nor a token's.
  const { orderId, transactionId } = ids
  if (orderId !== undefined) request.logFields['order'] = orderId
  if (transactionId !== undefined) request.logFields['transaction'] = transactionId
  return { work, ids, caller, version, operations }
}

function gatewayCodeOf(body: object): unknown {
  const { response } = body as { readonly response?: { readonly gatewayCode?: unknown } }
  return response?.gatewayCode
}

function checkIds(ids: AddressedRequest['ids'], [operation]: readonly Operation[]): Rejection | undefined {
  for (const [name, { field, row }] of Object.entries(operation?.route.ids ?? {})) {
    if (row.kind !== 'FIELD') continue
    const id = ids[name]
    if (id === undefined) return reject('FIELD_MISSING', 'Mandatory parameter is missing.', { field })
    const read = row.type.read(id)
    if (read instanceof FieldError) return reject('FIELD_INVALID', `Value is invalid. It ${read.reason}.`, { field })
  }
  return undefined
}
