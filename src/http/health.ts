// For those who watch over the gateway: is it alive, would a payment work, and its figures.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { reject } from '../domain/rejection.ts'
import { versionOf } from './api/routes.ts'
import { sendRejection, standardHeaders } from './api/write-response.ts'
import { doorOf } from './door.ts'

export interface HealthOptions {
  readonly gatewayVersion: string
  /** Everything a payment needs, by name: true when it is there. */
  readonly checkReadiness: () => Promise<Readonly<Record<string, boolean>>>
  readonly metricsText: () => Promise<{ contentType: string; text: string }>
}

export function healthRoutes(app: FastifyInstance, options: HealthOptions): void {
  app.get('/health/live', async (_request, reply) => sendJson(reply, 200, { status: 'LIVE' }))

  app.get('/health/ready', async (_request, reply) => {
    const checks = await options.checkReadiness()
    const isReady = Object.values(checks).every(Boolean)
    return sendJson(reply, isReady ? 200 : 503, { status: isReady ? 'READY' : 'NOT_READY', checks })
  })

  app.get<{ Params: { version: string } }>('/api/rest/version/:version/information', async (request, reply) => {
    if (versionOf(request.params.version) === undefined)
      return sendRejection(reply, reject('UNKNOWN_VERSION', 'This version of the API is not known.'), {
        requestId: request.id,
      })
    const isReady = Object.values(await options.checkReadiness()).every(Boolean)
    const status = isReady ? 'OPERATING' : 'SHUTDOWN'
    sendJson(reply, 200, { gatewayVersion: options.gatewayVersion, status })
    return reply
  })

  app.get('/metrics', async (request, reply) => {
    // Figures are the operator's business: they are only told on the loopback listeners.
    const door = doorOf(request.raw)
    if (door !== 'http' && door !== 'metrics') return reply.callNotFound()
    const { contentType, text } = await options.metricsText()
    return reply.header('content-type', contentType).send(text)
  })
}

function sendJson(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply.code(status).headers(standardHeaders).send(JSON.stringify(body))
}
