// Where browsers report foreign content on the pages: what the policy blocked, and changes that the page's own script
// saw.
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuseMethod, sendRejection } from '../../api/index.ts'
import { reject } from '../../kernel/rejection.ts'
import type { RateLimits } from '../../platform/counters/limits.ts'
import { plainHeaders, reportsPath } from '../../platform/http/page-headers.ts'
import { clientNetworkOf, rateLimit } from '../../platform/http/rate-limit.ts'

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

// The browsers' reports about the pages, reduced to what a log may hold: no URL of a page, which names its session, and
// no text of the page, which may be anything.

/** Which page it happened on. */
export type PageKind = 'payment' | 'fields' | 'other'

export interface BrowserReport {
  /** policy: the browser blocked something. change: the page's own script saw something. */
  readonly kind: 'policy' | 'change'
  readonly page: PageKind
  /** The directive of the policy, or what changed. */
  readonly about: string
  /** An origin, or a keyword for a source without one. */
  readonly source: string
}

const reportsMax = 20
/** Reports of the page's own script: a kind of change, and a subject in the script's own words. */
const changes = ['element', 'form-action', 'handler']

/** Undefined when this is not a report. */
export function readBrowserReports(contentType: string, text: string): readonly BrowserReport[] | undefined {
  const value = parsed(text)
  if (contentType === 'application/csp-report') {
    const report = (value as { 'csp-report'?: unknown } | null)?.['csp-report']
    return isObject(report) ? [policyReport(report, 'document-uri', 'blocked-uri', 'effective-directive')] : undefined
  }
  if (contentType !== 'application/reports+json' || !Array.isArray(value)) return undefined
  return value.slice(0, reportsMax).flatMap((each: unknown) => (isObject(each) ? [readReport(each)] : []))
}

function readReport({ type, url, body }: Readonly<Record<string, unknown>>): BrowserReport {
  const members = isObject(body) ? body : {}
  if (type !== 'page-change') return policyReport(members, 'documentURL', 'blockedURL', 'effectiveDirective')
  const { change, subject } = members
  return {
    kind: 'change',
    page: pageOf(url),
    about: changes.find((known) => known === change) ?? 'other',
    source: words(subject),
  }
}

function policyReport(
  report: Readonly<Record<string, unknown>>,
  page: string,
  blocked: string,
  directive: string,
): BrowserReport {
  return {
    kind: 'policy',
    page: pageOf(report[page]),
    about: words(report[directive] ?? report['violated-directive']),
    source: sourceOf(report[blocked]),
  }
}

function pageOf(url: unknown): PageKind {
  const path = typeof url === 'string' ? URL.parse(url)?.pathname : undefined
  if (path?.startsWith('/checkout/')) return 'payment'
  return path?.startsWith('/form/') ? 'fields' : 'other'
}

function sourceOf(blocked: unknown): string {
  if (typeof blocked !== 'string') return 'unknown'
  const url = URL.parse(blocked)
  if (!url) return words(blocked)
  return words(url.protocol === 'https:' || url.protocol === 'http:' ? url.origin : url.protocol)
}

const wordsLengthMax = 100

/**
 * Names and origins consist of these characters; anything else would be ambiguous to a reader. Anyone can send a
 * report, and separators between digits do not prevent them from being an account number: none of them is logged.
 */
function words(value: unknown): string {
  if (typeof value !== 'string') return 'unknown'
  return value.slice(0, wordsLengthMax).replace(/[^a-zA-Z :/.[\]-]/g, '?')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
