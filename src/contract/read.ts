// From rows to a reader: one pass over a request that checks every field and builds the canonical shape.
//
// The pass follows the request, which is short, not the table, which is long. It still reports the first error in table
// order, each field MISSING before INVALID; unknown fields are searched for only when all listed ones are right, and
// then reported in the order of the request. One error at a time.
//
// The request was parsed for this pass alone, so it becomes the canonical shape in place: most values stay as they are,
// and a new object for each group would cost more than all the checks.

import { asSentence, type Explanation, explain, followedBy } from '../kernel/explanation.ts'
import { type Rejection, reject } from '../kernel/rejection.ts'
import { Secret } from '../kernel/secret.ts'
import { isJsonObject, type JsonObject, type JsonValue } from './json/json.ts'
import { type Move, makeMoves } from './move.ts'
import { printableName, printableValue } from './printable.ts'
import { meantField, planOf, type ReadingEntry, type ReadingPlan } from './reading-plan.ts'
import {
  type CanonicalObject,
  FieldError,
  type FieldRow,
  type GroupRow,
  type MapRow,
  type Row,
  type Rows,
} from './row.ts'

/** Takes a request apart: what was given is the canonical shape afterwards, or useless. */
export type RequestReader = (request: JsonObject) => CanonicalObject | Rejection

/**
 * What is wrong, and where; the path grows as the finding travels up. The text is built only for the one that is
 * reported.
 */
class Finding {
  path = ''
  readonly reason: 'FIELD_MISSING' | 'FIELD_INVALID' | 'FIELD_UNSUPPORTED'
  readonly explain: () => Explanation

  constructor(reason: Finding['reason'], explain: () => Explanation) {
    this.reason = reason
    this.explain = explain
  }

  within(part: string): this {
    this.path = this.path === '' || this.path.startsWith('[') ? part + this.path : `${part}.${this.path}`
    return this
  }
}

/** What one reading gathers beside the values themselves. */
interface Reading {
  metUnknown: boolean
  /** Values that live at another place than the one they were sent at, or nowhere. */
  moves: Move[] | undefined
}

export function compileReader(rows: Rows): RequestReader {
  const plan = planOf(rows)
  return (request) => {
    const root = request as CanonicalObject
    const reading: Reading = { metUnknown: false, moves: undefined }
    let finding = readGroup(plan, root, reading)
    if (!finding && reading.metUnknown) finding = findUnknown(plan, request)
    if (finding) return reject(finding.reason, finding.explain(), { field: finding.path })
    makeMoves(reading.moves, root)
    return root
  }
}

function readGroup(plan: ReadingPlan, group: CanonicalObject, reading: Reading): Finding | undefined {
  let first: Finding | undefined
  let firstIndex = Number.POSITIVE_INFINITY
  for (const name in group) {
    const entry = plan.byName.get(name)
    if (entry === undefined) {
      reading.metUnknown = true
      continue
    }
    // Behind the first fault nothing can matter any more.
    if (entry.index > firstIndex) continue
    const value = group[name] as JsonValue
    if (holdsNothing(entry, value)) {
      delete group[name]
      continue
    }
    const { to, row } = entry
    if (to !== undefined) reading.moves = [...(reading.moves ?? []), { from: group, name, to }]
    const finding = row.withoutEffect
      ? readApart(entry, value, group, reading)
      : readEntry(entry, value, group, reading)
    if (finding && entry.index < firstIndex) {
      first = finding.within(name)
      firstIndex = entry.index
    }
  }
  for (const entry of plan.required) {
    if (entry.index < firstIndex && !Object.hasOwn(group, entry.name)) {
      first = missing(entry).within(entry.name)
      firstIndex = entry.index
    }
  }
  for (const { name, row } of plan.defaulted) {
    if (!Object.hasOwn(group, name)) group[name] = (row as FieldRow).default
  }
  return first
}

/** An empty list in the place of a group or a map, as some languages write one without members, or nothing but such members. */
function holdsNothing({ row, nested }: ReadingEntry, value: JsonValue): boolean {
  if (row.kind !== 'GROUP' && row.kind !== 'MAP') return false
  if (Array.isArray(value)) return value.length === 0
  if (!nested || !isJsonObject(value)) return false
  for (const name in value) {
    const entry = nested.byName.get(name)
    if (!entry || !holdsNothing(entry, value[name] as JsonValue)) return false
  }
  return true
}

/** A missing group is reported by the first of its fields that is required, if one is. */
function missing({ row, nested }: ReadingEntry): Finding {
  const inside = row.kind === 'GROUP' && nested?.required[0]
  if (inside) return missing(inside).within(inside.name)
  return new Finding('FIELD_MISSING', () => explain('Mandatory parameter is missing.'))
}

