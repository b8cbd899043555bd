// Converts a form whose fields have dotted names, such as order.item[0].name, to the corresponding JSON object.
import { JsonNumber, type JsonObject, type JsonValue } from '../../contract/json/json.ts'
import { printableName } from '../../contract/printable.ts'
import type { Row, Rows } from '../../contract/row.ts'
import { type Rejection, reject } from '../../kernel/rejection.ts'
import type { Form } from './read-form.ts'

type Tree = { [name: string]: string | Tree }

const partsMax = 12

/** Every value of a form is text; the rows say what is a number, a flag or a list. Empty fields count as absent. */
export function readDottedForm(form: Form, rows: Rows): JsonObject | Rejection {
  const root: Tree = Object.create(null)
  for (const [name, value] of form) {
    if (value === '') continue
    const parts = name.replaceAll(/\[(\d{1,3})\]/g, '.$1').split('.')
    const last = parts.pop() ?? ''
    let target: Tree = root
    for (const part of parts.slice(0, partsMax)) {
      target[part] ??= Object.create(null) as Tree
      const next = target[part]
      if (typeof next === 'string') return givenTwice(name)
      target = next
    }
    if (last in target) return givenTwice(name)
    target[last] = value
  }
  return groupOf(root, rows)
}

function givenTwice(name: string): Rejection {
  return reject('FIELD_INVALID', 'The field is given twice.', { field: printableName(name) })
}

function groupOf(tree: Tree, rows: Rows): JsonObject {
  const group: Record<string, JsonValue> = Object.create(null)
  for (const [name, value] of Object.entries(tree)) group[name] = jsonOf(value, rows[name])
  return group
}

/** For an unknown field, a value that the reader will refuse. */
function jsonOf(value: string | Tree, row: Row | undefined): JsonValue {
  if (typeof value === 'string') return row?.kind === 'FIELD' ? fieldOf(value, row.type.name) : value
  if (row?.kind === 'LIST') return Object.values(value).map((item) => jsonOf(item, row.item))
  return groupOf(value, row?.kind === 'GROUP' ? row.rows : {})
}

function fieldOf(value: string, type: string): JsonValue {
  if (type === 'Integer' && /^-?\d{1,20}$/.test(value)) return new JsonNumber(value)
  if (type === 'Boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}
