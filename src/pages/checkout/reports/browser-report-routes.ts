// Where browsers report foreign content on the pages: what the policy blocked, and changes that the page's own script
// saw.
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuseMethod } from '../../../api/routes.ts'
import { sendRejection } from '../../../api/write-response.ts'
import { reject } from '../../../kernel/rejection.ts'
import type { RateLimits } from '../../../platform/counters/rate-limits.ts'
import { plainHeaders, reportsPath } from '../../../platform/http/page-headers.ts'
import { clientNetworkOf, rateLimit } from '../../../platform/http/rate-limit.ts'
import { type BrowserReport, readBrowserReports } from './read-browser-report.ts'

export interface BrowserReportOptions {
  /** Called for every accepted report, for metrics. */
  readonly onPageReport: (report: BrowserReport) => void
}

const bodyBytesMax = 16 * 1024
const perMinute = { perAsker: 30, inAll: 300 }

export function browserReportRoutes(
  app: FastifyInstance,
  {
    log,
    rateLimits,
    onPageReport,
  }: BrowserReportOptions & { readonly log: FastifyBaseLogger; readonly rateLimits: RateLimits },
): void {
  const mayReport = rateLimit({ name: 'reports', perMinute: perMinute.perAsker, rateLimits })
  const mayTake = rateLimit({ name: 'reports', perMinute: perMinute.inAll, rateLimits })

  app.post(reportsPath, {
    bodyLimit: bodyBytesMax,
    async onRequest(request, reply) {
      request.logFields['route'] = reportsPath
      // Before the body is read: a flood must be cheap.
      if (mayReport(clientNetworkOf(request)) && mayTake('all')) return undefined
      return sendRejection(reply, reject('OVERLOADED', 'Too many reports.'), { requestId: request.id })
    },
    async handler(request, reply) {
      const [contentType = ''] = (request.headers['content-type'] ?? '').split(';')
      const reports = readBrowserReports(contentType.trim().toLowerCase(), textOf(request))
      if (!reports) return refuse(request, reply)
      for (const report of reports) {
        onPageReport(report)
        log.warn({ requestId: request.id, ...report }, 'a browser reported a modified page')
      }
      request.logFields['result'] = 'SUCCESS'
      return reply.code(204).headers(plainHeaders).send()
    },
  })
  app.route({
    method: app.supportedMethods.filter((method) => method !== 'POST'),
    url: reportsPath,
    async onRequest(request, reply) {
      request.logFields['route'] = reportsPath
      return sendRejection(reply, refuseMethod(request, reply, 'POST'), { requestId: request.id })
    },
    handler: (_request, reply) => reply,
  })
}

function textOf({ body }: FastifyRequest): string {
  return (body as Buffer | undefined)?.toString('utf8') ?? ''
}

function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = reject('MALFORMED_JSON', 'This is not a valid browser report.')
  return sendRejection(reply, refusal, { requestId: request.id })
}
