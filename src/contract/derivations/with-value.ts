// How derivations add to a canonical request: the groups on the way are copied, everything else is shared.
import type { CanonicalObject } from '../row.ts'

/** The request with this value at a dotted path. */
export function withValue(request: CanonicalObject, path: string, value: unknown): CanonicalObject {
  const names = path.split('.')
  const last = names.pop() ?? ''
  const copy: CanonicalObject = { ...request }
  let target = copy
  for (const name of names) {
    const group: CanonicalObject = { ...(target[name] as CanonicalObject | undefined) }
    target[name] = group
    target = group
  }
  target[last] = value
  return copy
}
