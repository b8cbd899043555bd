// Values that a version has at another place than the canonical one, or takes without effect: moved, or dropped, once
// the whole request is known to be right.
import { isGroup } from '../domain/values.ts'
import type { CanonicalObject } from './row.ts'

export interface Move {
  readonly from: CanonicalObject
  readonly name: string
  /** A path from the root; none for a value that is dropped. */
  readonly to: readonly string[] | undefined
}

/** Innermost first: a group is moved after its members have been moved out of it. */
export function makeMoves(moves: readonly Move[] | undefined, root: CanonicalObject): void {
  if (!moves) return
  let isEmptied = false
  for (const { from, name, to } of moves.toReversed()) {
    const value = from[name]
    delete from[name]
    if (value !== undefined && to) place(root, to, value)
    isEmptied ||= isEmpty(from)
  }
  if (isEmptied) dropEmptied(root)
}

/** A group whose fields all live elsewhere leaves nothing behind. */
function dropEmptied(group: CanonicalObject): void {
  for (const name in group) {
    const value = group[name]
    if (!isGroup(value)) continue
    dropEmptied(value)
    if (isEmpty(value)) delete group[name]
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
