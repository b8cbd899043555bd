// The columns of a report: fields of the response to RETRIEVE_TRANSACTION in the newest version, by the names they have
// there.

import { contractFor, versions } from '../../contract/operation.ts'
import { FieldError, type FieldRow, type GroupRow, type Row, type Rows } from '../../contract/row.ts'
import { compileWriter } from '../../contract/write.ts'
import { retrieveTransaction } from '../../payments/contract/retrieve-transaction.ts'

export interface ReportColumn {
  /** As requested, such as `order.item[0].name`. */
  readonly name: string
  /** Names and, in lists, places; from the root of the response. */
  readonly steps: readonly Step[]
  /** A time, which a report may show in its own time zone. */
  readonly isTime: boolean
}

type Step = string | number

/** The fields that columns are taken from. */
export const reportRows: Rows = contractFor(retrieveTransaction, versions.newest).response

/** What the specification excludes from reports, without places in lists. */
const withheld = 'order.item.detail'

const unknown = new FieldError('is not a field of the answer to RETRIEVE_TRANSACTION')

/** A Refused completes the sentence "It ...". */
export function readReportColumn(name: string): ReportColumn | FieldError {
  const steps = stepsOf(name)
  if (!steps) return unknown
  const row = fieldAt(reportRows, steps)
  if (row instanceof FieldError) return row
  const place = steps.filter((step) => typeof step === 'string').join('.')
  if (`${place}.`.startsWith(`${withheld}.`)) return new FieldError('is not available in reports')
  return { name, steps, isTime: row.type.name === 'DateTime' }
}

/** `order.item[0].name` is order, item, 0, name. */
function stepsOf(name: string): readonly Step[] | undefined {
  const steps: Step[] = []
  for (const part of name.split('.')) {
    const [, member, place] = /^([^.[\]]+)(?:\[(0|[1-9][0-9]{0,3})\])?$/.exec(part) ?? []
    if (member === undefined) return undefined
    steps.push(member)
    if (place !== undefined) steps.push(Number(place))
  }
  return steps
}

function fieldAt(rows: Rows, [step = '', ...rest]: readonly Step[]): FieldRow | FieldError {
  const row = Object.hasOwn(rows, step) ? rows[step] : undefined
  return row ? fieldIn(row, rest) : unknown
}

function fieldIn(row: Row, rest: readonly Step[]): FieldRow | FieldError {
  switch (row.kind) {
    case 'FIELD':
      return rest.length === 0 ? row : unknown
    case 'GROUP':
      return rest.length === 0 ? groupNamed(row) : fieldAt(row.rows, rest)
    case 'LIST':
      return typeof rest[0] === 'number'
        ? fieldIn(row.item, rest.slice(1))
        : new FieldError('is a list: say which item of it, such as [0] for the first')
    case 'MAP': {
      const [name] = rest
      const isName = typeof name === 'string' && name.length <= row.nameLengthMax && /^[0-9A-Za-z]+$/.test(name)
      return isName && rest.length === 1 ? row.value : unknown
    }
  }
}

function groupNamed({ rows }: GroupRow): FieldError {
  return new FieldError(`is a group: say which field of it, such as .${Object.keys(rows)[0]}`)
}

/** Gives the texts of the columns for one response, and nothing for what the response does not have. */
export function compileReport(
  columns: readonly ReportColumn[],
  formatTime: (text: string) => string,
): (response: object) => readonly (string | undefined)[] {
  // Only requested fields are written: of several hundred fields usually a dozen.
  const write = compileWriter(
    pick(
      reportRows,
      columns.map(({ steps }) => steps),
    ),
  )
  const version = String(versions.newest)
  return (response) => {
    const written: unknown = JSON.parse(write({ ...response, version }))
    return columns.map(({ steps, isTime }) => {
      const text = textAt(written, steps)
      return isTime && text !== undefined ? formatTime(text) : text
    })
  }
}

/** The rows that lead to these places, in the table's order. */
function pick(rows: Rows, places: readonly (readonly Step[])[]): Rows {
  const picked = Object.entries(rows).flatMap(([name, row]): [string, Row][] => {
    const below = places.filter(([step]) => step === name).map(([, ...rest]) => rest)
    return below.length === 0 ? [] : [[name, pickIn(row, below)]]
  })
  return Object.fromEntries(picked)
}

function pickIn(row: Row, places: readonly (readonly Step[])[]): Row {
  switch (row.kind) {
    case 'FIELD':
      return asText(row)
    case 'GROUP':
      return { ...row, rows: pick(row.rows, places) }
    case 'LIST': {
      const inItem = places.map(([, ...rest]) => rest)
      const item = row.item.kind === 'GROUP' ? { ...row.item, rows: pick(row.item.rows, inItem) } : asText(row.item)
      return { ...row, item }
    }
    case 'MAP':
      return row
  }
}

/** An amount is written as its text: no digit passes through a double. */
function asText({ type: { writtenAsNumber: _, ...type }, ...row }: FieldRow): FieldRow {
  return { ...row, type }
}

function textAt(written: unknown, steps: readonly Step[]): string | undefined {
  let value = written
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<Step, unknown>)[step]
  }
  return typeof value === 'object' || value === undefined ? undefined : String(value)
}
