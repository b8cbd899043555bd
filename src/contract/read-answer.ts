// Reads the answer of another gateway that speaks the same API into the canonical shape. Newer gateways send more than
// a version lists: unknown members, and values that the version does not list, are ignored. Secrets come masked, and are
// not read.
import { isJsonObject, type JsonObject, type JsonValue } from './json/json.ts'
import { type Move, makeMoves } from './move.ts'
import { type CanonicalObject, FieldError, type Row, type Rows } from './row.ts'

export function readAnswer(rows: Rows, body: JsonObject): CanonicalObject {
  const moves: Move[] = []
  const answer = readGroup(rows, body, moves)
  makeMoves(moves, answer)
  return answer
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
        if (item.kind === 'GROUP') return isJsonObject(each) ? readAnswer(item.rows, each) : undefined
        return readValue(item, each, moves)
      })
      return items.filter((each) => each !== undefined)
    }
    case 'MAP':
      return isJsonObject(value) ? value : undefined
  }
}
