// Nested values, as requests and answers have them: merged, and without what is undefined.
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

type OptionalNames<Members> = { [Name in keyof Members]: undefined extends Members[Name] ? Name : never }[keyof Members]

/** The type of an object without its members that may be undefined: those become optional. */
type WithoutUndefined<Members> = Omit<Members, OptionalNames<Members>> & {
  [Name in OptionalNames<Members>]?: Exclude<Members[Name], undefined>
}

/** A copy without the members whose value is undefined, so that an absent value is an absent member. */
export function omitUndefined<Members extends object>(members: Members): WithoutUndefined<Members> {
  const present: Partial<Members> = {}
  for (const name in members) if (members[name] !== undefined) present[name] = members[name]
  return present as WithoutUndefined<Members>
}
