// The file by which Apple verifies that the gateway's domain may open Apple Pay for a merchant.
import type { FastifyInstance } from 'fastify'
import { plainHeaders } from '../../../platform/http/page-headers.ts'

export interface DomainAssociationOptions {
  /** Reads the operator's file; undefined where there is none. Replaced while the gateway runs. */
  readonly readAppleDomainFile?: () => Promise<Buffer | undefined>
}

const path = '/.well-known/apple-developer-merchantid-domain-association'

export function domainAssociationRoute(app: FastifyInstance, { readAppleDomainFile }: DomainAssociationOptions): void {
  app.get(path, async (request, reply) => {
    request.logFields['route'] = path
    const file = await readAppleDomainFile?.()
    if (!file) {
      reply.callNotFound()
      return reply
    }
    request.logFields['result'] = 'SUCCESS'
    return reply
      .headers(plainHeaders)
      .header('cache-control', 'no-store')
      .header('content-type', 'text/plain;charset=UTF-8')
      .send(file)
  })
}
