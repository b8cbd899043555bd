// A request that a session completes: the sent values are read on their own, overlaid on the session's, and written
// again as if all of them had been sent in the caller's version. Reading that finds whatever is missing or does not
// fit.

import type { Rejection } from '../kernel/rejection.ts'
import { Secret } from '../kernel/secret.ts'
import { isGroup } from '../kernel/values.ts'
import { JsonNumber, type JsonObject, type JsonValue } from './json/json.ts'
import type { Contract } from './operation.ts'
import { compileReader, type RequestReader } from './read.ts'
import type { CanonicalObject, FieldRow, GroupRow, ListRow, MapRow, Row, Rows } from './row.ts'

export interface Combiner {
  /** Reads what was sent, which need not be complete. Takes the body apart. */
  readPart(body: JsonObject): CanonicalObject | Rejection
  /** The values of a canonical request that the contract lists, under the names it has for them. */
  asSent(request: object): JsonObject
  /** The same for another gateway, which may know nothing of what this one accepts for compatibility. */
  asSpecified(request: object): JsonObject
}

const combiners = new WeakMap<Contract, Combiner>()

export function combinerOf(contract: Contract): Combiner {
  const known = combiners.get(contract)
  if (known) return known
  const readPart: RequestReader = compileReader(relaxed(contract.request))
  const places = placesOf(contract.request)
  const ownPlaces = placesOf(contract.request, { prefersOwnRows: true })
  const made: Combiner = {
    readPart,
    asSent: (request) => written(places, request as CanonicalObject),
    asSpecified: (request) => written(ownPlaces, request as CanonicalObject),
  }
  combiners.set(contract, made)
  return made
}

/** Nothing is required of a part, and a default must not hide the session's value. Lists are sent whole. */
function relaxed(rows: Rows): Rows {
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, relaxedRow(row)]))
}

function relaxedRow(row: Row): Row {
  if (row.kind === 'GROUP') return { ...row, request: 'OPTIONAL', rows: relaxed(row.rows) }
  if (row.kind !== 'FIELD') return { ...row, request: 'OPTIONAL' }
  const { default: _, ...plain } = row
  return { ...plain, request: 'OPTIONAL' }
}

/** Where the canonical shape has a version's fields: a tree of canonical names, with the version's path at its ends. */
interface PathNode {
  end?: { readonly wire: readonly string[]; readonly row: FieldRow | ListRow | MapRow; readonly items?: PathNode }
  readonly inside: Map<string, PathNode>
}

function placesOf(rows: Rows, { prefersOwnRows = false } = {}): PathNode {
  const root: PathNode = { inside: new Map() }
  // What a version has under the canonical name is written there, also when it takes an older name beside it; of two
  // older names, under the one that has room for more.
  const bestFirst = [...endsOf(rows, [], [])].toSorted(
    (a, b) =>
      (prefersOwnRows ? Number(isAdded(a)) - Number(isAdded(b)) : 0) ||
      Number(a.isRenamed) - Number(b.isRenamed) ||
      roomOf(b.row) - roomOf(a.row),
  )
  for (const { canonical, wire, row } of bestFirst) {
    const place = placeAt(root, canonical)
    place.end ??= { wire, row, ...(row.kind === 'LIST' && hasGroups(row) && { items: placesOf(row.item.rows) }) }
  }
  return root
}

function isAdded({ row }: PathEnd): boolean {
  return row.isCompatibility === true
}

function hasGroups(row: ListRow): row is ListRow<GroupRow> {
  return row.item.kind === 'GROUP'
}

function roomOf(row: Row): number {
  return row.kind === 'LIST' && hasGroups(row) ? Object.keys(row.item.rows).length : 0
}

interface PathEnd {
  readonly canonical: readonly string[]
  readonly wire: readonly string[]
  readonly row: FieldRow | ListRow | MapRow
  readonly isRenamed: boolean
}

function* endsOf(rows: Rows, wire: readonly string[], canonical: readonly string[]): Iterable<PathEnd> {
  for (const [name, row] of Object.entries(rows)) {
    if (row.withoutEffect) continue
    const sent = [...wire, name]
    const remaining = row.canonical?.split('.') ?? [...canonical, name]
    if (row.kind === 'GROUP') yield* endsOf(row.rows, sent, remaining)
    else yield { canonical: remaining, wire: sent, row, isRenamed: remaining.join('.') !== sent.join('.') }
  }
}

function placeAt(root: PathNode, path: readonly string[]): PathNode {
  let place = root
  for (const name of path) {
    const next: PathNode = place.inside.get(name) ?? { inside: new Map() }
    place.inside.set(name, next)
    place = next
  }
  return place
}

/** Follows the values, which are few, not the table, which is long. */
function written(places: PathNode, values: CanonicalObject): JsonObject {
  const sent: Record<string, unknown> = {}
  write(places, values, sent)
  return sent as JsonObject
}

function write({ inside }: PathNode, values: CanonicalObject, sent: Record<string, unknown>): void {
  for (const name in values) {
    const value = values[name]
    const place = inside.get(name)
    if (value === undefined || !place) continue
    if (place.end) put(sent, place.end.wire, onWire(place.end, value))
    else if (isGroup(value)) write(place, value, sent)
  }
}

function onWire({ row, items }: NonNullable<PathNode['end']>, value: unknown): JsonValue {
  if (row.kind === 'MAP') return value as JsonObject
  if (row.kind === 'FIELD') return fieldOnWire(row, value)
  const { item } = row
  return (value as readonly unknown[]).map((each) =>
    items ? written(items, each as CanonicalObject) : fieldOnWire(item as FieldRow, each),
  )
}

function fieldOnWire({ type }: FieldRow, value: unknown): JsonValue {
  if (value instanceof Secret) return value.open()
  if (type.write) return type.write(value)
  const isNumber = typeof value === 'number' || (type.writtenAsNumber && type.name.startsWith('Integer'))
  return isNumber ? new JsonNumber(String(value)) : (value as string | boolean)
}

function put(sent: Record<string, unknown>, path: readonly string[], value: JsonValue): void {
  let target = sent
  for (const name of path.slice(0, -1)) {
    target[name] ??= {}
    target = target[name] as Record<string, unknown>
  }
  target[path.at(-1) ?? ''] = value
}
