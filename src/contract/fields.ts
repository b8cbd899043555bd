// The rows of a contract as a flat list of fields with their full names, in table order: what references, examples and
// tests go through.
import type { FieldRow, MapRow, Row, Rows } from './row.ts'

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

export function presenceOf({ row, within }: Field, side: 'request' | 'answer'): string {
  const presence = side === 'request' ? row.request : row.answer
  const isCertain = presence === 'REQUIRED' || presence === 'ALWAYS PROVIDED'
  const mark = (each: Row) => (side === 'request' ? each.request : each.answer)
  const isGroupCertain = within.every((each) => mark(each) === 'REQUIRED' || mark(each) === 'ALWAYS PROVIDED')
  return isCertain && !isGroupCertain ? `${presence} with its group` : presence
}
