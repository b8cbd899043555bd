// Used by the pages of the console, too: it imports nothing.

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