function readEntry(
  { name, row, nested }: ReadingEntry,
  value: JsonValue,
  group: CanonicalObject,
  reading: Reading,
): Finding | undefined {
  switch (row.kind) {
    case 'FIELD': {
      const read = readField(row, value)
      if (read instanceof Finding) return read
      if (read !== value) group[name] = read
      return undefined
    }
    case 'GROUP':
      if (!isJsonObject(value) || !nested) return invalid(row, value, explain('must be a JSON object'))
      return readGroup(nested, value as CanonicalObject, reading)
    case 'LIST':
      if (!Array.isArray(value)) return invalid(row, value, explain('must be a JSON array'))
      return readList(row.item, nested, value as unknown[], reading)
    case 'MAP':
      if (!isJsonObject(value)) return invalid(row, value, explain('must be a JSON object'))
      return readMap(row, value)
  }
}

/** Checked like any other, but nothing in it moves: all of it will be dropped. */
function readApart(
  entry: ReadingEntry,
  value: JsonValue,
  group: CanonicalObject,
  reading: Reading,
): Finding | undefined {
  const apart: Reading = { metUnknown: false, moves: undefined }
  const finding = readEntry(entry, value, group, apart)
  if (apart.metUnknown) reading.metUnknown = true
  return finding
}

function readField(row: FieldRow, value: JsonValue): unknown {
  const read = row.type.read(value)
  if (read instanceof FieldError) return invalid(row, value, read.explained)
  return row.secret === undefined ? read : new Secret(row.secret, read as string)
}

function readList(
  item: FieldRow | GroupRow,
  nested: ReadingPlan | undefined,
  items: unknown[],
  reading: Reading,
): Finding | undefined {
  for (let index = 0; index < items.length; index += 1) {
    const element = items[index] as JsonValue
    const read = item.kind === 'FIELD' ? readField(item, element) : readItem(item, nested, element, reading)
    if (read instanceof Finding) return read.within(`[${index}]`)
    items[index] = read
  }
  return undefined
}

/** Places that differ inside a list are counted from the item. */
function readItem(item: GroupRow, nested: ReadingPlan | undefined, element: JsonValue, reading: Reading): unknown {
  if (!isJsonObject(element) || !nested) return invalid(item, element, explain('must be a JSON object'))
  const local: Reading = { metUnknown: false, moves: undefined }
  const finding = readGroup(nested, element as CanonicalObject, local)
  if (local.metUnknown) reading.metUnknown = true
  if (!finding) makeMoves(local.moves, element as CanonicalObject)
  return finding ?? element
}

function readMap(row: MapRow, map: JsonObject): Finding | undefined {
  const names = Object.keys(map)
  if (row.entriesMax !== undefined && names.length > row.entriesMax)
    return invalid(
      row,
      map,
      explain('must not have more than {max} members, but has {count}', { max: row.entriesMax, count: names.length }),
    )
  let bytes = 0
  for (const name of names) {
    if (name.length > row.nameLengthMax || !/^[0-9A-Za-z]+$/.test(name))
      return wrongName(row).within(printableName(name))
    const text = readField(row.value, map[name] ?? null)
    if (text instanceof Finding) return text.within(printableName(name))
    bytes += Buffer.byteLength(text as string)
  }
  if (row.bytesMax !== undefined && bytes > row.bytesMax)
    return invalid(
      row,
      map,
      explain('must not hold more than {max} bytes in all, but holds {bytes}', { max: row.bytesMax, bytes }),
    )
  return undefined
}

function wrongName({ nameLengthMax }: MapRow): Finding {
  return new Finding('FIELD_INVALID', () =>
    explain('The name of a custom field may hold 0-9, a-z and A-Z, and at most {max} of them.', {
      max: nameLengthMax,
    }),
  )
}

function findUnknown(plan: ReadingPlan, object: JsonObject, whole = plan): Finding | undefined {
  for (const [name, value] of Object.entries(object)) {
    const entry = plan.byName.get(name)
    if (!entry) return unknown(name, plan, whole).within(printableName(name))
    const finding = findUnknownWithin(entry, value, whole)
    if (finding) return finding.within(name)
  }
  return undefined
}

function findUnknownWithin({ nested }: ReadingEntry, value: JsonValue, whole: ReadingPlan): Finding | undefined {
  if (!nested) return undefined
  if (!Array.isArray(value)) return isJsonObject(value) ? findUnknown(nested, value, whole) : undefined
  for (const [index, element] of (value as readonly JsonValue[]).entries()) {
    const finding = isJsonObject(element) ? findUnknown(nested, element, whole) : undefined
    if (finding) return finding.within(`[${index}]`)
  }
  return undefined
}

function invalid(row: Row, value: JsonValue, reason: Explanation): Finding {
  return new Finding('FIELD_INVALID', () => {
    const shown = row.kind === 'FIELD' && !row.secret ? printableValue(value) : undefined
    const start = shown ? explain("Value '{value}' is invalid.", { value: shown }) : explain('Value is invalid.')
    return followedBy(start, asSentence(reason))
  })
}

function unknown(name: string, plan: ReadingPlan, whole: ReadingPlan): Finding {
  return new Finding('FIELD_UNSUPPORTED', () => {
    const meant = meantField(name, plan, whole)
    return meant === undefined
      ? explain('Unexpected parameter.')
      : explain('Unexpected parameter. Did you mean {field}?', { field: meant })
  })
}
