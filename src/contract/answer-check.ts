// Checks an answer against the rows of its operation and version: everything always provided is there, every value is
// within its bounds, and nothing is sent that the version does not list. On in every test; a setting elsewhere.
import { Ajv, type ValidateFunction } from 'ajv'
import { type TProperties, type TSchema, Type } from 'typebox'
import { errorRows } from './groups/error.ts'
import type { Contract } from './operation.ts'
import type { Row, Rows } from './row.ts'

const ajv = new Ajv({ strict: false, allErrors: true })
const compiled = new WeakMap<Rows, ValidateFunction>()

/** What is wrong with an answer, one line a fault; empty when nothing is. */
export function faultsOfAnswer(contract: Contract, body: unknown): readonly string[] {
  return faultsOf(contract.answer, body)
}

export function faultsOfError(body: unknown): readonly string[] {
  return faultsOf(errorRows, body)
}

function faultsOf(rows: Rows, body: unknown): readonly string[] {
  const validate = compiled.get(rows) ?? ajv.compile(answerSchema(rows))
  compiled.set(rows, validate)
  if (validate(body)) return []
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const extra = 'additionalProperty' in params ? ` (${String(params['additionalProperty'])})` : ''
    return `${instancePath.slice(1).replaceAll('/', '.') || 'answer'} ${message}${extra}`
  })
}

/** The JSON Schema of what a set of rows may answer. */
export function answerSchema(rows: Rows): TSchema {
  const properties: TProperties = {}
  for (const [name, row] of Object.entries(rows)) {
    const schema = rowSchema(row)
    properties[name] = row.answer === 'ALWAYS PROVIDED' ? schema : Type.Optional(schema)
  }
  return Type.Object(properties, { additionalProperties: false })
}

function rowSchema(row: Row): TSchema {
  switch (row.kind) {
    case 'field':
      return row.type.answerSchema
    case 'group':
      return answerSchema(row.rows)
    case 'list':
      return Type.Array(row.item.kind === 'group' ? answerSchema(row.item.rows) : row.item.type.answerSchema)
    case 'map':
      return Type.Object({}, { additionalProperties: row.value.type.answerSchema })
  }
}
