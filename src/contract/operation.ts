// What an operation of the API is: a route, and one contract for each version that changed it.
import type { Rows } from './row.ts'
import type { Rule } from './rule.ts'

/** Where requests of an operation arrive. Paths are below /api/rest/version/{n}/merchant/{merchantId}. */
export interface Route {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  readonly path: string
  /** Identifiers in the path, by the names the code uses; `field` is the name an error gives them. */
  readonly ids: { readonly [id: string]: { readonly field: string; readonly row: Rows[string] } }
  /** Several operations share the route and the body's apiOperation tells them apart. */
  readonly byApiOperation: boolean
}

export interface Contract {
  readonly request: Rows
  readonly answer: Rows
  /** Checks across fields, in the order they are made. */
  readonly rules?: readonly Rule[]
}

export interface Operation<V extends Readonly<Record<number, Contract>> = Readonly<Record<number, Contract>>> {
  readonly name: OperationName
  readonly route: Route
  /** Each number is the first version that has this contract. */
  readonly versions: V
}

export type OperationName = 'VERIFY' | 'RETRIEVE_ORDER' | 'RETRIEVE_TRANSACTION'

export function operation<const V extends Readonly<Record<number, Contract>>>(row: Operation<V>): Operation<V> {
  return row
}

export const versions = { oldest: 15, newest: 100 } as const

/** The newest contract that is not newer than the version asked for, or the oldest one when all are newer. */
export function contractFor(of: Operation, version: number): Contract {
  const numbers = Object.keys(of.versions).map(Number)
  const known = numbers.filter((number) => number <= version)
  const chosen = known.length > 0 ? Math.max(...known) : Math.min(...numbers)
  const contract = of.versions[chosen]
  if (!contract) throw new Error(`operation ${of.name} has no contract`)
  return contract
}
