// The differences of a change, member by member, for its audit log entry.
import { isDeepStrictEqual } from 'node:util'

export interface ValueChange {
  readonly before: unknown
  readonly after: unknown
}

/** Members that differ, by name; undefined when none does. A member that did not exist before is null. */
export function diffMembers(before: object, after: object): Readonly<Record<string, ValueChange>> | undefined {
  const [old, fresh] = [before, after].map((value) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>)
  const names = new Set([...Object.keys(old ?? {}), ...Object.keys(fresh ?? {})])
  const changes = [...names]
    .filter((name) => !isDeepStrictEqual(old?.[name], fresh?.[name]))
    .map((name) => [name, { before: old?.[name] ?? null, after: fresh?.[name] ?? null }] as const)
  return changes.length === 0 ? undefined : Object.fromEntries(changes)
}
