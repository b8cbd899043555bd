// Values that a version has at another place than the canonical one, or takes without effect: moved, or dropped, once
// the whole request is known to be right.
import { isGroup } from '../kernel/values.ts'
import type { CanonicalObject, Row, Rows } from './row.ts'

export interface Move {
  readonly from: CanonicalObject
  readonly name: string
  /** A path from the root, for a value that lives there. STAYS is for a group from which others may move. */
  readonly to: readonly string[] | 'STAYS' | 'DROPPED'
}

/** Where a value of this row is moved; undefined when it and all its members stay. */
export function moveOf(row: Row): Move['to'] | undefined {
  if (row.withoutEffect) return 'DROPPED'
  if (row.canonical !== undefined) return row.canonical.split('.')
  return row.kind === 'GROUP' && hasMoves(row.rows) ? 'STAYS' : undefined
}

/** Items of a list are seen on their own. */
export function hasMoves(rows: Rows): boolean {
  return Object.values(rows).some((row) => moveOf(row) !== undefined)
}

/**
 * Innermost first: a group is moved after its members have been moved out of it. One whose fields all live elsewhere leaves
 * nothing behind.
 */
export function makeMoves(moves: readonly Move[] | undefined, root: CanonicalObject): void {
  if (!moves) return
  for (let i = moves.length - 1; i >= 0; i -= 1) {
    const { from, name, to } = moves[i] as Move
    const value = from[name]
    const isEmptied = isGroup(value) && isEmpty(value)
    if (to === 'STAYS') {
      if (isEmptied) delete from[name]
      continue
    }
    delete from[name]
    if (to !== 'DROPPED' && value !== undefined && !isEmptied) place(root, to, value)
  }
}

function place(root: CanonicalObject, path: readonly string[], value: unknown): void {
  let target = root
  for (const name of path.slice(0, -1)) {
    target[name] ??= {}
    target = target[name] as CanonicalObject
  }
  complete(target, path.at(-1) ?? '', value)
}

/** Two wire groups may fill one canonical group, so a group that is already there is completed, not replaced. What was
 * sent under its own name stays: it wins over an older name for the same thing. */
function complete(target: CanonicalObject, name: string, value: unknown): void {
  const present = Object.hasOwn(target, name) ? target[name] : undefined
  if (isGroup(present) && isGroup(value)) {
    for (const member in value) complete(present, member, value[member])
  } else {
    target[name] = present ?? value
  }
}

function isEmpty(object: CanonicalObject): boolean {
  for (const _ in object) return false
  return true
}
