// From rows to a writer: the canonical answer is turned into the JSON text of one version. What the version does not
// list is not sent; a value it does not list becomes the nearest one it does, or is left out. Text is written at once,
// without an object in between: amounts stay exact to the last digit, and an answer costs half as much.
import { omitUndefined } from '../domain/omit-undefined.ts'
import type { FieldRow, Row, Rows } from './row.ts'

/** Gives JSON text. */
export type ResponseWriter = (answer: object) => string

type Source = { readonly [name: string]: unknown }

interface Entry {
  readonly name: string
  /** The name as JSON has it, with its colon. */
  readonly label: string
  readonly row: Row
  readonly elsewhere?: readonly string[]
  readonly listed?: ReadonlySet<string>
  readonly nested?: Plan
  /** It may write something although there is no value at its path: a default, a value from elsewhere. */
  readonly writesWithoutValue: boolean
}
type Plan = readonly Entry[]

export function compileWriter(rows: Rows): ResponseWriter {
  const plan = planOf(rows)
  return (answer) => writeGroup(plan, answer as Source, answer as Source) ?? '{}'
}

function planOf(rows: Rows): Plan {
  return Object.entries(rows).map(([name, row]): Entry => {
    const nested = nestedPlan(row)
    const isJoined = row.kind === 'field' && row.joinedWith !== undefined
    return {
      name,
      label: `${JSON.stringify(name)}:`,
      row,
      writesWithoutValue:
        isDefaultWritten(row) || isJoined || (nested && !row.whenRecorded && nested.some(comesFromElsewhere)) === true,
      ...(row.canonical && { elsewhere: row.canonical.split('.') }),
      ...(row.kind === 'field' && row.type.values && { listed: new Set(row.type.values) }),
      ...omitUndefined({ nested }),
    }
  })
}

function nestedPlan(row: Row): Plan | undefined {
  if (row.kind === 'group') return planOf(row.rows)
  return row.kind === 'list' && row.item.kind === 'group' ? planOf(row.item.rows) : undefined
}

function comesFromElsewhere({ elsewhere, nested, row }: Entry): boolean {
  return elsewhere !== undefined || (row.whenRecorded !== true && (nested?.some(comesFromElsewhere) ?? false))
}

/** What was recorded for a group of which nothing was. */
const nothing: Source = {}

/** Undefined when there is nothing to write. */
function writeGroup(plan: Plan, here: Source, root: Source): string | undefined {
  let members = ''
  for (const entry of plan) {
    const known = entry.elsewhere ? canonicalValue(entry.elsewhere, root) : here[entry.name]
    // Of the many rows a version has, an answer fills a few.
    if (known === undefined && !entry.writesWithoutValue) continue
    const text = writeEntry(entry, known, here, root)
    if (text !== undefined) members += (members && ',') + entry.label + text
  }
  return members === '' ? undefined : `{${members}}`
}

function canonicalValue(path: readonly string[], root: Source): unknown {
  let value: unknown = root
  for (const name of path) value = (value as Source | undefined)?.[name]
  return value
}

function writeEntry(entry: Entry, value: unknown, here: Source, root: Source): string | undefined {
  const { row, nested = [] } = entry
  switch (row.kind) {
    case 'field':
      return writeField(entry, row, { value: row.joinedWith ? joined(row, value, here[row.joinedWith]) : value, here })
    case 'group':
      // A group that is always provided is written for the sake of its defaults even when nothing was recorded for it.
      return writeGroup(nested, (value ?? nothing) as Source, root)
    case 'list':
      if (!Array.isArray(value)) return undefined
      return entry.nested
        ? `[${value.map((item: Source) => writeGroup(nested, item, item) ?? '{}').join()}]`
        : JSON.stringify(value)
    case 'map':
      return value === undefined || Object.keys(value as object).length === 0 ? undefined : JSON.stringify(value)
  }
}

/** Both lines in one, the second cut where the field ends; without the comma when nothing of the second fits. */
function joined({ type }: FieldRow, first: unknown, second: unknown): unknown {
  if (typeof first !== 'string' || typeof second !== 'string') return first ?? second
  const whole = [...`${first}, ${second}`].slice(0, type.lengths?.[1])
  const firstLength = [...first].length
  return (whole.length > firstLength + ', '.length ? whole : whole.slice(0, firstLength)).join('')
}

function writeField(
  entry: Entry,
  row: FieldRow,
  { value, here }: { readonly value: unknown; readonly here: Source },
): string | undefined {
  // The default of a row that is not always provided does not make its group appear.
  const hasDefault = row.answer === 'ALWAYS PROVIDED' || (row.answersDefault === true && here !== nothing)
  const present = value ?? (hasDefault ? row.default : undefined)
  if (present === undefined) return undefined
  if (entry.listed && !entry.listed.has(present as string)) return JSON.stringify(row.nearest?.[present as string])
  if (row.type.write) return JSON.stringify(row.type.write(present))
  // The canonical text is the JSON number, without passing through a double.
  return row.type.writtenAsNumber ? String(present) : JSON.stringify(present)
}

function isDefaultWritten(row: Row): boolean {
  return row.answer === 'ALWAYS PROVIDED' || (row.kind === 'field' && row.answersDefault === true)
}
