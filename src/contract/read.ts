// From rows to a reader: one pass over a request that checks every field in table order and builds the canonical shape.
//
// Listed fields come first, each MISSING before INVALID; unknown fields are looked for only when all listed ones are
// right, and then reported in the order the request has them. One error at a time.
import { mayHoldAccountNumber } from '../domain/card.ts'
import { type Rejection, reject } from '../domain/rejection.ts'
import { Secret } from '../domain/secret.ts'
import { Refused } from './field-types.ts'
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from './json.ts'
import type { FieldRow, GroupRow, ListRow, MapRow, Row, Rows } from './row.ts'

export type CanonicalObject = { [name: string]: unknown }
export type Reader = (request: JsonObject) => CanonicalObject | Rejection

/** What is wrong, and where; the path grows as the finding travels up. */
class Finding {
  path = ''
  readonly reason: 'FIELD_MISSING' | 'FIELD_INVALID' | 'FIELD_UNSUPPORTED'
  readonly explanation: string

  constructor(reason: Finding['reason'], explanation: string) {
    this.reason = reason
    this.explanation = explanation
  }

  within(part: string): this {
    this.path = this.path === '' || this.path.startsWith('[') ? part + this.path : `${part}.${this.path}`
    return this
  }
}

interface Entry {
  readonly name: string
  readonly row: Row
  readonly isRequired: boolean
  /** Path of the canonical place when it is not the row's own. */
  readonly elsewhere?: readonly string[]
  readonly group?: Plan
  readonly item?: Plan
}

interface Plan {
  readonly entries: readonly Entry[]
  readonly byName: ReadonlyMap<string, Entry>
  readonly hasDefaults: boolean
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
    const finding =
      readGroup(plan, request, root, reading) ?? (reading.metUnknown ? findUnknown(plan, request) : undefined)
    return finding ? reject(finding.reason, finding.explanation, { field: finding.path }) : root
  }
}

function planOf(rows: Rows): Plan {
  const entries = Object.entries(rows).map(([name, row]): Entry => {
    return {
      name,
      row,
      isRequired: row.request === 'REQUIRED' || row.request === 'FIXED',
      ...(row.canonical && { elsewhere: row.canonical.split('.') }),
      ...(row.kind === 'group' && { group: planOf(row.rows) }),
      ...(row.kind === 'list' && row.item.kind === 'group' && { item: planOf(row.item.rows) }),
    }
  })
  return {
    entries,
    byName: new Map(entries.map((entry) => [entry.name, entry])),
    hasDefaults: entries.some(({ row }) => row.kind === 'field' && row.default !== undefined),
  }
}

function readGroup(plan: Plan, object: JsonObject, into: CanonicalObject, reading: Reading): Finding | undefined {
  let met = 0
  for (const entry of plan.entries) {
    const value = object[entry.name]
    if (value === undefined || !Object.hasOwn(object, entry.name)) {
      const finding = readAbsent(entry, into, reading)
      if (finding) return finding.within(entry.name)
      continue
    }
    met += 1
    const finding = readPresent(entry, value, into, reading)
    if (finding) return finding.within(entry.name)
  }
  if (met < Object.keys(object).length) reading.metUnknown = true
  return undefined
}

function readAbsent(entry: Entry, into: CanonicalObject, reading: Reading): Finding | undefined {
  const { row, group } = entry
  if (row.kind === 'field' && row.default !== undefined) place(entry, row.default, into, reading)
  if (!entry.isRequired) return undefined
  // A missing group is reported by the first of its fields that is required, if one is.
  const inside = group && readGroup(group, {}, {}, { root: {}, metUnknown: false })
  return inside ?? new Finding('FIELD_MISSING', 'Mandatory parameter is missing.')
}

function readPresent(entry: Entry, value: JsonValue, into: CanonicalObject, reading: Reading): Finding | undefined {
  const { row } = entry
  switch (row.kind) {
    case 'field':
      return readField(row, value, (read) => place(entry, read, into, reading))
    case 'group':
      return readNested(entry, row, value, into, reading)
    case 'list':
      return readList(entry, row, value, into, reading)
    case 'map':
      return readMap(entry, row, value, into, reading)
  }
}

function readField(row: FieldRow, value: JsonValue, keep: (read: unknown) => void): Finding | undefined {
  const read = row.type.read(value)
  if (read instanceof Refused) return invalid(row, value, read.reason)
  keep(row.secret ? new Secret(row.secret, read as string) : read)
  return undefined
}

