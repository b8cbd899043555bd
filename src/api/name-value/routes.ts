// The name-value protocol: the same operations as form posts to one path. Credentials, merchant and identifiers are in the
// body, so it is read first; from there on a request goes the same way as one in JSON.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Charset } from '../../contract/name-value/charset.ts'
import { parseNames } from '../../contract/name-value/name-values.ts'
import { contractFor } from '../../contract/operation.ts'
import { isRejection, type Rejection, reject } from '../../kernel/rejection.ts'
import { charsetOf, type NameValueCall, readCall } from '../../requests/index.ts'
import { type BasicCredentials, parseBasic } from '../authenticate.ts'
import { gatewayInformation, type InformationOptions } from '../health.ts'
import { overloaded } from '../refusal.ts'
import type { RequestFlow } from '../request-flow.ts'
import { answerPreflight, parseVersion, refuseMethod, unknownVersion } from '../routes.ts'
import { nameValueTemplate, nameValueVersion, sendNameValues, sendRejection } from '../write-response.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a name-value request: the character set of its body, and of the response. */
    nameValueCharset: Charset | undefined
  }
}

const allowed = 'OPTIONS, POST'

export function nameValueRoutes(app: FastifyInstance, flow: RequestFlow, options: InformationOptions): void {
  app.decorateRequest('nameValueCharset', undefined)
  app.all('/api/nvp/*', {
    // Before the body is read: what the path, the method and the headers contain.
    async onRequest(request, reply) {
      const url = request.raw.url ?? ''
      const charset = charsetOf(request.headers['content-type'], url)
      request.nameValueCharset = charset ?? 'UTF-8'
      // The framework would refuse a type that it cannot parse.
      delete request.raw.headers['content-type']
      const refuse = (rejection: Rejection) => sendRejection(reply, rejection, flow.sending(request))
      if (nameValueVersion(url) === undefined)
        return refuse(reject('UNKNOWN_PATH', 'There is no resource at this path.'))
      request.logFields['route'] = nameValueTemplate
      if (request.method === 'OPTIONS') return answerPreflight(request, reply, allowed) && reply
      if (request.method !== 'POST') return refuse(refuseMethod(request, reply, allowed))
      if (charset) return undefined
      return refuse(reject('ENCODING_UNSUPPORTED', 'The character set is not supported. Use UTF-8 or ISO-8859-1.'))
    },
    async handler(request, reply) {
      const refuse = (rejection: Rejection) => sendRejection(reply, rejection, flow.sending(request))
      const names = parseNames(request.body as Buffer | undefined, request.nameValueCharset ?? 'UTF-8')
      if (isRejection(names)) return refuse(names)
      const versionText = nameValueVersion(request.raw.url ?? '') ?? ''
      const version = parseVersion(versionText) ?? unknownVersion(versionText)
      const call = readCall(names)
      if (call.apiOperation === 'CHECK_GATEWAY') return isRejection(version) ? refuse(version) : inform(request, reply)
      return execute(call, version, request, reply)
    },
  })

  async function inform(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    request.logFields['operation'] = 'CHECK_GATEWAY'
    request.logFields['result'] = 'SUCCESS'
    return sendNameValues(reply, 200, await gatewayInformation(options), request.nameValueCharset)
  }

  async function execute(
    call: NameValueCall,
    version: number | Rejection,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { merchantId, operation, ids, correlationId } = call
    const refuse = (rejection: Rejection) => sendRejection(reply, rejection, flow.sending(request, correlationId))
    if (merchantId === undefined) return refuse(missing('merchant'))
    const addressed = {
      merchantId,
      ids,
      isRead: operation?.route.methods.includes('GET') ?? false,
      operations: operation ? [operation] : [],
      version,
      login: loginOf(call, request.headers.authorization),
    }
    const work = await flow.enter(addressed, reply)
    if (!work) return flow.refuseBusy(request, reply)
    const admitted = await flow.admit(addressed, work, request)
    if (isRejection(admitted)) return refuse(admitted)
    if (!work.isAwaited()) return refuse(overloaded)
    if (!operation) return refuse(call.apiOperation === undefined ? missing('apiOperation') : unknownOperation)
    const contract = contractFor(operation, admitted.version)
    return flow.respond(request, reply, { ...admitted, contract }, call.bodyBy(contract))
  }
}

const unknownOperation = reject('OPERATION_UNKNOWN', 'There is no such operation.')

function missing(field: string): Rejection {
  return reject('FIELD_MISSING', 'Mandatory parameter is missing.', { field })
}

/** Never valid: no merchant has an empty name. */
const invalidCredentials: BasicCredentials = { userId: '', password: '' }

/** The names' credentials. Beside a header that says something else neither counts. */
function loginOf({ login }: NameValueCall, authorization: string | undefined): BasicCredentials | undefined {
  if (!login || authorization === undefined) return login
  const basic = parseBasic(authorization)
  return basic?.userId === login.userId && basic.password === login.password ? login : invalidCredentials
}
