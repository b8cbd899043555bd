// What an operation of the API is: a route, and one contract for each version that changed it.
import type { TransactionType } from '../domain/payments/transaction-type.ts'
import type { Derivation } from './derivation.ts'
import type { Rows } from './row.ts'
import type { ContractRule } from './rule.ts'

/** Where requests of an operation arrive. Paths are below /api/rest/version/{n}/merchant/{merchantId}. */
export interface Route {
  /** Usually one; where older clients send another method, that one too. */
  readonly methods: readonly RouteMethod[]
  readonly path: string
  /** Identifiers in the path, by the names the code uses; `field` is the name an error gives them. */
  readonly ids: { readonly [id: string]: { readonly field: string; readonly row: Rows[string] } }
  /**
   * Several operations share the route, and the body's apiOperation distinguishes them. One operation of a shared route
   * may do without: it is the default when the body names none.
   */
  readonly byApiOperation: boolean
}

export type RouteMethod = 'GET' | 'PUT' | 'POST' | 'DELETE'

export interface Contract {
  readonly request: Rows
  readonly answer: Rows
  /** Checks across fields, in the order in which they are made. */
  readonly rules?: readonly ContractRule[]
  /** What follows from the fields once they have passed, in the order it is worked out. */
  readonly derivations?: readonly Derivation[]
  readonly traits?: Traits
}

/** How a contract wants its operation to behave where versions differ in more than their fields. */
export interface Traits {
  /** A refund must name its target when there are several candidates, instead of taking from the oldest. */
  readonly needsRefundTarget?: boolean
  /** The kinds of transaction that can be returned; all of them without it. */
  readonly kinds?: readonly TransactionType[]
  /**
   * Of a session for a page: the version in which the page pays, whose contract accepts what the session may contain.
   */
  readonly paysInVersion?: number
  /** The session that it names receives the result, so nothing need be in it yet. */
  readonly fillsSession?: boolean
}

export interface Operation<V extends Readonly<Record<number, Contract>> = Readonly<Record<number, Contract>>> {
  readonly name: OperationName
  readonly route: Route
  /** Each number is the first version that has this contract. */
  readonly versions: V
}

export type OperationName =
  | 'AUTHENTICATE_PAYER'
  | 'AUTHORIZE'
  | 'CAPTURE'
  | 'CHECK_3DS_ENROLLMENT'
  | 'CLOSE_BATCH'
  | 'CONFIRM_BROWSER_PAYMENT'
  | 'CREATE_CHECKOUT_SESSION'
  | 'CREATE_OR_UPDATE_TOKEN'
  | 'CREATE_PAYMENT_PAGE_SESSION'
  | 'CREATE_SESSION'
  | 'CREATE_TOKEN'
  | 'DELETE_TOKEN'
  | 'INITIATE_AUTHENTICATION'
  | 'INITIATE_BROWSER_PAYMENT'
  | 'INITIATE_CHECKOUT'
  | 'PAY'
  | 'PAYMENT_OPTIONS_INQUIRY'
  | 'PROCESS_ACS_RESULT'
  | 'REFUND'
  | 'RETRIEVE_3DS_RESULT'
  | 'RETRIEVE_AGREEMENT'
  | 'RETRIEVE_EVENTS'
  | 'RETRIEVE_ORDER'
  | 'RETRIEVE_SESSION'
  | 'RETRIEVE_TOKEN'
  | 'RETRIEVE_TRANSACTION'
  | 'SEARCH_TOKENS'
  | 'TOKENIZE_BROWSER_PAYMENT'
  | 'UPDATE_AUTHORIZATION'
  | 'UPDATE_BROWSER_PAYMENT'
  | 'UPDATE_SESSION'
  | 'VERIFY'
  | 'VOID'

export function operation<const V extends Readonly<Record<number, Contract>>>(row: Operation<V>): Operation<V> {
  return row
}

export const versions = { oldest: 15, newest: 100 } as const

/** The newest contract that is not newer than the requested version, or the oldest one when all are newer. */
export function contractFor(of: Operation, version: number): Contract {
  const chosen = chosenContracts.get(of)?.get(version)
  if (chosen) return chosen
  const contract = chooseContract(of, version)
  chosenContracts.set(of, (chosenContracts.get(of) ?? new Map()).set(version, contract))
  return contract
}

/** Every request asks; there are few answers. */
const chosenContracts = new Map<Operation, Map<number, Contract>>()

function chooseContract(of: Operation, version: number): Contract {
  const numbers = Object.keys(of.versions).map(Number)
  const known = numbers.filter((number) => number <= version)
  const chosen = known.length > 0 ? Math.max(...known) : Math.min(...numbers)
  const contract = of.versions[chosen]
  if (!contract) throw new Error(`operation ${of.name} has no contract`)
  return contract
}
