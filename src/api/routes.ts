// The JSON routes of the merchants' API: a request in a straight line, from its path to its response.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Operation, versions } from '../contract/operation.ts'
import { printableName } from '../contract/printable.ts'
import { isRejection, type Rejection, reject } from '../kernel/rejection.ts'
import { catalogue, parseBody, parseQuery } from '../requests/index.ts'
import { overloaded } from './refusal.ts'
import type { AddressedRequest, AdmittedRequest, RequestFlow } from './request-flow.ts'
import { sendRejection } from './write-response.ts'

declare module 'fastify' {
  interface FastifyRequest {
    admitted: AdmittedRequest | undefined
    /** The content type, as it was sent. */
    declaredType: string | undefined
    /** The log entry's values about this request. */
    logFields: Record<string, unknown>
  }
}

/**
 * Anyone can have a session. A payer's values, with the payload of a wallet, take less than 20 KB; reading a request takes time by the
 * number of its members, for which a body of a merchant's program has room for tens of thousands.
 */
export const deviceBodyBytesMax = 48 * 1024
const deviceBodyTooLarge = reject(
  'BODY_TOO_LARGE',
  `The request body of a payer's device is larger than ${deviceBodyBytesMax} bytes.`,
)

export function apiRoutes(app: FastifyInstance, flow: RequestFlow): void {
  app.decorateRequest('admitted', undefined)
  app.decorateRequest('declaredType', undefined)
  app.all('/api/rest/*', {
    // Before the body is read: callers without credentials cannot make the gateway read one.
    async onRequest(request, reply) {
      const operations = findOperations(request, reply)
      if (operations === 'answered') return reply
      if (isRejection(operations)) return sendRejection(reply, operations, flow.sending(request))
      const work = await flow.enter(operations, reply)
      if (!work) return flow.refuseBusy(request, reply)
      const admitted = await flow.admit(operations, work, request)
      if (isRejection(admitted)) return sendRejection(reply, admitted, flow.sending(request))
      if (!work.isAwaited()) return sendRejection(reply, overloaded, flow.sending(request))
      request.admitted = admitted
      request.declaredType = request.raw.headers['content-type']
      // The body is JSON whatever its content type; the framework would refuse a type that it cannot parse. Not deleted, which
      // would make every later look-up of a header slow.
      request.raw.headers['content-type'] = undefined
      return undefined
    },
    async handler(request, reply) {
      const { admitted } = request
      if (!admitted) throw new Error('a request reached its handler without being admitted')
      const bytes = request.body as Buffer | undefined
      if (admitted.caller.isDevice && bytes && bytes.length > deviceBodyBytesMax)
        return sendRejection(reply, deviceBodyTooLarge, flow.sending(request))
      const body =
        request.method === 'GET' || request.method === 'DELETE'
          ? parseQuery(request.raw.url ?? '')
          : parseBody(bytes, request.declaredType)
      if (isRejection(body)) return sendRejection(reply, body, flow.sending(request))
      return flow.respond(request, reply, admitted, body)
    },
  })
}

