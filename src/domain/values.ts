// Nested values, as requests and answers have them: merged.
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
