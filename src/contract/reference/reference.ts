// The rows of a contract as the reference lists them: every group and field with its full name, in table order.
import { type Field, presenceOf, ruleOf } from '../fields.ts'
import type { FieldRow, GroupRow, ListRow, MapRow, Row, Rows } from '../row.ts'

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
export function presenceText({ name, row, within }: ReferenceEntry, side: 'request' | 'answer'): string {
  // Groups and lists bear the same marks as fields, and the marks are all that counts here.
  return presenceOf({ name, row: row as Field['row'], within }, side)
}
