// Mounts the console's services below /console/api, each behind the checks that its row in the table asks for.

import { Readable } from 'node:stream'
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { explain } from '../kernel/explanation.ts'
import { StoreOverloaded } from '../kernel/failures.ts'
import { isRejection, type Rejection } from '../kernel/rejection.ts'
import { actorName, operatorMerchantId, type UserKey } from '../kernel/user.ts'
import { AccessRightsRefusedError } from '../merchants/index.ts'
import { clientNetworkOf, rateLimit } from '../platform/http/rate-limit.ts'
import { listenerKindOf } from '../platform/http/request-origin.ts'
import { streamWithTimeouts } from '../platform/http/stream-with-timeouts.ts'
import { dataAgeHeaders } from '../reports/index.ts'
import { parseBody } from '../requests/index.ts'
import type { ConsoleSession } from '../users/index.ts'
import { notPermitted, pathNotFound, refuseAccess } from './access.ts'
import type { ConsoleContext } from './context.ts'
import { readIds } from './path-ids.ts'
import { consoleRefusal, explanationOf } from './responses.ts'
import type { ConsoleRefusal, ConsoleResponse, ConsoleRoute } from './route.ts'
import { consoleRouteTable } from './route-table.ts'
import {
  expiredSessionCookie,
  isCsrfOf,
  knownBrowserCookie,
  readBrowserToken,
  readSessionToken,
  sessionCookie,
} from './session-cookie.ts'

export const consoleRoot = '/console/api'

const bodyBytesMax = 64 * 1024

/** How long a file may wait for its reader. */
const readerTimeouts = { pieceMs: 30_000, wholeMs: 900_000 }

/** The number of requests a minute from one address without a session. */
const publicCallsPerMinute = 20

const headers: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** A call that passed the access check: its console session, and the identifiers of its path. */
interface AuthorizedCall {
  readonly session: ConsoleSession | undefined
  readonly token: string | undefined
  readonly ids: Readonly<Record<string, string>>
}

declare module 'fastify' {
  interface FastifyRequest {
    entered: AuthorizedCall | undefined
  }
}

export interface ConsoleOptions {
  readonly console: ConsoleContext
  readonly log: FastifyBaseLogger
}

export function consoleRoutes(app: FastifyInstance, { console: context, log }: ConsoleOptions): void {
  const { clock, rateLimits } = context.dependencies
  const mayAskInPublic = rateLimit({ name: 'console', perMinute: publicCallsPerMinute, rateLimits })
  app.decorateRequest('entered', undefined)

  const errorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
      return send(
        reply,
        consoleRefusal(
          413,
          'BODY_TOO_LARGE',
          explain('The body is larger than {number} bytes.', { number: bodyBytesMax }),
        ),
      )
    if (error.statusCode !== undefined && error.statusCode < 500)
      return send(reply, consoleRefusal(400, 'MALFORMED', 'The request is malformed.'))
    if (error instanceof StoreOverloaded) return sendConsoleBusy(reply)
    log.error({ requestId: request.id, err: error }, 'request failed')
    if (error instanceof AccessRightsRefusedError) return send(reply, permissionsAltered(request.id))
    return send(
      reply,
      consoleRefusal(500, 'FAILED', explain('Something went wrong. Support code: {code}.', { code: request.id })),
    )
  }

  for (const route of consoleRouteTable(context)) {
    const { method, path } = route
    app.route({
      method,
      url: consoleRoot + path,
      exposeHeadRoute: false,
      bodyLimit: bodyBytesMax,
      errorHandler,
      // Before the body is read: strangers cannot make us read one.
      async onRequest(request, reply) {
        request.logFields['route'] = consoleRoot + path
        const entered = await enter(route, request)
        if ('problem' in entered) return send(reply, entered)
        request.entered = entered
        if (entered.session) request.logFields['user'] = actorName(entered.session.user)
        return undefined
      },
      async handler(request, reply) {
        const { entered } = request
        if (!entered) throw new Error('a request reached its service without being authorized')
        const body = parseBody(request.body as Buffer | undefined)
        if (isRejection(body)) return send(reply, malformed(body))
        const query = Object.fromEntries(Object.entries(request.query as Record<string, string | string[]>))
        const twice = Object.keys(query).find((name) => typeof query[name] !== 'string')
        if (twice !== undefined)
          return send(reply, consoleRefusal(422, 'FIELD_INVALID', 'The field is given twice.', twice))
        const call = {
          ...entered,
          requestId: request.id,
          clientNetwork: clientNetworkOf(request),
          clientAddress: request.ip,
          browserToken: (user: UserKey) => readBrowserToken(request.headers.cookie, user, listenerKindOf(request.raw)),
          query: query as Record<string, string>,
          body,
        }
        const response = await route.handle(call)
        if (!('problem' in response)) request.logFields['result'] = 'SUCCESS'
        return send(reply, response)
      },
    })
  }
  app.all(`${consoleRoot}/*`, {
    async onRequest(request, reply) {
      request.logFields['route'] = `${consoleRoot}/*`
      return send(reply, pathNotFound)
    },
    handler: (_request, reply) => reply,
  })

  /** Door, origin, login, CSRF, permissions, identifiers, in this order. */
  async function enter(route: ConsoleRoute, request: FastifyRequest): Promise<AuthorizedCall | ConsoleRefusal> {
    const { access, method } = route
    const listener = listenerKindOf(request.raw)
    // Programs with certificates and those who gather figures have no business here.
    if (listener !== 'https' && listener !== 'http') return pathNotFound
    if (isForeign(request, method)) return foreignOrigin
    if (method !== 'GET' && !isJson(request)) return notJson
    if (access.kind === 'PUBLIC' && !mayAskInPublic(clientNetworkOf(request))) return tooMany

    const token = access.kind === 'PUBLIC' ? undefined : readSessionToken(request.headers.cookie, listener)
    const session = token === undefined ? undefined : await context.dependencies.consoleSessions.find(token)
    const { merchantId } = request.params as Readonly<Record<string, string>>
    const refused = refuseAccess({
      access,
      session,
      merchantId,
      now: clock.expiryTime(),
      needsSecondFactor: !context.isSandbox,
    })
    // Calls without permission are refused before their origin is checked.
    if (refused) return refused
    const csrf = request.headers['x-tollgate-csrf']
    if (method !== 'GET' && token !== undefined && !isCsrfOf(token, typeof csrf === 'string' ? csrf : undefined))
      return wrongCsrf
    const ids = readIds(request.params as Readonly<Record<string, string>>)
    if (!ids) return pathNotFound
    return (await refuseMerchant(route, session, ids)) ?? { session, token, ids }
  }

  /** Writes an audit log entry when a user of the operator views a merchant's data. */
  async function refuseMerchant(
    { access, method, path }: ConsoleRoute,
    session: ConsoleSession | undefined,
    { merchantId, ...named }: Readonly<Record<string, string>>,
  ): Promise<ConsoleRefusal | undefined> {
    if (access.kind !== 'MERCHANT' || merchantId === undefined || !session) return undefined
    const found = await context.dependencies.store.findMerchant(merchantId)
    if (!found) return pathNotFound
    const isOperators = session.user.merchantId === operatorMerchantId
    if (!isOperators) return method === 'GET' || found.merchant.profile.isEnabled ? undefined : notPermitted
    if (method !== 'GET') return undefined
    const actor = actorName(session.user)
    const at = clock.now()
    const subject = { path, ...named }
    await context.dependencies.audit.append({ merchantId, actor, action: 'VIEWED_BY_OPERATOR', subject, at })
    return undefined
  }

  function send(reply: FastifyReply, response: ConsoleResponse): FastifyReply {
    reply.code(response.status).headers(headers)
    if (response.status === 204) {
      if ('endsConsoleSession' in response)
        reply.header('set-cookie', expiredSessionCookie(listenerKindOf(reply.request.raw)))
      return reply.send()
    }
    if ('csv' in response)
      return reply
        .headers({
          'content-type': 'text/csv;charset=UTF-8',
          'content-disposition': `attachment; filename="${response.fileName}"`,
          ...(response.age && dataAgeHeaders(response.age)),
        })
        .send(
          Readable.from(
            streamWithTimeouts(response.csv, readerTimeouts, () => reply.raw.destroy()),
            // One piece ahead of the reader, no more.
            { objectMode: true, highWaterMark: 1 },
          ),
        )
    reply.header('content-type', 'application/json;charset=UTF-8')
    if ('problem' in response) {
      if (response.status === 429 || response.status === 503) reply.header('retry-after', '30')
      return reply.send(JSON.stringify(response.problem))
    }
    const listener = listenerKindOf(reply.request.raw)
    if (response.startedSession)
      reply.header('set-cookie', sessionCookie(response.startedSession, listener, clock.expiryTime()))
    if (response.knownBrowser) reply.header('set-cookie', knownBrowserCookie(response.knownBrowser, listener))
    return reply.send(JSON.stringify(response.body))
  }
}

