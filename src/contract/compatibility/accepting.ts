// Contracts with what they accept for compatibility. A row that a contract has is never replaced or made narrower.

import { isDeepStrictEqual } from 'node:util'
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../json/json.ts'
import type { FieldRow, GroupRow, Row, Rows } from '../row.ts'

// What clients send beyond the specification, as rows: what is accepted, by which operations and versions, and why.

/** The part of a contract that compatibility adds to. */
interface ExtensibleContract {
  readonly request: Rows
  readonly response: Rows
  readonly olderPlaces?: readonly OlderPlace[]
  readonly emptyTexts?: readonly EmptyText[]
  readonly alsoAccepted?: readonly CompatibilityRow[]
}

interface CompatibilityScope {
  readonly operations: readonly string[]
  /** The first and the last version. */
  readonly versions: readonly [first: number, last: number]
  /** Dotted, as the contract writes it; `item[n]` enters the items of a list. */
  readonly path: string
  /** One sentence for the reference: what is accepted, and how it is understood. */
  readonly purpose: string
}

/** A row for contracts that do not have it. One that they have stays as it is. */
export interface AddedRow extends CompatibilityScope {
  readonly kind: 'ROW'
  readonly side: 'request' | 'response'
  readonly row: Row
}

/** Another form of the values of a row that contracts have, within the same bounds. */
export interface AddedForm extends CompatibilityScope {
  readonly kind: 'FORM'
  readonly side: 'request'
  readonly form: (row: FieldRow) => FieldRow
}

/** An older place of a value whose row is elsewhere, and may be required there. */
export interface OlderPlace extends CompatibilityScope {
  readonly kind: 'PLACE'
  readonly side: 'request'
  /** Where the contract has its row. */
  readonly movesTo: string
  /** There, clients send the digits of an integer as text, too. */
  readonly takesDigits?: true
}

/** An empty text of an optional field, which counts as absent. */
export interface EmptyText extends CompatibilityScope {
  readonly kind: 'EMPTY'
  readonly side: 'request'
}

export type CompatibilityRow = AddedRow | AddedForm | OlderPlace | EmptyText

type Contracts = Readonly<Record<number, ExtensibleContract>>

/** The contracts of an operation with what each accepts in addition, by the first version that each holds for. */
export function acceptingCompatibility<C extends Contracts>(
  name: string,
  contracts: C,
  { table, served }: { readonly table: readonly CompatibilityRow[]; readonly served: ServedVersions },
): C {
  const rows = table.filter(({ operations }) => operations.some((each) => each === name))
  if (rows.length === 0) return contracts
  const own = Object.keys(contracts).map(Number)
  const oldest = Math.min(...own)
  const bounds = rows.flatMap(({ versions: [first, last] }) => [first, last + 1])
  const candidates = [...new Set([served.oldest, ...own, ...bounds])]
    .filter((version) => version <= served.newest)
    .toSorted((a, b) => a - b)
  const steps = candidates.map((version): Step => {
    const base = contracts[Math.max(oldest, ...own.filter((each) => each <= version))]
    if (!base) throw new Error(`operation ${name} has no contract`)
    return {
      version,
      base,
      accepted: rows.filter(({ versions: [first, last] }) => first <= version && version <= last),
    }
  })
  const changes = steps.filter((step, index) => !isSame(steps[index - 1], step))
  const [first, second] = changes
  // The oldest contract also serves the versions before it, and keeps its number where all of them are alike.
  const isOldest = first !== undefined && (second === undefined || second.version > oldest)
  return Object.fromEntries(
    changes.map((step) => [isOldest && step === first ? oldest : step.version, extended(step)]),
  ) as unknown as C
}

interface ServedVersions {
  readonly oldest: number
  readonly newest: number
}

interface Step {
  readonly version: number
  readonly base: ExtensibleContract
  readonly accepted: readonly CompatibilityRow[]
}

function isSame(before: Step | undefined, { base, accepted }: Step): boolean {
  if (before?.base !== base || before.accepted.length !== accepted.length) return false
  return accepted.every((row, index) => row === before.accepted[index])
}

function extended({ base, accepted }: Step): ExtensibleContract {
  const contract = { ...base }
  const olderPlaces = []
  const emptyTexts = []
  for (const row of accepted) {
    if (row.kind === 'PLACE') olderPlaces.push(row)
    else if (row.kind === 'EMPTY') emptyTexts.push(row)
    else if (row.side === 'response') contract.response = changed(contract.response, row, row.path.split('.'))
    else contract.request = changed(contract.request, row, row.path.split('.'))
  }
  const alsoAccepted = accepted.filter(({ side }) => side === 'request')
  return {
    ...contract,
    olderPlaces,
    emptyTexts,
    alsoAccepted,
  }
}

