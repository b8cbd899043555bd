// Every example is a request the gateway would take, in every version from 15 to 100.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isRejection } from '../../kernel/rejection.ts'
import { catalogue } from '../../requests/catalogue.ts'
import { isJsonObject, parseJson } from '../json/json.ts'
import { compile, contractFor, type Operation, versions } from '../operation.ts'
import { FieldError } from '../row.ts'
import { exampleFor } from './examples.ts'

const everyVersion = Array.from({ length: versions.newest - versions.oldest + 1 }, (_, i) => versions.oldest + i)

describe('examples', () => {
  for (const operation of catalogue) {
    it(`of ${operation.name} are accepted in every version`, () => {
      for (const version of everyVersion) assert.equal(refusalOf(operation, version), undefined, `version ${version}`)
    })

    it(`of ${operation.name} have the identifiers of the path, and no others`, () => {
      for (const version of everyVersion) {
        const { ids } = exampleFor(operation.name, version)
        assert.deepEqual(Object.keys(ids).toSorted(), Object.keys(operation.route.ids).toSorted())
        for (const [id, { row }] of Object.entries(operation.route.ids)) {
          assert.ok(row.kind === 'FIELD')
          assert.ok(!(row.type.read(ids[id] ?? '') instanceof FieldError), `${id} ${ids[id]}`)
        }
      }
    })

    it(`of ${operation.name} have a body where the method has one, which names the operation where it must`, () => {
      const { body } = exampleFor(operation.name, versions.newest)
      assert.equal(
        body !== undefined,
        operation.route.methods.some((method) => method === 'PUT' || method === 'POST'),
      )
      assert.equal(body?.['apiOperation'], operation.route.byApiOperation ? operation.name : undefined)
    })
  }
})

function refusalOf(operation: Operation, version: number): string | undefined {
  const { body = {} } = exampleFor(operation.name, version)
  const json = parseJson(JSON.stringify(body))
  assert.ok(isJsonObject(json))
  const contract = contractFor(operation, version)
  const read = compile(contract).read(json)
  if (isRejection(read)) return `${read.field}: ${read.explanation}`
  const refused = contract.rules?.map((rule) => rule.check(read)).find((each) => each !== undefined)
  return refused && `${refused.field}: ${refused.explanation}`
}
