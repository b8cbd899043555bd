// The body of a request as a caller of one version sends it: for the gateway as the caller of another one that speaks
// the same API. What the version does not list, or does not accept, is left out.
import { combinerOf } from './combine-with-session.ts'
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from './json/json.ts'
import { type Move, makeMoves } from './move.ts'
import type { Contract } from './operation.ts'
import { type CanonicalObject, FieldError, type Row, type Rows } from './row.ts'

/** JSON text. The values of secrets are in it. */
export function writeRequest(contract: Contract, request: object): string {
  const sent = combinerOf(contract).asSpecified(request)
  return jsonText(accepted(contract.request, sent))
}

function accepted(rows: Rows, sent: JsonObject): JsonObject {
  const entries = Object.entries(sent).flatMap(([name, value]) => {
    const row = Object.hasOwn(rows, name) ? rows[name] : undefined
    const fitting = row && acceptedValue(row, value)
    return fitting === undefined ? [] : [[name, fitting] as const]
  })
  return Object.fromEntries(entries)
}

function acceptedValue(row: Row, value: JsonValue): JsonValue | undefined {
  switch (row.kind) {
    case 'FIELD':
      return row.type.read(value) instanceof FieldError ? undefined : value
    case 'GROUP':
      return isJsonObject(value) ? acceptedGroup(row.rows, value) : undefined
    case 'LIST': {
      // A list with a gap would say something else.
      const items = (value as readonly JsonValue[]).map((item) => acceptedValue(row.item, item))
      return items.includes(undefined) ? undefined : (items as readonly JsonValue[])
    }
    case 'MAP':
      return value
  }
}

/** Nothing at all when nothing of it is left, or something that the version requires is not there. */
function acceptedGroup(rows: Rows, sent: JsonObject): JsonObject | undefined {
  const entries = accepted(rows, sent)
  if (Object.keys(entries).length === 0) return undefined
  const isComplete = Object.entries(rows).every(
    ([name, { request }]) => (request !== 'REQUIRED' && request !== 'FIXED') || Object.hasOwn(entries, name),
  )
  return isComplete ? entries : undefined
}

function jsonText(value: JsonValue): string {
  if (value instanceof JsonNumber) return value.text
  if (Array.isArray(value)) return `[${value.map(jsonText).join()}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}:${jsonText(member)}`)
    .join()}}`
}

/**
 * Reads the response of another gateway that speaks the same API into the canonical shape. Newer gateways send more than
 * a version lists: unknown members, and values that the version does not list, are ignored. Secrets come masked, and are
 * not read.
 */
export function readResponse(rows: Rows, body: JsonObject): CanonicalObject {
  const moves: Move[] = []
  const response = readGroup(rows, body, moves)
  makeMoves(moves, response)
  return response
}

function readGroup(rows: Rows, body: JsonObject, moves: Move[]): CanonicalObject {
  const group: CanonicalObject = {}
  for (const [name, value] of Object.entries(body)) {
    const row = Object.hasOwn(rows, name) ? rows[name] : undefined
    const read = row && readValue(row, value, moves)
    if (read === undefined) continue
    group[name] = read
    if (row?.canonical) moves.push({ from: group, name, to: row.canonical.split('.') })
  }
  return group
}

function readValue(row: Row, value: JsonValue, moves: Move[]): unknown {
  switch (row.kind) {
    case 'FIELD': {
      const read = row.secret ? undefined : row.type.read(value)
      return read instanceof FieldError ? undefined : read
    }
    case 'GROUP':
      return isJsonObject(value) ? readGroup(row.rows, value, moves) : undefined
    case 'LIST': {
      if (!Array.isArray(value)) return undefined
      const { item } = row
      const items = (value as readonly JsonValue[]).map((each) => {
        // Places that differ inside a list are counted from the item.
        if (item.kind === 'GROUP') return isJsonObject(each) ? readResponse(item.rows, each) : undefined
        return readValue(item, each, moves)
      })
      return items.filter((each) => each !== undefined)
    }
    case 'MAP':
      return isJsonObject(value) ? value : undefined
  }
}