function readNested(
  entry: Entry,
  row: GroupRow,
  value: JsonValue,
  into: CanonicalObject,
  reading: Reading,
): Finding | undefined {
  if (!isJsonObject(value)) return invalid(row, value, 'must be a JSON object')
  const nested: CanonicalObject = {}
  const finding = readGroup(entry.group ?? planOf(row.rows), value, nested, reading)
  if (finding) return finding
  // A group whose fields all live elsewhere leaves nothing here.
  if (Object.keys(nested).length > 0) place(entry, nested, into, reading)
  return undefined
}

function readList(
  entry: Entry,
  row: ListRow,
  value: JsonValue,
  into: CanonicalObject,
  reading: Reading,
): Finding | undefined {
  if (!Array.isArray(value)) return invalid(row, value, 'must be a JSON array')
  const items: unknown[] = []
  for (const [index, element] of (value as readonly JsonValue[]).entries()) {
    const finding = readItem(entry, row.item, element, items, reading)
    if (finding) return finding.within(`[${index}]`)
  }
  place(entry, items, into, reading)
  return undefined
}

function readItem(
  entry: Entry,
  item: FieldRow | GroupRow,
  element: JsonValue,
  items: unknown[],
  reading: Reading,
): Finding | undefined {
  if (item.kind === 'field') return readField(item, element, (read) => items.push(read))
  if (!isJsonObject(element)) return invalid(item, element, 'must be a JSON object')
  const nested: CanonicalObject = {}
  const local: Reading = { root: nested, metUnknown: false }
  const finding = readGroup(entry.item ?? planOf(item.rows), element, nested, local)
  if (local.metUnknown) reading.metUnknown = true
  if (!finding) items.push(nested)
  return finding
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
  for (const name of names) {
    if (name.length > row.nameLengthMax || !/^[0-9A-Za-z]+$/.test(name))
      return new Finding(
        'FIELD_INVALID',
        `The name of a custom field may hold 0-9, a-z and A-Z, and at most ${row.nameLengthMax} of them.`,
      ).within(shownName(name))
    const finding = readField(row.value, value[name] ?? null, (text) => {
      read[name] = text
    })
    if (finding) return finding.within(name)
  }
  const bytes = Object.values(read).reduce((sum: number, text) => sum + Buffer.byteLength(text as string), 0)
  if (row.bytesMax !== undefined && bytes > row.bytesMax)
    return invalid(row, value, `must not hold more than ${row.bytesMax} bytes in all, but holds ${bytes}`)
  place(entry, read, into, reading)
  return undefined
}

function place(entry: Entry, value: unknown, into: CanonicalObject, reading: Reading): void {
  if (!entry.elsewhere) {
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
  if (isGroup(present) && isGroup(value)) Object.assign(present, value)
  else target[name] = value
}

function isGroup(value: unknown): value is CanonicalObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Secret)
}

function findUnknown(plan: Plan, object: JsonObject): Finding | undefined {
  for (const [name, value] of Object.entries(object)) {
    const entry = plan.byName.get(name)
    if (!entry) return new Finding('FIELD_UNSUPPORTED', 'Unexpected parameter.').within(shownName(name))
    const finding = findUnknownWithin(entry, value)
    if (finding) return finding.within(name)
  }
  return undefined
}

function findUnknownWithin(entry: Entry, value: JsonValue): Finding | undefined {
  if (entry.group && isJsonObject(value)) return findUnknown(entry.group, value)
  if (!entry.item || !Array.isArray(value)) return undefined
  for (const [index, element] of (value as readonly JsonValue[]).entries()) {
    const finding = isJsonObject(element) ? findUnknown(entry.item, element) : undefined
    if (finding) return finding.within(`[${index}]`)
  }
  return undefined
}

function invalid(row: Row, value: JsonValue, reason: string): Finding {
  const shown = row.kind === 'field' && !row.secret ? shownValue(value) : undefined
  return new Finding('FIELD_INVALID', `${shown ? `Value '${shown}' is invalid.` : 'Value is invalid.'} It ${reason}.`)
}

const shownLengthMax = 100

/** A value as an explanation may show it: short, printable, and never anything that could be an account number. */
function shownValue(value: JsonValue): string | undefined {
  const text = value instanceof JsonNumber ? value.text : typeof value === 'boolean' ? String(value) : value
  if (typeof text !== 'string' || text === '' || mayHoldAccountNumber(text)) return undefined
  return printable(text)
}

/** Names come from the request too, so they are shown with the same care. */
export function shownName(name: string): string {
  return mayHoldAccountNumber(name) ? 'x'.repeat(Math.min(name.length, 16)) : printable(name)
}

function printable(text: string): string {
  const clean = text.toWellFormed().replace(/\p{Cc}/gu, '\ufffd')
  return clean.length > shownLengthMax ? `${[...clean].slice(0, shownLengthMax).join('')}...` : clean
}
