// From rows to a reader: one pass over a request that checks every field and builds the canonical shape.
//
// The pass follows the request, which is short, not the table, which is long. What is reported is the first error in
// table order all the same, each field MISSING before INVALID; unknown fields are looked for only when all listed ones
// are right, and then reported in the order the request has them. One error at a time.
import { mayHoldAccountNumber } from '../domain/card.ts'
import { type Rejection, reject } from '../domain/rejection.ts'
import { Secret } from '../domain/secret.ts'
import { Refused } from './field-types.ts'
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from './json.ts'
import type { FieldRow, GroupRow, MapRow, Row, Rows } from './row.ts'

export type CanonicalObject = { [name: string]: unknown }
export type Reader = (request: JsonObject) => CanonicalObject | Rejection

/** What is wrong, and where; the path grows as the finding travels up. Words are found only for the one that is told. */
class Finding {
  path = ''
  readonly reason: 'FIELD_MISSING' | 'FIELD_INVALID' | 'FIELD_UNSUPPORTED'
  readonly explain: () => string

  constructor(reason: Finding['reason'], explain: () => string) {
    this.reason = reason
    this.explain = explain
  }

  within(part: string): this {
    this.path = this.path === '' || this.path.startsWith('[') ? part + this.path : `${part}.${this.path}`
    return this
  }
}

interface Entry {
  readonly name: string
  readonly row: Row
  /** Position in the table. */
  readonly index: number
  /** Path of the canonical place when it is not the row's own. */
  readonly elsewhere: readonly string[] | undefined
  /** Of a group, or of the items of a list of groups. */
  readonly nested: Plan | undefined
}

interface Plan {
  readonly byName: ReadonlyMap<string, Entry>
  readonly required: readonly Entry[]
  readonly defaulted: readonly Entry[]
}

/** What one reading gathers: where the canonical root is, and whether an unlisted name was met. */
interface Reading {
  readonly root: CanonicalObject
  metUnknown: boolean
}

export function compileReader(rows: Rows): Reader {
  const plan = planOf(rows)
  return (request) => {
    const root: CanonicalObject = {}
    const reading: Reading = { root, metUnknown: false }
    let finding = readGroup(plan, request, root, reading)
    if (!finding && reading.metUnknown) finding = findUnknown(plan, request)
    return finding ? reject(finding.reason, finding.explain(), { field: finding.path }) : root
  }
}

function planOf(rows: Rows): Plan {
  const entries = Object.entries(rows).map(
    ([name, row], index): Entry => ({
      name,
      row,
      index,
      elsewhere: row.canonical?.split('.'),
      nested: nestedPlan(row),
    }),
  )
  return {
    byName: new Map(entries.map((entry) => [entry.name, entry])),
    required: entries.filter(({ row }) => row.request === 'REQUIRED' || row.request === 'FIXED'),
    defaulted: entries.filter(({ row }) => row.kind === 'field' && row.default !== undefined),
  }
}

function nestedPlan(row: Row): Plan | undefined {
  if (row.kind === 'group') return planOf(row.rows)
  return row.kind === 'list' && row.item.kind === 'group' ? planOf(row.item.rows) : undefined
}

function readGroup(plan: Plan, object: JsonObject, into: CanonicalObject, reading: Reading): Finding | undefined {
  let first: Finding | undefined
  let firstIndex = Number.POSITIVE_INFINITY
  for (const name in object) {
    const entry = plan.byName.get(name)
    if (entry === undefined) {
      reading.metUnknown = true
      continue
    }
    const finding = readEntry(entry, object[name] as JsonValue, into, reading)
    if (finding && entry.index < firstIndex) {
      first = finding.within(name)
      firstIndex = entry.index
    }
  }
  for (const entry of plan.required) {
    if (entry.index < firstIndex && !Object.hasOwn(object, entry.name)) {
      first = missing(entry).within(entry.name)
      firstIndex = entry.index
    }
  }
  for (const entry of plan.defaulted) {
    if (!Object.hasOwn(object, entry.name)) place(entry, (entry.row as FieldRow).default, into, reading)
  }
  return first
}

/** A missing group is reported by the first of its fields that is required, if one is. */
function missing({ row, nested }: Entry): Finding {
  const inside = row.kind === 'group' && nested?.required[0]
  if (inside) return missing(inside).within(inside.name)
  return new Finding('FIELD_MISSING', () => 'Mandatory parameter is missing.')
}

function readEntry(entry: Entry, value: JsonValue, into: CanonicalObject, reading: Reading): Finding | undefined {
  const { row } = entry
  switch (row.kind) {
    case 'field': {
      const read = readField(row, value)
      if (read instanceof Finding) return read
      place(entry, read, into, reading)
      return undefined
    }
    case 'group':
      return readNested(entry, row, value, into, reading)
    case 'list':
      return readList(entry, row.item, value, into, reading)
    case 'map':
      return readMap(entry, row, value, into, reading)
  }
}

function readField(row: FieldRow, value: JsonValue): unknown {
  const read = row.type.read(value)
  if (read instanceof Refused) return invalid(row, value, read.reason)
  return row.secret === undefined ? read : new Secret(row.secret, read as string)
}

function readNested(
  entry: Entry,
  row: GroupRow,
  value: JsonValue,
  into: CanonicalObject,
  reading: Reading,
): Finding | undefined {
  if (!isJsonObject(value) || !entry.nested) return invalid(row, value, 'must be a JSON object')
  const nested: CanonicalObject = {}
  const finding = readGroup(entry.nested, value, nested, reading)
  if (finding) return finding
  // A group whose fields all live elsewhere leaves nothing here.
  if (!isEmpty(nested)) place(entry, nested, into, reading)
  return undefined
}

