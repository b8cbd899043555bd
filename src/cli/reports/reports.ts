// Commands that show the figures of a dashboard, and write a report of a merchant's transactions to a file.

import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { string } from '../../contract/field-types.ts'
import { displayMoney, formatMoney } from '../../kernel/money.ts'
import { isRejection, type Rejection } from '../../kernel/rejection.ts'
import { writeCsv } from '../../platform/csv/write-csv.ts'
import { createReport, type Report, type ReportParameter, readReportRequest } from '../../reports/index.ts'
import type { Overview } from '../../search/index.ts'
import { command } from '../command.ts'
import {
  commandAuditStamp,
  merchantIdArgument,
  sinceOption,
  unknownMerchant,
  untilOption,
  userOption,
} from '../options.ts'
import { optionName } from '../read-arguments.ts'
import { type CommandRefusal, commandDone, commandRefused, usageError } from '../result.ts'
import { optionalArgument, requiredOption, textValue } from '../rows.ts'
import { minorMoneyText } from '../search.ts'
import { pairs, table, timestampText } from '../table.ts'
import { openProgressReporter, type ProgressReporter } from '../terminal.ts'
import { withOperations } from '../with-installation.ts'

const dayMs = 86_400_000

export const figures = command({
  name: 'figures',
  purpose: 'Shows volumes, approval rate, declines, response times, money at risk and pending notifications.',
  arguments: { merchantId: optionalArgument(merchantIdArgument) },
  options: { since: sinceOption, until: untilOption },
  example: 'SHOP1 --since 7d',
  notes: () =>
    `Without a merchant, covers all merchants. Default period: the last 24 hours; periods are whole hours, and a
payment counts in the hour of its time of record. Money at risk and notifications are as of now.`,
  async run({ merchantId, since, until }, context) {
    const to = until ?? new Date()
    const from = since ?? new Date(to.getTime() - dayMs)
    if (from > to) return usageError('--since is later than --until.')
    return withOperations(context, async ({ dependencies, merchants }) => {
      if (merchantId !== undefined && !(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const overview = await dependencies.figures.overview({ merchantId, from, to })
      return commandDone(
        { merchantId: merchantId ?? null, from, to, ...overviewData(overview) },
        overviewText(overview),
      )
    })
  },
})

function overviewData({ volumes, atRisk, ...rest }: Overview): object {
  return {
    ...rest,
    volumes: volumes.map(({ currency, payments, authorizedMinor, capturedMinor, refundedMinor }) => ({
      currency,
      payments,
      authorized: formatMoney({ amountMinor: authorizedMinor, currency }),
      captured: formatMoney({ amountMinor: capturedMinor, currency }),
      refunded: formatMoney({ amountMinor: refundedMinor, currency }),
    })),
    atRisk: atRisk.map(({ amountMinor, ...row }) => ({
      ...row,
      amount: formatMoney({ amountMinor, currency: row.currency }),
    })),
  }
}

function overviewText({ volumes, decided, approved, declines, latencies, atRisk, notifications }: Overview): string {
  const { waiting, parked, oldestAt } = notifications
  const oldest = oldestAt ? `, oldest since ${timestampText(oldestAt)}` : ''
  const parts = [
    pairs([
      ['Decided', String(decided)],
      ['Approved', decided === 0 ? '0' : `${approved} (${percentText(approved, decided)})`],
      ['Notifications', `${waiting} pending${oldest}; ${parked} parked`],
    ]),
    ...tableOf(
      ['CURRENCY', 'PAYMENTS', 'AUTHORIZED', 'CAPTURED', 'REFUNDED'],
      volumes.map(({ currency, payments, authorizedMinor, capturedMinor, refundedMinor }) => [
        currency,
        String(payments),
        ...[authorizedMinor, capturedMinor, refundedMinor].map((amountMinor) =>
          displayMoney({ amountMinor, currency }),
        ),
      ]),
    ),
    ...tableOf(
      ['DECLINED', 'COUNT'],
      declines.map(({ gatewayCode, count }) => [gatewayCode, String(count)]),
    ),
    ...tableOf(
      ['ACQUIRER', 'RESPONSES', 'P50', 'P95', 'P99'],
      latencies.map(({ acquirerId, count, p50, p95, p99 }) => [
        acquirerId,
        String(count),
        ...[p50, p95, p99].map((ms) => `${ms} ms`),
      ]),
    ),
    ...tableOf(
      ['AT RISK NOW', 'COUNT', 'AMOUNT'],
      atRisk.map(({ kind, currency, count, amountMinor }) => [
        kind,
        String(count),
        minorMoneyText(amountMinor, currency),
      ]),
    ),
  ]
  return parts.join('\n\n')
}

/** To a tenth of a percent, using only whole numbers. */
function percentText(part: number, whole: number): string {
  const tenths = Math.round((part * 1000) / whole)
  return `${Math.floor(tenths / 10)}.${tenths % 10} %`
}

function tableOf(headings: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return rows.length === 0 ? [] : [table(headings, rows)]
}

// Writes a report of a merchant's transactions to a file, in the format that the merchant's own programs can
// download.

/** A month. No connection is kept open here, therefore it may be more than programs can request at once. */
const hoursMax = 31 * 24
const words = string(1, 10_000)

export const reportTransactions = command({
  name: 'report transactions',
  purpose: 'Writes the transaction events of a period to a CSV file, masked as the merchant sees them.',
  arguments: { merchantId: merchantIdArgument },
  options: {
    from: requiredOption(
      textValue(words, '<time>', 'The earliest time of record, with time zone: 2026-03-02T00:00:00Z.'),
    ),
    to: requiredOption(
      textValue(words, '<time>', 'The time of record to stop before, in the same format; at most 31 days later.'),
    ),
    columns: requiredOption(
      textValue(words, 'order.id,...', 'Fields of the RETRIEVE_TRANSACTION response, separated by commas.'),
    ),
    headings: textValue(words, 'Order,...', 'Column headers, one for each column. Default: the field names.'),
    timeZone: textValue(words, '+hh:mm', 'The time zone for times in the report. Default: UTC.'),
    timeFormat: textValue(words, 'iso8601|iso8601-T', 'Separator between date and time: a space or a T. Default: T.'),
    out: requiredOption(textValue(words, '<file>', 'The file to create; it must not exist yet.')),
    user: userOption,
  },
  example:
    'SHOP1 --from 2026-03-02T00:00:00Z --to 2026-03-03T00:00:00Z --columns order.id,transaction.amount --out day.csv',
  async run({ merchantId, out, user, ...options }, context) {
    const parameters = Object.entries(optionOf).flatMap(([parameter, option]) => {
      const value = options[option]
      return value === undefined ? [] : [[parameter, value]]
    })
    const wanted = readReportRequest(Object.fromEntries(parameters), { hoursMax })
    if (isRejection(wanted)) return usageError(explained(wanted))

    return withOperations(context, async ({ dependencies, merchants }) => {
      const access = await merchants.find(merchantId)
      if (!access) return unknownMerchant(merchantId)
      const report = await createReport(
        wanted,
        { merchant: access.merchant, by: commandAuditStamp(user) },
        dependencies,
      )
      if (isRejection(report)) return commandRefused(`${explained(report)} This requires a running gateway.`)

      const total = await dependencies.reports.count({ merchantId, from: wanted.from, to: wanted.to })
      const reporter = openProgressReporter(context.isJson, context.terminal.stderr)
      const written = await writeFile(out, report, { reporter, total })
      reporter.end()
      if (typeof written !== 'number') return written
      return commandDone(
        { merchantId, rows: written, file: out },
        `Wrote ${written} ${written === 1 ? 'row' : 'rows'} to ${out}.`,
      )
    })
  },
})

const optionOf = {
  'timeOfRecord.start': 'from',
  'timeOfRecord.end': 'to',
  columns: 'columns',
  columnHeaders: 'headings',
  'csv.timeZone': 'timeZone',
  'csv.timeFormat': 'timeFormat',
} as const satisfies Record<ReportParameter, string>

/** With the names of the command's options rather than of the call. */
function explained({ field, explanation = 'The request was rejected.' }: Rejection): string {
  const message = explanation.replaceAll('timeOfRecord.start', '--from')
  const option = Object.entries(optionOf).find(([parameter]) => parameter === field)?.[1]
  return option === undefined ? message : `${optionName(option)}: ${message}`
}

/** Returns how many rows there were; an unfinished file is deleted again. */
async function writeFile(
  file: string,
  { headings, rows }: Report,
  { reporter, total }: { readonly reporter: ProgressReporter; readonly total: number },
): Promise<number | CommandRefusal> {
  let count = 0
  async function* counted() {
    for await (const row of rows) {
      count += 1
      if (count % 1_000 === 0) reporter.report({ what: 'Writing', done: count, total })
      yield row
    }
  }
  let isOurs = false
  // Readable only for the user who ran the command: it says who bought what.
  const sink = createWriteStream(file, { flags: 'wx', mode: 0o600 }).once('open', () => {
    isOurs = true
  })
  try {
    await pipeline(Readable.from(writeCsv(headings, counted())), sink)
    return count
  } catch (error) {
    if (isOurs) await rm(file, { force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return commandRefused(`${file} already exists; nothing was written.`)
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR' || code === 'ENOSPC')
      return commandRefused(`${file} cannot be written (${code}).`)
    throw error
  }
}
