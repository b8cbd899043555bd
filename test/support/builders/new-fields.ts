// Which fields of all contracts are new. Contracts share most of their groups, and what reads or writes a group is made from its rows
// once: the values at a field's bounds are tried where its group occurs first, and one of them wherever it occurs again.
import type { Field } from '../../../src/contract/fields.ts'
import type { Row, Rows } from '../../../src/contract/row.ts'

/** Whether a field is the first of this name in this group. */
export function newFields(): (field: Field) => boolean {
  const seen = new Map<string, Set<Rows | Row>>()
  return ({ name, within }) => {
    const group = groupOf(within.at(-1))
    // What is in no group belongs to its contract alone.
    if (!group) return true
    const groups = seen.get(name) ?? new Set()
    seen.set(name, groups)
    if (groups.has(group)) return false
    groups.add(group)
    return true
  }
}

function groupOf(row: Row | undefined): Rows | Row | undefined {
  if (row?.kind === 'LIST') return row.item.kind === 'GROUP' ? row.item.rows : row
  return row?.kind === 'GROUP' ? row.rows : row
}
