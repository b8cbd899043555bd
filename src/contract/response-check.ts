// Checks a response against the rows of its operation and version: everything always provided is there, every value is
// within its bounds, and nothing is sent that the version does not list. On in every test; a setting elsewhere.
import { Ajv, type ValidateFunction } from 'ajv'
import { errorRows } from './groups/call.ts'
import type { Contract } from './operation.ts'
import type { FieldRow, FieldType, GroupRow, Row, Rows } from './row.ts'

/**
 * What is wrong with a response, one line per fault; empty when nothing is. A payer's device is shown only a part of it.
 */
export function faultsOfResponse(contract: Contract, body: unknown, { isPart = false } = {}): readonly string[] {
  return [...inObject(contract.response, body, '')].filter((each) => !isPart || !each.includes(isLacking))
}

const isLacking = 'must have required property'

export function faultsOfError(body: unknown): readonly string[] {
  return faultsOfRows(errorRows, body)
}

/** The same of any rows. */
export function faultsOfRows(rows: Rows, body: unknown): readonly string[] {
  return [...inObject(rows, body, '')]
}

// The groups are walked and only single values compiled: one validator for all that a version lists takes a third of a
// second to compile, on the first response of each operation and version, and most of it is never used.
function* inObject(rows: Rows, value: unknown, place: string): Iterable<string> {
  if (!isObject(value)) {
    yield fault(place, 'must be object')
    return
  }
  for (const [name, row] of Object.entries(rows)) {
    if (row.response === 'ALWAYS PROVIDED' && !Object.hasOwn(value, name)) yield fault(place, `${isLacking} '${name}'`)
  }
  for (const [name, member] of Object.entries(value)) {
    const row = Object.hasOwn(rows, name) ? rows[name] : undefined
    if (row) yield* inRow(row, member, below(place, name))
    else yield fault(place, `must NOT have additional properties (${name})`)
  }
}

function* inRow(row: Row, value: unknown, place: string): Iterable<string> {
  switch (row.kind) {
    case 'FIELD':
      yield* inField(row, value, place)
      return
    case 'GROUP':
      yield* inObject(row.rows, value, place)
      return
    case 'LIST':
      if (!Array.isArray(value)) yield fault(place, 'must be array')
      else for (const [index, item] of value.entries()) yield* inItem(row.item, item, below(place, String(index)))
      return
    case 'MAP':
      if (!isObject(value)) yield fault(place, 'must be object')
      else for (const [name, member] of Object.entries(value)) yield* inField(row.value, member, below(place, name))
      return
  }
}

function inItem(item: GroupRow | FieldRow, value: unknown, place: string): Iterable<string> {
  return item.kind === 'GROUP' ? inObject(item.rows, value, place) : inField(item, value, place)
}

function* inField({ type }: FieldRow, value: unknown, place: string): Iterable<string> {
  const validate = validatorOf(type)
  if (validate(value)) return
  for (const { message } of validate.errors ?? []) yield fault(place, message ?? 'is wrong')
}

const ajv = new Ajv({ strict: false, allErrors: true, meta: false, validateSchema: false })
const byType = new WeakMap<FieldType, ValidateFunction>()
const bySchema = new Map<string, ValidateFunction>()

/** Many fields have the same bounds, so what is compiled is found by the schema's text. */
function validatorOf(type: FieldType): ValidateFunction {
  const known = byType.get(type)
  if (known) return known
  const text = JSON.stringify(type.responseSchema)
  const validate = bySchema.get(text) ?? ajv.compile(type.responseSchema)
  bySchema.set(text, validate)
  byType.set(type, validate)
  return validate
}

function fault(place: string, message: string): string {
  return `${place || 'response'} ${message}`
}

function below(place: string, name: string): string {
  return place ? `${place}.${name}` : name
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
