// A check across fields of one request. It sees the canonical shape and names fields by their canonical paths.
import type { Rejection } from '../../domain/rejection.ts'
import type { CanonicalObject } from '../row.ts'

export interface ContractRule {
  readonly name: string
  /** One sentence for the reference. */
  readonly says: string
  readonly check: (request: CanonicalObject) => Rejection | undefined
}

// How rules look into a canonical request, whose shape they know only in part.

/** Rules ask for the same few paths with every request. */
const knownPaths = new Map<string, readonly string[]>()

function namesOf(path: string): readonly string[] {
  const known = knownPaths.get(path)
  if (known) return known
  const names = path.split('.')
  knownPaths.set(path, names)
  return names
}

/** The value at a dotted path of the contract, if the request has one. */
export function findValue(request: CanonicalObject, path: string): unknown {
  let value: unknown = request
  for (const name of namesOf(path)) {
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