function readList(
  entry: Entry,
  item: FieldRow | GroupRow,
  value: JsonValue,
  into: CanonicalObject,
  reading: Reading,
): Finding | undefined {
  if (!Array.isArray(value)) return invalid(entry.row, value, 'must be a JSON array')
  const items: unknown[] = []
  for (const [index, element] of (value as readonly JsonValue[]).entries()) {
    const read = item.kind === 'field' ? readField(item, element) : readItem(entry, item, element, reading)
    if (read instanceof Finding) return read.within(`[${index}]`)
    items.push(read)
  }
  place(entry, items, into, reading)
  return undefined
}

function readItem({ nested }: Entry, item: GroupRow, element: JsonValue, reading: Reading): CanonicalObject | Finding {
  if (!isJsonObject(element) || !nested) return invalid(item, element, 'must be a JSON object')
  const read: CanonicalObject = {}
  const local: Reading = { root: read, metUnknown: false }
  const finding = readGroup(nested, element, read, local)
  if (local.metUnknown) reading.metUnknown = true
  return finding ?? read
}

function readMap(
  entry: Entry,
  row: MapRow,
  value: JsonValue,
  into: CanonicalObject,
  reading: Reading,
): Finding | undefined {
  if (!isJsonObject(value)) return invalid(row, value, 'must be a JSON object')
  const names = Object.keys(value)
  if (row.entriesMax !== undefined && names.length > row.entriesMax)
    return invalid(row, value, `must not have more than ${row.entriesMax} members, but has ${names.length}`)
  const read: CanonicalObject = Object.create(null)
  let bytes = 0
  for (const name of names) {
    if (name.length > row.nameLengthMax || !/^[0-9A-Za-z]+$/.test(name)) return wrongName(row).within(shownName(name))
    const text = readField(row.value, value[name] ?? null)
    if (text instanceof Finding) return text.within(name)
    read[name] = text
    bytes += Buffer.byteLength(text as string)
  }
  if (row.bytesMax !== undefined && bytes > row.bytesMax)
    return invalid(row, value, `must not hold more than ${row.bytesMax} bytes in all, but holds ${bytes}`)
  place(entry, read, into, reading)
  return undefined
}

function wrongName({ nameLengthMax }: MapRow): Finding {
  return new Finding(
    'FIELD_INVALID',
    () => `The name of a custom field may hold 0-9, a-z and A-Z, and at most ${nameLengthMax} of them.`,
  )
}

function place(entry: Entry, value: unknown, into: CanonicalObject, reading: Reading): void {
  if (entry.elsewhere === undefined) {
    merge(into, entry.name, value)
    return
  }
  let target = reading.root
  for (const name of entry.elsewhere.slice(0, -1)) {
    target[name] ??= {}
    target = target[name] as CanonicalObject
  }
  merge(target, entry.elsewhere.at(-1) ?? entry.name, value)
}

/** Two wire groups may fill one canonical group, so a group that is already there is completed, not replaced. */
function merge(target: CanonicalObject, name: string, value: unknown): void {
  const present = target[name]
  if (present !== undefined && isGroup(present) && isGroup(value)) {
    for (const member in value) merge(present, member, value[member])
  } else {
    target[name] = value
  }
}

function isGroup(value: unknown): value is CanonicalObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Secret)
}

function isEmpty(object: CanonicalObject): boolean {
  for (const _ in object) return false
  return true
}

function findUnknown(plan: Plan, object: JsonObject): Finding | undefined {
  for (const [name, value] of Object.entries(object)) {
    const entry = plan.byName.get(name)
    if (!entry) return new Finding('FIELD_UNSUPPORTED', () => 'Unexpected parameter.').within(shownName(name))
    const finding = findUnknownWithin(entry, value)
    if (finding) return finding.within(name)
  }
  return undefined
}

function findUnknownWithin({ nested }: Entry, value: JsonValue): Finding | undefined {
  if (!nested) return undefined
  if (!Array.isArray(value)) return isJsonObject(value) ? findUnknown(nested, value) : undefined
  for (const [index, element] of (value as readonly JsonValue[]).entries()) {
    const finding = isJsonObject(element) ? findUnknown(nested, element) : undefined
    if (finding) return finding.within(`[${index}]`)
  }
  return undefined
}

function invalid(row: Row, value: JsonValue, reason: string): Finding {
  return new Finding('FIELD_INVALID', () => {
    const shown = row.kind === 'field' && !row.secret ? shownValue(value) : undefined
    return `${shown ? `Value '${shown}' is invalid.` : 'Value is invalid.'} It ${reason}.`
  })
}

const shownLengthMax = 100

/** A value as an explanation may show it: short, printable, and never anything that could be an account number. */
function shownValue(value: JsonValue): string | undefined {
  const text = value instanceof JsonNumber ? value.text : typeof value === 'boolean' ? String(value) : value
  if (typeof text !== 'string' || text === '' || mayHoldAccountNumber(text)) return undefined
  return printable(text)
}

/** Names come from the request too, so they are shown with the same care; an empty one is shown as two quotes. */
export function shownName(name: string): string {
  if (name === '') return "''"
  return mayHoldAccountNumber(name) ? 'x'.repeat(Math.min(name.length, 16)) : printable(name)
}

function printable(text: string): string {
  const clean = text.toWellFormed().replace(/\p{Cc}/gu, '\ufffd')
  return clean.length > shownLengthMax ? `${[...clean].slice(0, shownLengthMax).join('')}...` : clean
}
