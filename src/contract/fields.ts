// The rows of a contract as a flat list of fields with their full names, in table order: what references, examples and
// tests go through.
import type { FieldRow, GroupRow, ListRow, MapRow, Row, Rows } from './row.ts'

export interface Field {
  /** As errors and documents write it: `order.item[n].name`, `order.custom.X`. */
  readonly name: string
  readonly row: FieldRow | MapRow
  /** The groups and lists around it, outermost first. */
  readonly within: readonly Row[]
}

export function* fieldsOf(rows: Rows, prefix = '', within: readonly Row[] = []): Iterable<Field> {
  for (const [name, row] of Object.entries(rows)) yield* rowFields(row, prefix + name, within)
}

function* rowFields(row: Row, name: string, within: readonly Row[]): Iterable<Field> {
  switch (row.kind) {
    case 'FIELD':
      yield { name, row, within }
      break
    case 'MAP':
      yield { name: `${name}.X`, row, within }
      break
    case 'GROUP':
      yield* fieldsOf(row.rows, `${name}.`, [...within, row])
      break
    case 'LIST':
      if (row.item.kind === 'FIELD') yield { name: `${name}[n]`, row: row.item, within: [...within, row] }
      else yield* fieldsOf(row.item.rows, `${name}[n].`, [...within, row])
      break
  }
}

/** The rule of a field in words, as references show it. */
export function ruleOf({ row }: Field): { type: string; bounds: string } {
  if (row.kind === 'FIELD') return { type: row.type.name, bounds: row.type.bounds }
  const entries = row.entriesMax === undefined ? '' : `, at most ${row.entriesMax} of them`
  const bytes = row.bytesMax === undefined ? '' : `, at most ${row.bytesMax} bytes in all`
  return {
    type: row.value.type.name,
    bounds: `${row.value.type.bounds}; X is 1-${row.nameLengthMax} of 0-9, a-z, A-Z${entries}${bytes}`,
  }
}

export function presenceOf({ row, within }: Field, side: 'request' | 'response'): string {
  const presence = side === 'request' ? row.request : row.response
  const isCertain = presence === 'REQUIRED' || presence === 'ALWAYS PROVIDED'
  const mark = (each: Row) => (side === 'request' ? each.request : each.response)
  const isGroupCertain = within.every((each) => mark(each) === 'REQUIRED' || mark(each) === 'ALWAYS PROVIDED')
  return isCertain && !isGroupCertain ? `${presence} with its group` : presence
}

// The rows of a contract as the reference lists them: every group and field with its full name, in table order.

export interface ReferenceEntry {
  /** As errors and documents write it: `order`, `order.item[n]`, `order.item[n].name`, `order.custom.X`. */
  readonly name: string
  readonly row: Row
  /** The groups and lists around it, outermost first. */
  readonly within: readonly Row[]
}

/** A group or a list of groups; everything else contains values. */
type Holder = GroupRow | ListRow<GroupRow>

export function* entriesOf(rows: Rows, prefix = '', within: readonly Row[] = []): Iterable<ReferenceEntry> {
  for (const [name, row] of Object.entries(rows)) {
    const label = `${prefix}${name}${suffixOf(row)}`
    yield { name: label, row, within }
    if (isHolder(row)) yield* entriesOf(row.kind === 'GROUP' ? row.rows : row.item.rows, `${label}.`, [...within, row])
  }
}

function suffixOf(row: Row): string {
  if (row.kind === 'LIST') return '[n]'
  return row.kind === 'MAP' ? '.X' : ''
}

export function isHolder(row: Row): row is Holder {
  return row.kind === 'GROUP' || (row.kind === 'LIST' && row.item.kind === 'GROUP')
}

/** The row that defines a value: of a list of values, the one of its items. */
export function valueRowOf(row: Row): FieldRow | MapRow | undefined {
  if (row.kind === 'LIST') return valueRowOf(row.item)
  return row.kind === 'GROUP' ? undefined : row
}

/** Type and limits in words. */
export function ruleText({ name, row, within }: ReferenceEntry): { type: string; bounds: string } {
  if (isHolder(row)) return { type: row.kind === 'GROUP' ? 'Group' : 'List of groups', bounds: '' }
  const valueRow = valueRowOf(row)
  if (!valueRow) throw new Error(`${name} holds neither values nor fields`)
  const rule = ruleOf({ name, row: valueRow, within })
  return row.kind === 'LIST' ? { ...rule, type: `List of ${rule.type}` } : rule
}

/** REQUIRED, OPTIONAL, ALWAYS PROVIDED and so on. */
export function presenceText({ name, row, within }: ReferenceEntry, side: 'request' | 'response'): string {
  // Groups and lists bear the same marks as fields, and the marks are all that counts here.
  return presenceOf({ name, row: row as Field['row'], within }, side)
}
