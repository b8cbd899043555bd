// For those who watch over the gateway: is it alive, would a payment work, and its figures.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../platform/html/html.ts'
import { isBrowser, plainPageHeaders, sendPlainPage } from '../platform/http/plain-page.ts'
import { listenerKindOf } from '../platform/http/request-origin.ts'
import { answerPreflight, parseVersion, refuseMethod, unknownVersion } from './routes.ts'
import { sendRejection, standardHeaders } from './write-response.ts'

export interface HealthOptions {
  readonly gatewayVersion: string
  /** Everything a payment needs, by name: true when it is there. */
  readonly checkReadiness: () => Promise<Readonly<Record<string, boolean>>>
  readonly metricsText: () => Promise<{ contentType: string; text: string }>
}

const informationPath = '/api/rest/version/:version/information'
const metricsPath = '/metrics'

export type InformationOptions = Pick<HealthOptions, 'gatewayVersion' | 'checkReadiness'>

/** Whether the gateway works, as merchants may ask without credentials. */
export async function gatewayInformation({ gatewayVersion, checkReadiness }: InformationOptions) {
  const isReady = Object.values(await checkReadiness()).every(Boolean)
  return { gatewayVersion, status: isReady ? 'OPERATING' : 'SHUTDOWN' } as const
}

export function healthRoutes(app: FastifyInstance, options: HealthOptions): void {
  app.get('/health/live', async (_request, reply) => sendJson(reply, 200, { status: 'LIVE' }))

  app.get('/health/ready', async (_request, reply) => {
    const checks = await options.checkReadiness()
    const isReady = Object.values(checks).every(Boolean)
    return sendJson(reply, isReady ? 200 : 503, { status: isReady ? 'READY' : 'NOT_READY', checks })
  })

  app.get<{ Params: { version: string } }>(informationPath, async (request, reply) => {
    const { version } = request.params
    if (parseVersion(version) === undefined)
      return sendRejection(reply, unknownVersion(version), { requestId: request.id })
    sendJson(reply, 200, await gatewayInformation(options))
    return reply
  })

  app.get(metricsPath, async (request, reply) => {
    if (!mayReadMetrics(request)) return reply.callNotFound()
    const { contentType, text } = await options.metricsText()
    return reply.header('content-type', contentType).send(text)
  })

  // Paths below /api/rest are for browsers too, which ask with OPTIONS first.
  refuseOtherMethods(app, informationPath, 'GET, HEAD, OPTIONS')
  for (const path of ['/health/live', '/health/ready', metricsPath]) refuseOtherMethods(app, path, 'GET, HEAD')
}

/** Metrics are for the operator: only the listeners that payers and merchants do not reach serve them. */
function mayReadMetrics({ raw }: FastifyRequest): boolean {
  const listener = listenerKindOf(raw)
  return listener === 'http' || listener === 'metrics'
}

function refuseOtherMethods(app: FastifyInstance, url: string, allowed: string): void {
  app.route({
    method: app.supportedMethods.filter((method) => method !== 'GET' && method !== 'HEAD'),
    url,
    // Before the body is read: it would be for nothing.
    async onRequest(request, reply) {
      if (url === metricsPath && !mayReadMetrics(request)) return reply.callNotFound()
      if (request.method === 'OPTIONS' && allowed.includes('OPTIONS')) {
        answerPreflight(request, reply, allowed)
        return reply
      }
      return sendRejection(reply, refuseMethod(request, reply, allowed), { requestId: request.id })
    },
    handler: (_request, reply) => reply,
  })
}

function sendJson(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply.code(status).headers(standardHeaders).send(JSON.stringify(body))
}

// The page at the root, for people who type the gateway's address into a browser. Programs get the usual 404.

const content = html`<h1>A payment gateway</h1>
<p>You have reached the address that shops and their programs use.</p>
<ul>
<li><a href="/console">Console</a><span>Orders, refunds, webhooks and settings, for merchants and operators</span></li>
<li><a href="/docs">API reference</a><span>Operations, fields, guides and test cards, for developers</span></li>
</ul>`

export function rootPageRoute(app: FastifyInstance): void {
  app.get('/', async (request, reply) => {
    request.logFields['route'] = '/'
    reply.header('vary', 'accept')
    if (!isBrowser(request)) {
      reply.callNotFound()
      return reply
    }
    request.logFields['result'] = 'SUCCESS'
    reply.headers(plainPageHeaders)
    return sendPlainPage(reply, { content })
  })
}
