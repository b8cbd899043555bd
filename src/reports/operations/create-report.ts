// A report: the events of a merchant's transactions whose time of record is in a period, one row for each event.

import type { Audit, AuditStamp } from '../../audit/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type Rejection, reject } from '../../kernel/rejection.ts'
import type { Merchant } from '../../merchants/index.ts'
import { describeTransaction, maskFurther } from '../../payments/index.ts'
import { compileReport } from '../contract/report-columns.ts'
import type { DataAge, DelayedReads, ReadNeeds } from '../ports/delayed-reads.ts'
import type { ReportCursor, ReportPage, Reports } from '../ports/reports.ts'
import { formatReportTime, type ReportRequest } from './read-report-request.ts'

export interface Report {
  readonly kind: 'REPORT'
  readonly headings: readonly string[]
  /** Read page by page on demand; nothing is held open at the database between two pages. */
  readonly rows: AsyncIterable<readonly (string | undefined)[]>
  /** Of rows from a standby. */
  readonly age?: DataAge | undefined
}

/** Small enough to need little memory, large enough to keep the number of queries low. */
const rowsOfPage = 200

/**
 * How long a report waits until everything that happened before its request can be found. Usually a fraction of a
 * second; the search projection falls behind under heavy payment load.
 */
const catchUpMs = 20_000

type ReportCreationDependencies = Pick<ReportDependencies, 'reports' | 'delayedReads' | 'audit' | 'clock'>

export async function createReport(
  request: ReportRequest,
  { merchant, by }: { readonly merchant: Merchant; readonly by: AuditStamp },
  { reports, delayedReads, audit, clock }: ReportCreationDependencies,
): Promise<Report | Rejection> {
  const { from, to, columns, headings } = request
  const merchantId = merchant.id
  // A report with unmarked gaps would be worse than none.
  if (!(await reports.awaitUpToDate(merchantId, catchUpMs)))
    return reject('OVERLOADED', 'Reports are being updated. Try again later.')
  // Committed before anyone sees the values that the entry is about.
  await audit.append({
    merchantId,
    actor: by.actor,
    action: 'REPORT_TAKEN',
    subject: { from: from.toISOString(), to: to.toISOString(), columns: columns.map(({ name }) => name) },
    at: by.at,
  })
  const read = (after: ReportCursor | undefined, needs: ReadNeeds) =>
    delayedReads.read((source) => source.reports.read({ merchantId, from, to, limit: rowsOfPage, after }), needs)
  const { result: first, age } = await read(undefined, { isCurrent: true })
  // Whatever serves the later pages has at least what the first was read from.
  const notBefore = age?.asOf ?? clock.now()
  const next = async (after: ReportCursor) => (await read(after, { notBefore })).result
  return { kind: 'REPORT', headings, rows: rowsOf(request, merchant, first, next), age }
}

async function* rowsOf(
  { columns, timeShown }: ReportRequest,
  { profile: { cardMasking } }: Merchant,
  first: ReportPage,
  readNext: (after: ReportCursor) => Promise<ReportPage>,
): AsyncGenerator<readonly (string | undefined)[]> {
  const cellsOf = compileReport(columns, (time) => formatReportTime(time, timeShown))
  let page: ReportPage | undefined = first
  while (page) {
    for (const event of page.events) yield cellsOf(maskFurther(describeTransaction(event), cardMasking))
    page = page.next && (await readNext(page.next))
  }
}

/** What reports need from outside. */
export interface ReportDependencies {
  readonly reports: Reports
  /** The same and reports, where they may be seconds old. */
  readonly delayedReads: DelayedReads
  readonly audit: Audit
  readonly clock: Clock
}
