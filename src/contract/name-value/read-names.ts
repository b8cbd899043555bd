// From names to the shape that JSON has: the rows say which values are numbers and booleans. Everything else about a value
// is for the contract's reader, which is the same for both.
import { JsonNumber, type JsonObject, type JsonValue } from '../json/json.ts'
import type { Row, Rows } from '../row.ts'
import { type NameGroup, NameList, type NameNode } from './name-tree.ts'

/** Names that no row has stay as they are: the reader refuses them by name. */
export function readNames(names: NameGroup, rows: Rows): JsonObject {
  const object: Record<string, JsonValue> = {}
  for (const [name, node] of names) object[name] = valueOfNode(node, Object.hasOwn(rows, name) ? rows[name] : undefined)
  return object
}

function valueOfNode(node: NameNode, row: Row | undefined): JsonValue {
  if (typeof node === 'string') return row?.kind === 'FIELD' ? fieldValue(node, row.type.name) : node
  if (node instanceof NameList) {
    const item = row?.kind === 'LIST' ? row.item : undefined
    // The indexes have no gaps.
    return Array.from(node.items, (_, index) => valueOfNode(node.items.get(index) ?? '', item))
  }
  return readNames(node, row?.kind === 'GROUP' ? row.rows : {})
}

const integerPattern = /^(?:0|-?[1-9][0-9]{0,19})$/

/** A text that is no number or boolean stays a text, which the row refuses. */
function fieldValue(text: string, type: string): JsonValue {
  if (type === 'Integer' && integerPattern.test(text)) return new JsonNumber(text)
  if (type === 'Boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
