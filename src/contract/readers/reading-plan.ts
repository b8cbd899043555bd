// The rows of a table by name, with what a reader asks of each, prepared once.
import { type Move, moveOf } from '../move.ts'
import type { Row, Rows } from '../row.ts'

export interface ReadingEntry {
  readonly name: string
  readonly row: Row
  /** Position in the table. */
  readonly index: number
  /** What moves, or something in it; undefined for most. */
  readonly to: Move['to'] | undefined
  /** Of a group, or of the items of a list of groups. */
  readonly nested: ReadingPlan | undefined
}

export interface ReadingPlan {
  readonly byName: ReadonlyMap<string, ReadingEntry>
  readonly required: readonly ReadingEntry[]
  readonly defaulted: readonly ReadingEntry[]
}

export function planOf(rows: Rows): ReadingPlan {
  const entries = Object.entries(rows).map(
    ([name, row], index): ReadingEntry => ({
      name,
      row,
      index,
      to: moveOf(row),
      nested: nestedPlan(row),
    }),
  )
  return {
    byName: new Map(entries.map((entry) => [entry.name, entry])),
    required: entries.filter(({ row }) => row.request === 'REQUIRED' || row.request === 'FIXED'),
    defaulted: entries.filter(({ row }) => row.kind === 'FIELD' && row.default !== undefined),
  }
}

function nestedPlan(row: Row): ReadingPlan | undefined {
  if (row.kind === 'GROUP') return planOf(row.rows)
  return row.kind === 'LIST' && row.item.kind === 'GROUP' ? planOf(row.item.rows) : undefined
}
