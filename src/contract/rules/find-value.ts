// How rules look into a canonical request, whose shape they know only in part.
import type { CanonicalObject } from '../read.ts'

/** The value at a dotted path, if the request has one. */
export function findValue(request: CanonicalObject, path: string): unknown {
  let value: unknown = request
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as CanonicalObject)[name]
  }
  return value
}

/** The text at a dotted path: enumerations, amounts and other strings. */
export function findText(request: CanonicalObject, path: string): string | undefined {
  const value = findValue(request, path)
  return typeof value === 'string' ? value : undefined
}
