// The reporting door: what has happened to a merchant's transactions, as CSV, for programs that keep books.
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { printableName } from '../../contract/printable.ts'
import { isRejection, type Rejection, reject } from '../../kernel/rejection.ts'
import { parseUrlEncoded } from '../../kernel/url-encoded.ts'
import type { Merchant } from '../../merchants/index.ts'
import { writeCsv } from '../../platform/csv/write-csv.ts'
import { listenerKindOf } from '../../platform/http/request-origin.ts'
import { type ReaderTimeouts, streamWithTimeouts } from '../../platform/http/stream-with-timeouts.ts'
import {
  createReport,
  dataAgeHeaders,
  type Report,
  type ReportParameter,
  type ReportRequest,
  readReportRequest,
  reportParameters,
} from '../../reports/index.ts'
import { invalidCredentials, isMerchantId, parseBasic } from '../authenticate.ts'
import type { ReportApiDependencies } from '../dependencies.ts'
import type { CredentialsOptions } from '../request-flow.ts'
import { refuseMethod } from '../routes.ts'
import { sendRejection, standardHeaders } from '../write-response.ts'

const reportPath = '/history/version/:version/merchant/:merchantId/transaction'

/** The only one there is. It says nothing about the API's versions. */
const reportVersion = '1'
const hoursMax = 24

/** Of one merchant, in one process. Books are closed once a day; more concurrent reports are a mistake of the client. */
const reportsAtOnceMax = 2

const defaultReaderTimeouts: ReaderTimeouts = { pieceMs: 30_000, wholeMs: 900_000 }

export interface ReportingOptions extends CredentialsOptions {
  readonly dependencies: ReportApiDependencies
  readonly readerTimeouts?: ReaderTimeouts
}

type Params = { readonly version: string; readonly merchantId: string }

export function reportingRoutes(app: FastifyInstance, options: ReportingOptions): void {
  const { dependencies, readerTimeouts, onCredentialsRefused } = options
  const running = new Map<string, number>()

  app.route<{ Params: Params }>({
    method: app.supportedMethods,
    url: reportPath,
    exposeHeadRoute: false,
    // Before a body is read: there is nothing in it for us.
    async onRequest(request, reply) {
      request.logFields['route'] = reportPath
      const refuse = (rejection: Rejection) => sendRejection(reply, rejection, { requestId: request.id })
      // Certificates do not open reports.
      if (listenerKindOf(request.raw) === 'mtls')
        return refuse(reject('UNKNOWN_PATH', 'There is no resource at this path.'))
      if (request.method !== 'GET') return refuse(refuseMethod(request, reply, 'GET'))
      const { merchantId, version } = request.params
      const { authorization } = request.headers
      const merchant = await authenticateForReports({ merchantId, authorization }, dependencies)
      if (isRejection(merchant)) {
        if (authorization !== undefined) onCredentialsRefused({ merchantId, clientAddress: request.ip })
        return refuse(merchant)
      }
      request.logFields['merchant'] = merchantId
      if (version !== reportVersion)
        return refuse(reject('UNKNOWN_VERSION', `Version '${printableName(version)}' of reports is not known.`))
      const reportRequest = readReportQuery(request.raw.url ?? '')
      if (isRejection(reportRequest)) return refuse(reportRequest)

      const isFree = begin(merchantId)
      if (!isFree) return refuse(tooMany)
      const end = once(() => leave(merchantId))
      try {
        const by = { actor: `merchant.${merchantId}`, at: dependencies.clock.now() }
        const report = await createReport(reportRequest, { merchant, by }, dependencies)
        if (!isRejection(report)) return send(request, reply, { report, merchantId, end })
        end()
        return refuse(report)
      } catch (error) {
        end()
        throw error
      }
    },
    handler: (_request, reply) => reply,
  })

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { report, merchantId, end }: { report: Report; merchantId: string; end: () => void },
  ): FastifyReply {
    request.logFields['rows'] = 0
    const pieces = writeCsv(
      report.headings,
      countRows(report.rows, () => (request.logFields['rows'] = Number(request.logFields['rows']) + 1)),
    )
    const body = Readable.from(
      streamWithTimeouts(pieces, readerTimeouts ?? defaultReaderTimeouts, () => {
        request.logFields['isTooSlow'] = true
        reply.raw.destroy()
      }),
      // One piece ahead of the reader, no more.
      { objectMode: true, highWaterMark: 1 },
    )
    body.once('close', end)
    body.once('end', () => (request.logFields['result'] = 'SUCCESS'))
    return reply
      .code(200)
      .headers({
        ...standardHeaders,
        'content-type': 'text/csv;charset=UTF-8;header=present',
        'content-disposition': `attachment; filename="transactions-${merchantId}.csv"`,
        ...(report.age && dataAgeHeaders(report.age)),
      })
      .send(body)
  }

  function begin(merchantId: string): boolean {
    const count = running.get(merchantId) ?? 0
    if (count >= reportsAtOnceMax) return false
    running.set(merchantId, count + 1)
    return true
  }

  function leave(merchantId: string): void {
    const count = (running.get(merchantId) ?? 0) - 1
    if (count > 0) running.set(merchantId, count)
    else running.delete(merchantId)
  }
}

const tooMany = reject(
  'OVERLOADED',
  `At most ${reportsAtOnceMax} reports can run at once. Try again when one has finished.`,
)

function readReportQuery(url: string): ReportRequest | Rejection {
  const at = url.indexOf('?')
  const parameters = new Map<string, string>()
  for (const [name, value] of parseUrlEncoded(at < 0 ? '' : url.slice(at + 1))) {
    if (parameters.has(name))
      return reject('FIELD_INVALID', 'The parameter is given twice.', { field: printableName(name) })
    parameters.set(name, value)
  }
  const reportRequest = readReportRequest(Object.fromEntries(parameters), { hoursMax })
  if (isRejection(reportRequest)) return reportRequest
  const stray = [...parameters.keys()].find((name) => !reportParameters.includes(name as ReportParameter))
  return stray === undefined
    ? reportRequest
    : reject('FIELD_UNSUPPORTED', 'Unexpected parameter.', { field: printableName(stray) })
}

async function* countRows<Row>(rows: AsyncIterable<Row>, count: () => void): AsyncGenerator<Row> {
  for await (const row of rows) {
    count()
    yield row
  }
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}

/**
 * Names the merchant whose reports are asked for. They have passwords of their own, which open nothing else; every failure
 * looks the same from outside, as at the API.
 */
async function authenticateForReports(
  { merchantId, authorization }: { readonly merchantId: string; readonly authorization: string | undefined },
  { store, reportingPasswords, vault }: Pick<ReportApiDependencies, 'store' | 'reportingPasswords' | 'vault'>,
): Promise<Merchant | Rejection> {
  const basic = parseBasic(authorization)
  if (!basic || !isMerchantId(merchantId)) return invalidCredentials
  const [access, passwords] = await Promise.all([store.findMerchant(merchantId), reportingPasswords.find(merchantId)])
  // A merchant without a password takes as much time as one with a password.
  const stored = passwords.length > 0 ? passwords : [{ ...vault.keyedHash('PASSWORD', ''), hash: Buffer.alloc(32) }]
  const isRight = stored.map((hash) => vault.matches('PASSWORD', basic.password, hash)).includes(true)
  const isNamed = basic.userId === '' || basic.userId === `merchant.${merchantId}`
  if (!access || !isRight || !isNamed) return invalidCredentials
  const { isEnabled, hasReporting } = access.merchant.profile
  return isEnabled && hasReporting ? access.merchant : invalidCredentials
}
