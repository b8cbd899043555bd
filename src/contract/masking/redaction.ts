// Where secrets stand in requests and answers, from the contract's own rows: the log never shows what is at these
// places.
import { catalogue } from '../catalogue.ts'
import type { Row, Rows } from '../row.ts'

/** Paths of every secret field of every operation and version, below a prefix. */
export function redactedPaths(prefix: string): readonly string[] {
  const paths = new Set<string>()
  for (const { versions } of catalogue) {
    for (const { request } of Object.values(versions)) {
      for (const path of secretPaths(request, prefix)) paths.add(path)
    }
  }
  return [...paths].toSorted()
}

function* secretPaths(rows: Rows, prefix: string): Iterable<string> {
  for (const [name, row] of Object.entries(rows)) yield* rowPaths(row, `${prefix}${memberOf(name)}`)
}

function* rowPaths(row: Row, path: string): Iterable<string> {
  if (row.kind === 'field' && row.secret) yield path
  if (row.kind === 'group') yield* secretPaths(row.rows, path)
  if (row.kind === 'list') yield* rowPaths(row.item, `${path}[*]`)
}

/** Names such as 3DSecure are no identifiers and need brackets. */
function memberOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `["${name}"]`
}
