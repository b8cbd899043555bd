// Where secrets stand in requests and responses, from the contract's own rows: the log never shows what is at these
// places.

import type { Row, Rows } from '../contract/row.ts'
import { catalogue } from './catalogue.ts'

/** Paths of every secret field of every operation and version, below a prefix. */
export function redactedPaths(prefix: string): readonly string[] {
  const paths = new Set<string>()
  for (const { versions } of catalogue) {
    for (const { request } of Object.values(versions)) {
      for (const path of secretPaths(request)) paths.add(`${prefix}${path}`)
    }
  }
  return [...paths].toSorted()
}

let logPaths: readonly string[] | undefined

/** Of a request in the log. They follow from the contract, which never changes while a process runs. */
export function redactedLogPaths(): readonly string[] {
  logPaths ??= [...redactedPaths('body'), ...redactedPaths('request')]
  return logPaths
}

/** Versions share most of their groups, and every start reads them all: each group is searched once. */
const cachedPaths = new Map<Rows, readonly string[]>()

function secretPaths(rows: Rows): readonly string[] {
  const cached = cachedPaths.get(rows)
  if (cached) return cached
  const paths = Object.entries(rows).flatMap(([name, row]) => rowPaths(row).map((path) => `${memberOf(name)}${path}`))
  cachedPaths.set(rows, paths)
  return paths
}

/** From the row on: empty for a field that is secret itself. */
function rowPaths(row: Row): readonly string[] {
  if (row.kind === 'GROUP') return secretPaths(row.rows)
  if (row.kind === 'LIST') return rowPaths(row.item).map((path) => `[*]${path}`)
  return row.kind === 'FIELD' && row.secret ? [''] : []
}

/** Names such as 3DSecure are no identifiers and need brackets. */
function memberOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `["${name}"]`
}
