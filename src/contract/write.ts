// From rows to a writer: the canonical response is turned into the JSON text of one version. What the version does not
// list is not sent; a value it does not list becomes the nearest one it does, or is left out. Text is written at once,
// without an object in between: amounts stay exact to the last digit, and a response costs half as much.
import type { FieldRow, Row, Rows } from './row.ts'

/** Gives JSON text. */
export type ResponseWriter = (response: object) => string

type Source = { readonly [name: string]: unknown }

/** The text of a value at its place, or undefined when there is nothing to write. */
type ValueWriter = (value: unknown, here: Source, root: Source) => string | undefined

interface Entry {
  readonly name: string
  /** The name as JSON has it, with its colon. */
  readonly label: string
  readonly row: Row
  readonly elsewhere: readonly string[] | undefined
  readonly nested: Plan | undefined
  /** It may write something although there is no value at its path: a default, a value from elsewhere. */
  readonly writesWithoutValue: boolean
  /** Made for its row, so that what the row says is decided once and not for each response. */
  readonly write: ValueWriter
}
type Plan = readonly Entry[]

/** Undefined when there is nothing to write. */
type GroupWriter = (here: Source, root: Source) => string | undefined

export function compileWriter(rows: Rows): ResponseWriter {
  const write = groupWriter(rows)
  return (response) => write(response as Source, response as Source) ?? '{}'
}

/** Many groups occur at several places, and in several versions. */
const plans = new WeakMap<Rows, Plan>()
const groupWriters = new WeakMap<Rows, GroupWriter>()

function planOf(rows: Rows): Plan {
  const plan = plans.get(rows) ?? makePlan(rows)
  plans.set(rows, plan)
  return plan
}

function groupWriter(rows: Rows): GroupWriter {
  const write = groupWriters.get(rows) ?? writerOf(planOf(rows))
  groupWriters.set(rows, write)
  return write
}

function makePlan(rows: Rows): Plan {
  return Object.entries(rows).map(([name, row]): Entry => {
    const nestedRows = rowsWithin(row)
    const nested = nestedRows && planOf(nestedRows)
    const writeNested = nestedRows && groupWriter(nestedRows)
    const isJoined = row.kind === 'FIELD' && row.joinedWith !== undefined
    return {
      name,
      label: `${JSON.stringify(name)}:`,
      row,
      writesWithoutValue:
        isDefaultWritten(row) || isJoined || (nested && !row.whenRecorded && nested.some(comesFromElsewhere)) === true,
      elsewhere: row.canonical?.split('.'),
      nested,
      write: valueWriter(row, writeNested),
    }
  })
}

function rowsWithin(row: Row): Rows | undefined {
  if (row.kind === 'GROUP') return row.rows
  return row.kind === 'LIST' && row.item.kind === 'GROUP' ? row.item.rows : undefined
}

function comesFromElsewhere({ elsewhere, nested, row }: Entry): boolean {
  return elsewhere !== undefined || (row.whenRecorded !== true && (nested?.some(comesFromElsewhere) ?? false))
}

/** What was recorded for a group of which nothing was. */
const nothing: Source = {}

function writerOf(plan: Plan): GroupWriter {
  return (here, root) => {
    let members = ''
    for (const { name, label, elsewhere, writesWithoutValue, write } of plan) {
      const value = elsewhere === undefined ? here[name] : canonicalValue(elsewhere, root)
      // Of the many rows a version has, a response fills a few.
      if (value === undefined && !writesWithoutValue) continue
      const text = write(value, here, root)
      if (text !== undefined) members += members === '' ? label + text : `,${label}${text}`
    }
    return members === '' ? undefined : `{${members}}`
  }
}

/** What JSON has to escape; and half of a surrogate pair, which it has to as well. */
const needsEscape = /["\\\u0000-\u001f\ud800-\udfff]/

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && !needsEscape.test(value) ? `"${value}"` : JSON.stringify(value)
}

function canonicalValue(path: readonly string[], root: Source): unknown {
  let value: unknown = root
  for (const name of path) value = (value as Source | undefined)?.[name]
  return value
}

function valueWriter(row: Row, writeNested: GroupWriter | undefined): ValueWriter {
  switch (row.kind) {
    case 'FIELD':
      return fieldWriter(row)
    case 'GROUP':
      // A group that is always provided is written for the sake of its defaults even when nothing was recorded for it.
      return (value, _here, root) => writeNested?.((value ?? nothing) as Source, root)
    case 'LIST':
      return (value) => {
        if (!Array.isArray(value)) return undefined
        return writeNested
          ? `[${value.map((item: Source) => writeNested(item, item) ?? '{}').join()}]`
          : JSON.stringify(value)
      }
    case 'MAP':
      return (value) =>
        value === undefined || Object.keys(value as object).length === 0 ? undefined : JSON.stringify(value)
  }
}

function fieldWriter(row: FieldRow): ValueWriter {
  const write = textWriter(row)
  const { joinedWith } = row
  // The default of a row that is not always provided does not make its group appear.
  const defaultAt = (here: Source) =>
    row.response === 'ALWAYS PROVIDED' || (row.answersDefault === true && here !== nothing) ? row.default : undefined
  return (value, here) => {
    const recorded = joinedWith === undefined ? value : joined(row, value, here[joinedWith])
    const present = recorded ?? defaultAt(here)
    return present === undefined ? undefined : write(present)
  }
}

function textWriter({ type, nearest }: FieldRow): (present: unknown) => string | undefined {
  if (type.values) {
    const texts = new Map([...Object.entries(nearest ?? {}), ...type.values.map((value) => [value, value] as const)])
    const written = new Map([...texts].map(([value, text]) => [value, JSON.stringify(text)]))
    return (present) => written.get(present as string)
  }
  if (type.write) return (present) => JSON.stringify(type.write?.(present))
  // The canonical text is the JSON number, without passing through a double.
  return type.writtenAsNumber ? String : textOf
}

/** Both lines in one, the second cut where the field ends; without the comma when nothing of the second fits. */
function joined({ type }: FieldRow, first: unknown, second: unknown): unknown {
  if (typeof first !== 'string' || typeof second !== 'string') return first ?? second
  const whole = [...`${first}, ${second}`].slice(0, type.lengths?.[1])
  const firstLength = [...first].length
  return (whole.length > firstLength + ', '.length ? whole : whole.slice(0, firstLength)).join('')
}

function isDefaultWritten(row: Row): boolean {
  return row.response === 'ALWAYS PROVIDED' || (row.kind === 'FIELD' && row.answersDefault === true)
}