export function sendConsoleBusy(reply: FastifyReply): FastifyReply {
  if (!reply.hasHeader('retry-after')) reply.header('retry-after', '5')
  const type = 'application/json;charset=UTF-8'
  return reply
    .code(consoleBusy.status)
    .headers({ ...headers, 'content-type': type })
    .send(JSON.stringify(consoleBusy.problem))
}

/** Calls that change something must come from a page of the console; browsers send the origin of a call. */
function isForeign({ headers: { origin, host, 'sec-fetch-site': site } }: FastifyRequest, method: string): boolean {
  if (typeof site === 'string') return site !== 'same-origin' && !(site === 'none' && method === 'GET')
  if (origin !== undefined) return URL.parse(origin)?.host !== host
  return method !== 'GET'
}

/** Forms of other sites cannot have this content type. */
function isJson({ headers: { 'content-type': type, 'content-length': length } }: FastifyRequest): boolean {
  if (type === undefined) return length === undefined || length === '0'
  return type.split(';', 1)[0]?.trim().toLowerCase() === 'application/json'
}

function malformed(body: Rejection): ConsoleRefusal {
  return consoleRefusal(400, body.reason, explanationOf(body) ?? 'The body is not valid JSON.')
}

/** While the database accepts nothing, and under overload. */
const consoleBusy = consoleRefusal(
  503,
  'OVERLOADED',
  'The gateway cannot process this at the moment. Try again in a few seconds.',
)
function permissionsAltered(code: string): ConsoleRefusal {
  return consoleRefusal(
    503,
    'PERMISSIONS_ALTERED',
    explain(
      'Permissions in the database were changed by other means than the gateway. Nothing is permitted until the operator has checked them. Support code: {code}.',
      { code },
    ),
  )
}

const foreignOrigin = consoleRefusal(403, 'FOREIGN_ORIGIN', 'The request does not come from a console page.')
const wrongCsrf = consoleRefusal(403, 'WRONG_CSRF', 'The header x-tollgate-csrf does not belong to this session.')
const notJson = consoleRefusal(415, 'NOT_JSON', 'The body must be JSON with content type application/json.')
const tooMany = consoleRefusal(
  429,
  'TOO_MANY_TRIES',
  'Too many attempts from this address. Wait a minute and try again.',
)
