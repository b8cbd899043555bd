// Hosted fields: the library that merchants' pages load, the frames it shows there, and sessions for pages that bring none.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  invalidCredentials,
  parseVersion,
  refuseMethod,
  sendRejection,
  standardHeaders,
  unknownVersion,
} from '../../../api/index.ts'
import { contractFor } from '../../../contract/operation.ts'
import { merchantIdRow } from '../../../contract/routes.ts'
import { FieldError } from '../../../contract/row.ts'
import { isRejection, type Rejection, reject } from '../../../kernel/rejection.ts'
import type { Merchant } from '../../../merchants/index.ts'
import { isForeignPost } from '../../../platform/html/foreign-post.ts'
import { cacheByKey, cacheDocument, sendDocument } from '../../../platform/http/cached-document.ts'
import { plainHeaders } from '../../../platform/http/page-headers.ts'
import { clientNetworkOf, rateLimit } from '../../../platform/http/rate-limit.ts'
import { chooseOperation } from '../../../requests/index.ts'
import { createSession } from '../../../sessions/index.ts'
import type { CheckoutPageDependencies } from '../../dependencies.ts'
import { type FieldFile, fieldAssetsPath, fieldFrameHeaders, fieldFrames, readFieldFiles } from './field-files.ts'
import { formPostRoute } from './form-post.ts'

const root = '/form/version/:version/merchant/:merchantId'
/** The first version that had the library. */
const oldestVersion = 18
const sessionsPerMinute = 60
const sessionBodyBytesMax = 1024

export function fieldRoutes(
  app: FastifyInstance,
  { dependencies }: { readonly dependencies: CheckoutPageDependencies },
): void {
  const { library, fingerprint, assets, pages } = readFieldFiles()

  const keptLibrary = cacheDocument('text/javascript;charset=UTF-8', library)
  serve(app, 'GET', `${root}/session.js`, async (request, reply) => {
    reply.headers({
      ...plainHeaders,
      // Merchants' pages everywhere load it, also with their own integrity hash, for which browsers require this
      // permission.
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=300',
    })
    return sendDocument(request, reply, await keptLibrary)
  })

  for (const name of fieldFrames) {
    const cached = cacheDocument('text/html;charset=UTF-8', pages[name])
    serve(app, 'GET', `${root}/${name}`, async (request, reply) => {
      const merchantId = parameter(request, 'merchantId')
      const merchant = await merchantCalled(merchantId, dependencies)
      reply.headers(fieldFrameHeaders(name, { merchantId, origins: merchant?.profile.pageOrigins ?? [] }))
      return sendDocument(request, reply, await cached)
    })
  }

  const keptAsset = cacheByKey(({ contentType, bytes }: FieldFile) => cacheDocument(contentType, bytes))
  serve(app, 'GET', `${fieldAssetsPath}/:fingerprint/:name`, async (request, reply) => {
    const asset = assets.get(parameter(request, 'name'))
    if (!asset) return notFound(reply)
    // While processes of two releases run side by side, the page of one may request its parts from the other.
    const isOurs = parameter(request, 'fingerprint') === fingerprint
    reply.headers({
      ...plainHeaders,
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': isOurs ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    return sendDocument(request, reply, await keptAsset(asset))
  })

  const mayCreate = rateLimit({ name: 'sessions', perMinute: sessionsPerMinute, rateLimits: dependencies.rateLimits })
  serve(app, 'POST', `${root}/session`, async (request, reply) => {
    const merchantId = parameter(request, 'merchantId')
    const made = isForeignPost(request.headers)
      ? invalidCredentials
      : await createSessionOf(merchantId, Number(parameter(request, 'version')), () =>
          mayCreate(`${merchantId} ${clientNetworkOf(request)}`),
        )
    if (isRejection(made)) return sendRejection(reply, made, { requestId: request.id })
    request.logFields['merchant'] = merchantId
    const { 'access-control-allow-origin': _, 'access-control-expose-headers': __, ...headers } = standardHeaders
    return reply
      .code(201)
      .headers(headers)
      .send(JSON.stringify({ session: { id: made } }))
  })

  formPostRoute(app, dependencies)

  async function createSessionOf(merchantId: string, version: number, mayCreate: () => boolean) {
    const merchant = await merchantCalled(merchantId, dependencies)
    if (!merchant?.profile.isEnabled) return invalidCredentials
    if (!mayCreate())
      return reject('OVERLOADED', 'Too many sessions are being created from one address. Try again later.')
    const operation = chooseOperation([createSession], {}, merchant)
    if (isRejection(operation)) return operation
    // Without credentials the payer's browser creates it.
    const caller = { kind: 'CALLER', merchant, hasCertificate: false, isDevice: true } as const
    const contract = contractFor(operation, version)
    const result = await dependencies.requests.handle({ caller, ids: {}, operation, version, contract, body: {} })
    return isRejection(result) ? result : sessionIdOf(result.response)
  }
}

/** The id alone: the session's key is for merchants' own programs. */
function sessionIdOf(answer: object): string {
  const { session } = answer as { readonly session: { readonly id: string } }
  return session.id
}

async function merchantCalled(
  id: string,
  { store }: Pick<CheckoutPageDependencies, 'store'>,
): Promise<Merchant | undefined> {
  if (merchantIdRow.type.read(id) instanceof FieldError) return undefined
  return (await store.findMerchant(id))?.merchant
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** With another method, or in a version that never had it, the response is not found. */
function serve(app: FastifyInstance, method: 'GET' | 'POST', url: string, handler: Handler): void {
  app.route({
    method,
    url,
    bodyLimit: sessionBodyBytesMax,
    async onRequest(request) {
      request.logFields['route'] = url
      // The body is ignored, whatever its content type.
      delete request.raw.headers['content-type']
    },
    async handler(request, reply) {
      const refusal = refuseVersion(request)
      if (refusal) return sendRejection(reply, refusal, { requestId: request.id })
      return handler(request, reply)
    },
    onSend(request, reply, payload, done) {
      if (reply.statusCode < 400) request.logFields['result'] = 'SUCCESS'
      done(null, payload)
    },
  })
  const answered = method === 'GET' ? ['GET', 'HEAD'] : ['POST']
  app.route({
    method: app.supportedMethods.filter((other) => !answered.includes(other)),
    url,
    async onRequest(request, reply) {
      request.logFields['route'] = url
      return sendRejection(reply, refuseMethod(request, reply, answered.join(', ')), { requestId: request.id })
    },
    handler: (_request, reply) => reply,
  })
}

function refuseVersion(request: FastifyRequest): Rejection | undefined {
  const { version } = request.params as { readonly version?: string }
  if (version === undefined) return undefined
  const number = parseVersion(version)
  if (number === undefined) return unknownVersion(version)
  return number < oldestVersion
    ? reject('UNKNOWN_PATH', `Hosted fields are available from version ${oldestVersion}.`)
    : undefined
}

function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound()
  return reply
}

function parameter({ params }: FastifyRequest, name: string): string {
  return (params as Readonly<Record<string, string>>)[name] ?? ''
}
