// From rows to a writer: the canonical answer is turned into the JSON text of one version. What the version does not
// list is not sent; a value it does not list becomes the nearest one it does, or is left out. Text is written at once,
// without an object in between: amounts stay exact to the last digit, and an answer costs half as much.
//
// A group is written by a function that is generated from its rows: a loop over them would look up each name in objects of
// many shapes, and most names are not there. As for reading, nothing but rows gets into the code (ADR 0048).
import type { FieldRow, Row, Rows } from './row.ts'

/** Gives JSON text. */
export type ResponseWriter = (answer: object) => string

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
  /** Of the nested group, or of the items of a list of groups. */
  readonly writeNested: GroupWriter | undefined
  /** It may write something although there is no value at its path: a default, a value from elsewhere. */
  readonly writesWithoutValue: boolean
  /** Made for its row, so that what the row says is decided once and not for each answer. */
  readonly write: ValueWriter
}
type Plan = readonly Entry[]

/** Undefined when there is nothing to write. */
type GroupWriter = (here: Source, root: Source) => string | undefined

export function compileWriter(rows: Rows): ResponseWriter {
  const write = groupWriter(rows)
  return (answer) => write(answer as Source, answer as Source) ?? '{}'
}

/** Many groups occur at several places, and in several versions. */
const plans = new WeakMap<Rows, Plan>()
const groupWriters = new WeakMap<Rows, GroupWriter>()

function planOf(rows: Rows): Plan {
  const known = plans.get(rows)
  if (known) return known
  const made = makePlan(rows)
  plans.set(rows, made)
  return made
}

function groupWriter(rows: Rows): GroupWriter {
  const known = groupWriters.get(rows)
  if (known) return known
  const made = generateWriter(planOf(rows))
  groupWriters.set(rows, made)
  return made
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
      writeNested,
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

function generateWriter(plan: Plan): GroupWriter {
  const body = [
    '"use strict"',
    'return function writeGroup(here, root) {',
    'let members = ""; let known; let text',
    ...plan.flatMap(entryLines),
    'return members === "" ? undefined : "{" + members + "}" }',
  ]
  const make = new Function('plan', 'canonicalValue', 'textOf', 'nothing', body.join('\n'))
  return make(plan, canonicalValue, textOf, nothing) as GroupWriter
}

/** The code that appends one member. What most fields and all groups need is written out; everything else is a call. */
function entryLines({ name, label, row, elsewhere, writesWithoutValue }: Entry, at: number): readonly string[] {
  const known =
    elsewhere === undefined ? `here[${JSON.stringify(name)}]` : `canonicalValue(plan[${at}].elsewhere, root)`
  const append = `members += (members === "" ? ${JSON.stringify(label)} : ${JSON.stringify(`,${label}`)}) + text`
  const isText = row.kind === 'FIELD' && !writesWithoutValue && isPlainText(row)
  const isGroup = row.kind === 'GROUP'
  // Of the many rows a version has, an answer fills a few.
  const condition = isText ? 'if (known !== undefined && known !== null)' : 'if (known !== undefined)'
  const text = isText
    ? 'textOf(known)'
    : isGroup
      ? `plan[${at}].writeNested(known ?? nothing, root)`
      : `plan[${at}].write(known, here, root)`
  return [
    `known = ${known}`,
    `${writesWithoutValue ? '' : condition} { text = ${text}; if (text !== undefined) ${append} }`,
  ]
}

function isPlainText({ type }: FieldRow): boolean {
  return !type.values && !type.write && !type.writtenAsNumber
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
    row.answer === 'ALWAYS PROVIDED' || (row.answersDefault === true && here !== nothing) ? row.default : undefined
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
  return row.answer === 'ALWAYS PROVIDED' || (row.kind === 'FIELD' && row.answersDefault === true)
}
