// Nested values, as requests and responses have them: merged, and found by path.
import { Secret } from './secret.ts'

export type Values = { readonly [name: string]: unknown }

/**
 * Groups are merged member by member; a list, a secret and any other value replaces the one below. Neither side is
 * changed.
 */
export function mergeValues<Below extends object, Above extends object>(below: Below, above: Above): Below & Above {
  const joined = { ...below } as Record<string, unknown>
  for (const name in above) {
    const value: unknown = above[name]
    const present = Object.hasOwn(joined, name) ? joined[name] : undefined
    joined[name] = isGroup(present) && isGroup(value) ? mergeValues(present, value) : value
  }
  return joined as Below & Above
}

export function isGroup(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Secret)
}

/** Paths are written in the code: the same few are asked for with every request. */
const knownPaths = new Map<string, readonly string[]>()

function namesOf(path: string): readonly string[] {
  const cached = knownPaths.get(path)
  if (cached) return cached
  const names = path.split('.')
  knownPaths.set(path, names)
  return names
}

/** The value at a dotted path, if there is one. */
export function findValue(values: Values, path: string): unknown {
  let value: unknown = values
  for (const name of namesOf(path)) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Values)[name]
  }
  return value
}

/** The text at a dotted path: enumerations, amounts and other strings. */
export function findText(values: Values, path: string): string | undefined {
  const value = findValue(values, path)
  return typeof value === 'string' ? value : undefined
}
