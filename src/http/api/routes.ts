// The merchants' door: a request in a straight line, from its path to its answer.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '../../contract/field-types.ts'
import type { JsonObject } from '../../contract/json.ts'
import { contractFor, type Operation, versions } from '../../contract/operation.ts'
import { shownName } from '../../contract/shown.ts'
import { isRejection, type Rejection, reject } from '../../domain/rejection.ts'
import type { Answered, Ports } from '../../operations/call.ts'
import { doorOf } from '../door.ts'
import { clientCertificateOf } from '../listeners.ts'
import { answerRequest } from './answer-request.ts'
import { authenticate, type Caller } from './authenticate.ts'
import { refuseStrayDevice } from './authenticate-device.ts'
import { type ApiPath, allowedMethods, parseApiPath } from './path.ts'
import { chooseOperation, parseBody, parseQuery } from './read-request.ts'
import { type AnswerInspector, type Sending, sendAnswer, sendRejection } from './write-response.ts'

export interface CredentialsOptions {
  /** Called when a request brought wrong credentials. The merchant is the one in the path, and need not exist. */
  readonly onCredentialsRefused: (refused: { readonly merchantId: string; readonly clientAddress: string }) => void
}

export interface ApiOptions extends CredentialsOptions {
  readonly ports: Ports
  readonly requestTimeoutMs: number
  readonly inspect?: AnswerInspector | undefined
}

/** What is known of a request before its body is read. */
interface Admitted {
  readonly path: ApiPath
  readonly caller: Caller
  readonly version: number
  readonly operations: readonly Operation[]
}

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted | undefined
    /** What the log line says about this request. */
    about: Record<string, unknown>
  }
}

export function apiRoutes(app: FastifyInstance, options: ApiOptions): void {
  const { ports, requestTimeoutMs, inspect } = options
  app.decorateRequest('admitted', undefined)
  app.all('/api/rest/*', {
    // Before the body is read: strangers cannot make us read one.
    async onRequest(request, reply) {
      const admitted = await admit(request, reply, options)
      if (admitted === 'answered') return reply
      if (isRejection(admitted)) return sendRejection(reply, admitted, sending(request))
      request.admitted = admitted
      // The body is JSON whatever its type is called; the framework would refuse a name that it cannot read.
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

  function sending(request: FastifyRequest, correlationId?: string): Sending {
    return { requestId: request.id, inspect, correlationId }
  }

  async function respond(request: FastifyRequest, reply: FastifyReply, admitted: Admitted, body: JsonObject) {
    const sent = body['correlationId']
    const correlationId = typeof sent === 'string' ? sent.toWellFormed() : undefined
    const refuse = (rejection: Rejection) => sendRejection(reply, rejection, sending(request, correlationId))

    const { deviceSession } = admitted.caller
    const stray = deviceSession && refuseStrayDevice(deviceSession, { ...admitted, ids: admitted.path.ids, body })
    if (stray) return sendRejection(reply, stray, sending(request))
    const operation = chooseOperation(admitted.operations, body, admitted.caller.merchant)
    if (isRejection(operation)) return refuse(operation)
    request.about['operation'] = operation.name

    const { caller, path, version } = admitted
    const asked = { caller, ids: path.ids, operation, version, body }
    const result = await withinTime(answerRequest(asked, ports))
    if (isRejection(result)) return refuse(result)
    const { answer, isFirst } = result
    if ('result' in answer) request.about['result'] = answer.result
    const contract = contractFor(operation, version)
    const status = isFirst ? 201 : 200
    return sendAnswer(reply, { contract, version, status, answer }, sending(request, correlationId))
  }

  /** The caller is answered in bounded time; what is under way goes on, and the same ids sent again give the truth. */
  async function withinTime(result: Promise<Answered | Rejection>): Promise<Answered | Rejection> {
    const { promise: late, resolve } = Promise.withResolvers<Rejection>()
    const timer = setTimeout(
      resolve,
      requestTimeoutMs,
      reject('STILL_IN_PROGRESS', 'The request is still in progress.'),
    )
    try {
      return await Promise.race([result, late])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Path, method, credentials, version and identifiers, in this order. */
async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  { ports, onCredentialsRefused }: ApiOptions,
): Promise<Admitted | Rejection | 'answered'> {
  const path = parseApiPath(request.raw.url ?? '')
  if (path.kind === 'malformed') return reject('MALFORMED_PATH', 'The path holds a malformed percent-escape.')
  if (path.kind === 'unknown') return reject('UNKNOWN_PATH', 'There is nothing at this path.')
  request.about['route'] = path.template
  if (request.method === 'OPTIONS') return preflight(request, reply, allowedMethods(path))
  const operationsHere = path.operations.get(request.method)
  if (!operationsHere) return refuseMethod(request, reply, allowedMethods(path))

  const credentials = {
    door: doorOf(request.raw),
    authorization: request.headers.authorization,
    certificate: clientCertificateOf(request.raw),
  }
  const version = versionOf(path.version)
  const { merchantId, ids } = path
  const asked = { merchantId, sessionId: ids['sessionId'], version, operations: operationsHere }
  const caller = await authenticate(asked, credentials, ports)
  if (isRejection(caller)) {
    const areShown = credentials.authorization !== undefined || credentials.certificate !== undefined
    if (areShown) onCredentialsRefused({ merchantId, clientAddress: request.ip })
    return caller
  }
  request.about['merchant'] = caller.merchant.id

  if (version === undefined) return unknownVersion(path.version)
  request.about['version'] = version
  return checkIds(path, operationsHere) ?? { path, caller, version, operations: operationsHere }
}

export function versionOf(text: string): number | undefined {
  const version = /^[1-9][0-9]{0,2}$/.test(text) ? Number(text) : 0
  return version >= versions.oldest && version <= versions.newest ? version : undefined
}

export function unknownVersion(text: string): Rejection {
  return reject('UNKNOWN_VERSION', `Version '${text && shownName(text)}' of the API is not known.`)
}

export function refuseMethod(request: FastifyRequest, reply: FastifyReply, allowed: string): Rejection {
  reply.header('allow', allowed)
  return reject('METHOD_NOT_ALLOWED', `The path does not answer to ${request.method}.`)
}

function checkIds(path: ApiPath, [operation]: readonly Operation[]): Rejection | undefined {
  for (const [name, { field, row }] of Object.entries(operation?.route.ids ?? {})) {
    if (row.kind !== 'field') continue
    const read = row.type.read(path.ids[name] ?? '')
    if (read instanceof Refused) return reject('FIELD_INVALID', `Value is invalid. It ${read.reason}.`, { field })
  }
  return undefined
}

/** Browsers ask before a device call from another origin; the API allows any origin and any header. */
export function preflight(request: FastifyRequest, reply: FastifyReply, allowed: string): 'answered' {
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
