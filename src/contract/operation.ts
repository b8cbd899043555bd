// What an operation of the API is: a route, and one contract for each version that changed it.
import type { TransactionType } from '../kernel/transaction-type.ts'
import {
  acceptingCompatibility,
  type CompatibilityRow,
  type EmptyText,
  type OlderPlace,
} from './compatibility/accepting.ts'
import { compatibilityTable } from './compatibility/table.ts'
import { compileReader, type RequestReader } from './read.ts'
import type { Rows } from './row.ts'
import type { ContractRule, Derivation } from './rules/rule.ts'
import { compileWriter, type ResponseWriter } from './write.ts'

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

type RouteMethod = 'GET' | 'PUT' | 'POST' | 'DELETE'

export interface Contract {
  readonly request: Rows
  readonly response: Rows
  /** Checks across fields, in the order in which they are made. */
  readonly rules?: readonly ContractRule[]
  /** What follows from the fields once they have passed, in the order it is worked out. */
  readonly derivations?: readonly Derivation[]
  readonly traits?: OperationTraits
  /** Where older clients send values that the contract has elsewhere. */
  readonly olderPlaces?: readonly OlderPlace[]
  readonly emptyTexts?: readonly EmptyText[]
  /** What requests may contain beyond the specification, as the reference lists it. */
  readonly alsoAccepted?: readonly CompatibilityRow[]
}

/** How a contract wants its operation to behave where versions differ in more than their fields. */
export interface OperationTraits {
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
  | 'DELETE_PAYMENT_LINK'
  | 'DELETE_TOKEN'
  | 'DISABLE_PAYMENT_LINK'
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
  | 'RETRIEVE_PAYMENT_LINK'
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

export const versions = { oldest: 15, newest: 100 } as const

/** An operation as the specification has it, with what its contracts accept for compatibility. */
export function operation<const V extends Readonly<Record<number, Contract>>>(row: Operation<V>): Operation<V> {
  const { name, versions: contracts } = row
  return { ...row, versions: acceptingCompatibility(name, contracts, { table: compatibilityTable, served: versions }) }
}

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

/** True when the operation can be completed by a session. */
export function takesSession({ request }: Contract): boolean {
  const { session } = request
  return session?.kind === 'GROUP' && Object.hasOwn(session.rows, 'id')
}

/** Data in, machines out: each contract is compiled once, on first use. */
interface CompiledContract {
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
    write: compileWriter(contract.response),
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
    if (row.kind === 'GROUP') yield* renamings(row.rows, `${wire}.`)
  }
}

function hasPlace(rows: Rows, [name = '', ...rest]: readonly string[]): boolean {
  const row = Object.hasOwn(rows, name) ? rows[name] : undefined
  if (!row || row.canonical) return false
  return rest.length === 0 || (row.kind === 'GROUP' && hasPlace(row.rows, rest))
}