/** Operations share most of their groups: each is changed once, and shared as before. */
const changedRows = new WeakMap<Rows, Map<CompatibilityRow, Rows>>()

function changed(rows: Rows, row: AddedRow | AddedForm, path: readonly string[]): Rows {
  const known = changedRows.get(rows)?.get(row)
  if (known) return known
  const made = change(rows, row, path)
  changedRows.set(rows, (changedRows.get(rows) ?? new Map()).set(row, made))
  return made
}

function change(rows: Rows, row: AddedRow | AddedForm, [step = '', ...rest]: readonly string[]): Rows {
  const name = step.replace(/\[n\]$/, '')
  const present = rows[name]
  if (rest.length > 0) return { ...rows, [name]: changedInside(present, row, rest) }
  if (row.kind === 'ROW') return present ? rows : withRow(rows, name, { ...row.row, isCompatibility: true })
  if (present?.kind !== 'FIELD') throw new Error(`there is no field ${row.path}`)
  return { ...rows, [name]: row.form(present) }
}

function changedInside(present: Row | undefined, row: AddedRow | AddedForm, rest: readonly string[]): Row {
  if (present?.kind === 'GROUP') return { ...present, rows: changed(present.rows, row, rest) }
  if (present?.kind === 'LIST' && present.item.kind === 'GROUP') {
    const item: GroupRow = { ...present.item, rows: changed(present.item.rows, row, rest) }
    return { ...present, item }
  }
  throw new Error(`there is no group for ${row.path}`)
}

/** In alphabetical order, as the tables have it. */
function withRow(rows: Rows, name: string, row: Row): Rows {
  const entries = Object.entries(rows)
  const at = entries.findIndex(([each]) => each > name)
  return Object.fromEntries(entries.toSpliced(at < 0 ? entries.length : at, 0, [name, row]))
}

// Values that older clients send at another place than the contract has them: moved before the request is read, so that
// presence and bounds are those of the contract's own row. Empty texts that stand for no value are left out here, too.

interface MovedBody {
  readonly body: JsonObject
  /** The name under which a field was sent, for errors. */
  readonly sentName: (field: string) => string
}

/** What a request has at older places, at the contract's own. Where both have a value and they differ, the older one stays,
 * and is refused as unknown: the gateway does not choose between two amounts. */
export function withoutOlderPlaces(
  { olderPlaces = [], emptyTexts = [] }: Pick<ExtensibleContract, 'olderPlaces' | 'emptyTexts'>,
  body: JsonObject,
): MovedBody {
  const moved: OlderPlace[] = []
  let result = body
  for (const { path } of emptyTexts) {
    const names = path.split('.')
    if (valueAt(result, names) === '') result = without(result, names)
  }
  for (const place of olderPlaces) {
    const [from, to] = [place.path.split('.'), place.movesTo.split('.')]
    const value = asNumber(valueAt(result, from), place)
    if (value === undefined || value === null || !mayHold(result, to, value)) continue
    result = withValue(without(result, from), to, value)
    moved.push(place)
  }
  const sentName = (field: string) => moved.find(({ movesTo }) => movesTo === field)?.path ?? field
  return { body: result, sentName }
}

function asNumber(value: JsonValue | undefined, { takesDigits }: OlderPlace): JsonValue | undefined {
  return takesDigits && typeof value === 'string' && /^[0-9]{1,15}$/.test(value) ? new JsonNumber(value) : value
}

function valueAt(value: JsonValue | undefined, [name, ...rest]: readonly string[]): JsonValue | undefined {
  if (name === undefined) return value
  return isGroup(value) && Object.hasOwn(value, name) ? valueAt(value[name], rest) : undefined
}

/** Nothing is there, or the same; and the groups around it are groups. */
function mayHold(body: JsonObject, path: readonly string[], value: JsonValue): boolean {
  const present = valueAt(body, path)
  if (present !== undefined && present !== null) return isDeepStrictEqual(present, value)
  return path.slice(0, -1).every((_, index) => {
    const group = valueAt(body, path.slice(0, index + 1))
    return group === undefined || group === null || isGroup(group)
  })
}

function without(body: JsonObject, [name = '', ...rest]: readonly string[]): JsonObject {
  const { [name]: present, ...others } = body
  if (rest.length === 0 || !isGroup(present)) return others
  const remaining = without(present, rest)
  return Object.keys(remaining).length > 0 ? { ...others, [name]: remaining } : others
}

function withValue(body: JsonObject, [name = '', ...rest]: readonly string[], value: JsonValue): JsonObject {
  if (rest.length === 0) return { ...body, [name]: value }
  const present = Object.hasOwn(body, name) ? body[name] : undefined
  return { ...body, [name]: withValue(isGroup(present) ? present : {}, rest, value) }
}

function isGroup(value: JsonValue | undefined): value is JsonObject {
  return value !== undefined && isJsonObject(value)
}
