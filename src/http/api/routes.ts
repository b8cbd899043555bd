// The JSON routes of the merchants' API: a request in a straight line, from its path to its response.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { versions } from '../../contract/operation.ts'
import { printableName } from '../../contract/printable.ts'
import { isRejection, type Rejection, reject } from '../../domain/rejection.ts'
import { overloaded } from './overloaded.ts'
import { allowedMethods, parseApiPath } from './path.ts'
import { parseBody, parseQuery } from './read-request.ts'
import type { AddressedRequest, AdmittedRequest, RequestFlow } from './request-flow.ts'
import { sendRejection } from './write-response.ts'

declare module 'fastify' {
  interface FastifyRequest {
    admitted: AdmittedRequest | undefined
    /** The log entry's values about this request. */
    logFields: Record<string, unknown>
  }
}

export function apiRoutes(app: FastifyInstance, flow: RequestFlow): void {
  app.decorateRequest('admitted', undefined)
  app.all('/api/rest/*', {
    // Before the body is read: callers without credentials cannot make the gateway read one.
    async onRequest(request, reply) {
      const found = findOperations(request, reply)
      if (found === 'answered') return reply
      if (isRejection(found)) return sendRejection(reply, found, flow.sending(request))
      const work = await flow.enter(found, reply)
      if (!work) return flow.refuseBusy(request, reply)
      const admitted = await flow.admit(found, work, request)
      if (isRejection(admitted)) return sendRejection(reply, admitted, flow.sending(request))
      if (!work.isAwaited()) return sendRejection(reply, overloaded, flow.sending(request))
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
      if (isRejection(body)) return sendRejection(reply, body, flow.sending(request))
      return flow.respond(request, reply, admitted, body)
    },
  })
}

function findOperations(request: FastifyRequest, reply: FastifyReply): AddressedRequest | Rejection | 'answered' {
  const path = parseApiPath(request.raw.url ?? '')
  if (path.kind === 'malformed') return reject('MALFORMED_PATH', 'The path contains a malformed percent-encoding.')
  if (path.kind === 'unknown') return reject('UNKNOWN_PATH', 'There is no resource at this path.')
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