function findOperations(request: FastifyRequest, reply: FastifyReply): AddressedRequest | Rejection | 'answered' {
  const path = parseApiPath(request.raw.url ?? '')
  if (path.kind === 'MALFORMED') return reject('MALFORMED_PATH', 'The path contains a malformed percent-encoding.')
  if (path.kind === 'UNKNOWN') return reject('UNKNOWN_PATH', 'There is no resource at this path.')
  request.logFields['route'] = path.template
  const { method } = request
  if (method === 'OPTIONS') return answerPreflight(request, reply, allowedMethods(path))
  const operations = path.operations.get(method)
  if (!operations) return refuseMethod(request, reply, allowedMethods(path))
  const { merchantId, ids } = path
  const isRead = method === 'GET' || method === 'HEAD'
  const version = parseVersion(path.version) ?? unknownVersion(path.version)
  return { merchantId, ids, isRead, operations, version }
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

/**
 * Browsers send a preflight request before a device call from another origin; the API allows any origin and any header.
 */
export function answerPreflight(request: FastifyRequest, reply: FastifyReply, allowed: string): 'answered' {
  const requestedHeaders = request.headers['access-control-request-headers'] ?? 'Authorization, Content-Type'
  reply
    .code(204)
    .header('allow', allowed)
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-methods', 'GET, POST, PUT, DELETE, OPTIONS')
    .header('access-control-allow-headers', requestedHeaders)
    .header('access-control-max-age', '600')
    .send()
  return 'answered'
}

/** Finds the route of a path. The path is split before it is decoded, because an order id may contain a slash. */
interface ApiPath {
  readonly kind: 'API'
  readonly version: string
  readonly merchantId: string
  readonly ids: Readonly<Record<string, string>>
  /** For logs and metrics: the path with names in place of identifiers. */
  readonly template: string
  /** The operations of each method that the path has. */
  readonly operations: ReadonlyMap<string, readonly Operation[]>
}

type ParsedPath = ApiPath | { readonly kind: 'MALFORMED' } | { readonly kind: 'UNKNOWN' }

/** A fixed word of the path, or the name of the identifier at this position. */
interface Segment {
  readonly word: string | undefined
  readonly id: string | undefined
}

interface Template {
  readonly path: string
  readonly segments: readonly Segment[]
  readonly operations: ReadonlyMap<string, readonly Operation[]>
}

const prefix = ['api', 'rest', 'version', ':version', 'merchant', ':merchantId']

const templates: readonly Template[] = [...Map.groupBy(catalogue, ({ route }) => route.path)].map(
  ([path, operations]): Template => ({
    path,
    segments: [...prefix, ...path.split('/').slice(1)].map((part) =>
      part.startsWith(':') ? { word: undefined, id: part.slice(1) } : { word: part, id: undefined },
    ),
    operations: byMethod(operations),
  }),
)

/** Every request is looked up, also those that are refused at once: only paths of its length are compared. */
const templatesByLength = Map.groupBy(templates, ({ segments }) => segments.length)

/** Clients may name scheme and host in the request line, as they do to a proxy. */
const origin = /^https?:\/\/[^/?]*/i

function byMethod(operations: readonly Operation[]): ReadonlyMap<string, readonly Operation[]> {
  const methods = new Set(operations.flatMap(({ route }) => route.methods))
  return new Map(
    [...methods].map((method) => [method, operations.filter(({ route }) => route.methods.includes(method))]),
  )
}

export function parseApiPath(url: string): ParsedPath {
  const parts = pathOf(url).split('/')
  parts.shift()
  // A trailing slash is accepted; where there is no route without it, it is the place of an empty identifier.
  if (parts.at(-1) !== '') return findPath(parts) ?? { kind: 'UNKNOWN' }
  return findPath(parts.slice(0, -1)) ?? findPath(parts) ?? { kind: 'UNKNOWN' }
}

function pathOf(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(origin, '')
  const end = path.indexOf('?')
  return end < 0 ? path : path.slice(0, end)
}

function findPath(segments: readonly string[]): ParsedPath | undefined {
  const template = templatesByLength.get(segments.length)?.find((candidate) => fits(candidate, segments))
  if (!template) return undefined
  const decoded = decodeIds(template, segments)
  if (!decoded) return { kind: 'MALFORMED' }
  const { version = '', merchantId = '', ...ids } = decoded
  return { kind: 'API', version, merchantId, ids, template: template.path, operations: template.operations }
}

function fits({ segments }: Template, path: readonly string[]): boolean {
  for (let at = 0; at < segments.length; at += 1) {
    const word = segments[at]?.word
    if (word !== undefined && word !== path[at]) return false
  }
  return true
}

function decodeIds({ segments }: Template, path: readonly string[]): Record<string, string> | undefined {
  const ids: Record<string, string> = {}
  try {
    for (let at = 0; at < segments.length; at += 1) {
      const id = segments[at]?.id
      const text = path[at] ?? ''
      if (id !== undefined) ids[id] = text.includes('%') ? decodeURIComponent(text) : text
    }
    return ids
  } catch {
    return undefined
  }
}

/** The methods that a path supports, for the Allow header. */
export function allowedMethods({ operations }: ApiPath): string {
  return [...operations.keys(), 'OPTIONS'].toSorted().join(', ')
}
