// How derivations add to a canonical request: the groups on the way are copied, everything else is shared.
import type { CanonicalObject } from '../row.ts'

/** The request with this value at a dotted path. */
export function withValue(request: CanonicalObject, path: string, value: unknown): CanonicalObject {
  const [name = '', ...rest] = path.split('.')
  const member = rest.length === 0 ? value : withValue((request[name] ?? {}) as CanonicalObject, rest.join('.'), value)
  return { ...request, [name]: member }
}
