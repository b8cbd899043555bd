// Reads a report request: the parameters of a call, or the options of a command, which mean the same.

import { isDate } from '../../contract/format-types.ts'
import { printableName, printableValue } from '../../contract/printable.ts'
import { FieldError } from '../../contract/row.ts'
import { isRejection, type Rejection, reject } from '../../kernel/rejection.ts'
import { type ReportColumn, readReportColumn } from '../contract/report-columns.ts'

/** Of a call, in the order in which they are checked. */
export const reportParameters = [
  'timeOfRecord.start',
  'timeOfRecord.end',
  'columns',
  'columnHeaders',
  'csv.timeZone',
  'csv.timeFormat',
] as const
export type ReportParameter = (typeof reportParameters)[number]

export interface ReportRequest {
  readonly kind: 'WANTED'
  readonly from: Date
  readonly to: Date
  readonly columns: readonly ReportColumn[]
  /** One for each column. */
  readonly headings: readonly string[]
  readonly timeShown: ReportTimeFormat
}

const hourMs = 3_600_000
const headingLengthMax = 100

/** One error at a time, the first in the order of the parameters. */
export function readReportRequest(
  parameters: Partial<Readonly<Record<ReportParameter, string>>>,
  { hoursMax }: { readonly hoursMax: number },
): ReportRequest | Rejection {
  const from = readMoment(parameters, 'timeOfRecord.start')
  if (isRejection(from)) return from
  const to = readMoment(parameters, 'timeOfRecord.end')
  if (isRejection(to)) return to
  const lengthMs = to.getTime() - from.getTime()
  if (lengthMs <= 0) return invalid('timeOfRecord.end', 'must be later than timeOfRecord.start')
  if (lengthMs > hoursMax * hourMs)
    return invalid('timeOfRecord.end', `must be at most ${hoursMax} hours later than timeOfRecord.start`)

  const columns = readColumns(parameters.columns)
  if (isRejection(columns)) return columns
  const headings = readHeadings(parameters.columnHeaders, columns)
  if (isRejection(headings)) return headings

  const offsetMinutes = readTimeZone(parameters['csv.timeZone'] ?? 'Z')
  if (offsetMinutes === undefined)
    return invalid('csv.timeZone', `must have the form ${timeZoneForm}`, parameters['csv.timeZone'])
  const wantedFormat = parameters['csv.timeFormat'] ?? 'iso8601-T'
  const format = timeFormats.find((known) => known === wantedFormat)
  if (!format) return invalid('csv.timeFormat', `must be one of ${timeFormats.join(', ')}`, wantedFormat)
  return { kind: 'WANTED', from, to, columns, headings, timeShown: { format, offsetMinutes } }
}

const momentPattern = /^([12]\d{3}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/

function readMoment(
  parameters: Partial<Readonly<Record<ReportParameter, string>>>,
  name: 'timeOfRecord.start' | 'timeOfRecord.end',
): Date | Rejection {
  const text = parameters[name]
  if (text === undefined || text === '') return missing(name)
  const [whole, date = ''] = momentPattern.exec(withSign(text)) ?? []
  if (whole === undefined || !isDate(date))
    return invalid(name, 'must have the form yyyy-mm-ddThh:mm:ssZ or yyyy-mm-ddThh:mm:ss+hh:mm and exist', text)
  return new Date(whole)
}

/** In a URL a plus that is not escaped reads as a space. */
function withSign(text: string): string {
  return text.replace(' ', '+')
}

function readColumns(text: string | undefined): readonly ReportColumn[] | Rejection {
  if (text === undefined || text === '') return missing('columns')
  const columns: ReportColumn[] = []
  for (const name of text.split(',')) {
    const column = readReportColumn(name)
    if (column instanceof FieldError)
      return reject('FIELD_INVALID', `'${printableName(name)}' cannot be a column. It ${column.reason}.`, columnsField)
    columns.push(column)
  }
  return columns
}

const columnsField = { field: 'columns' }

function readHeadings(text: string | undefined, columns: readonly ReportColumn[]): readonly string[] | Rejection {
  if (text === undefined || text === '') return columns.map(({ name }) => name)
  const headings = text.split(',')
  if (headings.length !== columns.length)
    return invalid('columnHeaders', `has ${headings.length} headings for ${columns.length} columns`)
  const wrong = headings.find((each) => each === '' || [...each].length > headingLengthMax || /\p{Cc}/u.test(each))
  if (wrong === undefined) return headings
  return invalid('columnHeaders', `must hold headings of 1 to ${headingLengthMax} printable characters`)
}

function missing(field: ReportParameter): Rejection {
  return reject('FIELD_MISSING', 'Mandatory parameter is missing.', { field })
}

function invalid(field: ReportParameter, reason: string, value?: string): Rejection {
  const shown = value === undefined ? undefined : printableValue(value)
  const start = shown === undefined ? 'Value is invalid.' : `Value '${shown}' is invalid.`
  return reject('FIELD_INVALID', `${start} It ${reason}.`, { field })
}

// Times as a report shows them: in a time zone that its reader has chosen, with a T or a space before the time of day.

/** With a space, spreadsheets recognize it as a time; with a T, programs do. */
export const timeFormats = ['iso8601', 'iso8601-T'] as const
type TimeFormat = (typeof timeFormats)[number]

export interface ReportTimeFormat {
  readonly format: TimeFormat
  readonly offsetMinutes: number
}

export const timeZoneForm = '+hh:mm or -hh:mm, at most 14:00, or Z'

/** Minutes ahead of UTC; in a URL a plus that is not escaped reads as a space. */
export function readTimeZone(text: string): number | undefined {
  if (text === 'Z') return 0
  const [, sign, hours, minutes] = /^([+ -])(0\d|1[0-4]):([0-5]\d)$/.exec(text) ?? []
  if (hours === undefined) return undefined
  const size = Number(hours) * 60 + Number(minutes)
  if (size > 14 * 60) return undefined
  return sign === '-' ? -size : size
}

/** From the API's own form, in UTC, which has milliseconds. */
export function formatReportTime(text: string, { format, offsetMinutes }: ReportTimeFormat): string {
  const local = new Date(Date.parse(text) + offsetMinutes * 60_000).toISOString().slice(0, -1)
  return (format === 'iso8601' ? local.replace('T', ' ') : local) + offsetText(offsetMinutes)
}

function offsetText(minutes: number): string {
  if (minutes === 0) return 'Z'
  const size = Math.abs(minutes)
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`
}
