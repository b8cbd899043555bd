// The OpenAPI of every version against the reader of that version: they grow from the same rows and must agree.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv, type ValidateFunction } from 'ajv'
import { fieldsOf } from '../../src/contract/fields.ts'
import { contractFor, type Operation, versions } from '../../src/contract/operation.ts'
import { openApiDocument } from '../../src/docs/openapi.ts'
import { catalogue } from '../../src/requests/catalogue.ts'
import { bodyWith } from '../support/builders/bodies.ts'
import { newFields } from '../support/builders/new-fields.ts'
import { samplesOf } from '../support/builders/samples.ts'

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const texts = new Map<number, string>()

/** A copy of its own for each caller; the document is made once, which takes longer. */
function documentOf(version: number): Document {
  const text = texts.get(version) ?? JSON.stringify(openApiDocument(version, '0.0.0'))
  texts.set(version, text)
  return JSON.parse(text) as Document
}

/** The names of all fields a schema has, written as the contract writes them. */
function* namesIn(document: Document, schema: Schema, prefix: string): Iterable<string> {
  const resolved = schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema
  if (!resolved) throw new Error(`${schema.$ref} leads nowhere`)
  if (resolved.properties) {
    for (const [name, member] of Object.entries(resolved.properties))
      yield* namesIn(document, member, prefix + (prefix ? '.' : '') + name)
  } else if (resolved.items) yield* namesIn(document, resolved.items, `${prefix}[n]`)
  else if (typeof resolved.additionalProperties === 'object') yield `${prefix}.X`
  else yield prefix
}

/** Schemas of hundreds of fields are compiled for a few values each: shared parts once, without polishing the code. */
const ajv = new Ajv({ strict: false, inlineRefs: false, messages: false, code: { optimize: false } })

/** What a schema of a version's document takes. Each document is made and read once: they are large. */
function validatorOf(version: number, name: string): ValidateFunction {
  const key = `version-${version}`
  if (!(key in ajv.schemas)) ajv.addSchema(documentOf(version), key)
  return ajv.getSchema(`${key}#/components/schemas/${name}`) ?? assert.fail(`${key} has no ${name}`)
}

/** Every version in which some operation's contract changes; the documents between them differ in nothing but a number. */
const steps = [...new Set([versions.oldest, versions.newest, ...catalogue.flatMap(stepsOf)])].toSorted((a, b) => a - b)

function stepsOf(operation: Operation): readonly number[] {
  return Object.keys(operation.versions).map(Number)
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1 in every version that changes something', async () => {
    const validator = new Validator()
    for (const version of steps) {
      const { valid, errors } = await validator.validate({ ...documentOf(version) })
      assert.ok(valid, `version ${version}: ${JSON.stringify(errors)}`)
    }
  })

  it('gives each operation a short name of its own, from which generators name functions', () => {
    for (const version of steps) {
      const { paths } = documentOf(version)
      const names = Object.values(paths).flatMap((item) =>
        Object.values(item).flatMap(({ operationId }) => (operationId === undefined ? [] : [operationId])),
      )
      assert.ok(names.includes('sendTransaction') && names.includes('createSession') && names.includes('retrieveOrder'))
      assert.equal(new Set(names).size, names.length, String(names))
      for (const name of names) assert.match(name, /^[a-z][A-Za-z0-9]{3,30}$/)
    }
  })

  it('names exactly the fields that the reader and the writer of that version have', () => {
    for (const version of steps) {
      const document = documentOf(version)
      for (const operation of catalogue) {
        const contract = contractFor(operation, version)
        for (const [side, component] of [
          ['request', 'request'],
          ['response', 'answer'],
        ] as const) {
          if (side === 'request' && operation.route.methods.every((method) => method === 'GET' || method === 'DELETE'))
            continue
          const named = [...namesIn(document, { $ref: `/${operation.name}-${component}` }, '')].toSorted()
          const had = [...fieldsOf(contract[side])].map(({ name }) => name).toSorted()
          assert.deepEqual(named, had, `${operation.name} ${side} in version ${version}`)
        }
      }
    }
  })

  const isNew = newFields()
  for (const operation of catalogue) {
    if (operation.route.methods.every((method) => method === 'GET' || method === 'DELETE')) continue
    // That the reader takes these values, and no such field, is in every-field.test.ts.
    it(`takes for ${operation.name} what the reader takes, and no field it does not know`, () => {
      for (const step of stepsOf(operation)) {
        const contract = contractFor(operation, step)
        const validate = validatorOf(step, `${operation.name}-request`)
        for (const field of fieldsOf(contract.request)) {
          const { name, row } = field
          for (const text of samplesOf(row).accepted.slice(0, isNew(field) ? undefined : 1)) {
            const body = bodyWith(contract.request, name, text)
            assert.ok(
              validate(JSON.parse(body)),
              `${name} = ${text.slice(0, 80)} in ${step}: ${JSON.stringify(validate.errors)}`,
            )
          }
          if (row.kind === 'MAP') continue
          const unknown = bodyWith(contract.request, `${name.replace(/\[n\]$/, '')}Unknown`, '"x"')
          assert.ok(!validate(JSON.parse(unknown)), `${name}Unknown in ${step}`)
        }
      }
    })
  }
})
