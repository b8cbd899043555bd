// Data in, machines out: each contract is compiled once, on first use.
import type { Contract } from './operation.ts'
import { compileReader, type RequestReader } from './read.ts'
import type { Rows } from './row.ts'
import { compileWriter, type ResponseWriter } from './write.ts'

export interface CompiledContract {
  readonly read: RequestReader
  readonly write: ResponseWriter
  /** The name this version has for a canonical field, as errors give it. */
  readonly wireName: (canonicalPath: string) => string
}

const compiled = new WeakMap<Contract, CompiledContract>()

export function compile(contract: Contract): CompiledContract {
  const known = compiled.get(contract)
  if (known) return known
  const made: CompiledContract = {
    read: compileReader(contract.request),
    write: compileWriter(contract.answer),
    wireName: wireNames(contract.request),
  }
  compiled.set(contract, made)
  return made
}

function wireNames(rows: Rows): (canonicalPath: string) => string {
  // A field that the version has under its canonical name keeps that name, even when an older one is accepted beside
  // it.
  const renamed = [...renamings(rows, '')]
    .filter(({ canonical }) => !hasPlace(rows, canonical.split('.')))
    .toSorted((a, b) => b.canonical.length - a.canonical.length)
  return (path) => {
    const found = renamed.find(
      ({ canonical }) => path.startsWith(canonical) && /^($|[.[])/.test(path.slice(canonical.length)),
    )
    return found ? found.wire + path.slice(found.canonical.length) : path
  }
}

function* renamings(rows: Rows, prefix: string): Iterable<{ canonical: string; wire: string }> {
  for (const [name, row] of Object.entries(rows)) {
    const wire = prefix + name
    if (row.canonical) yield { canonical: row.canonical, wire }
    if (row.kind === 'group') yield* renamings(row.rows, `${wire}.`)
  }
}

function hasPlace(rows: Rows, [name = '', ...rest]: readonly string[]): boolean {
  const row = Object.hasOwn(rows, name) ? rows[name] : undefined
  if (!row || row.canonical) return false
  return rest.length === 0 || (row.kind === 'group' && hasPlace(row.rows, rest))
}
