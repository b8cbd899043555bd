// Tests generated from the rows: for every field of every operation and version, values at its bounds are accepted, and
// values just outside, of the wrong kind or at a place that does not exist are refused with the field's own name.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { type Field, fieldsOf } from '../../src/contract/fields.ts'
import { type JsonObject, parseJson } from '../../src/contract/json/json.ts'
import { type Contract, compile } from '../../src/contract/operation.ts'
import { isRejection } from '../../src/kernel/rejection.ts'
import { catalogue } from '../../src/requests/catalogue.ts'
import { bodyWith, leastBody } from '../support/builders/bodies.ts'
import { newFields } from '../support/builders/new-fields.ts'
import { samplesOf } from '../support/builders/samples.ts'

let checks = 0
const isNew = newFields()

function read(contract: Contract, body: string) {
  checks += 1
  return compile(contract).read(parseJson(body) as JsonObject)
}

/** `order.item[n].name` as an error names it; of a map, the member or the map itself. */
function isNamed(found: string | undefined, { name, row }: Field): boolean {
  const exact = name.replaceAll('[n]', '[0]')
  if (row.kind !== 'MAP') return found === exact
  const map = exact.replace(/\.X$/, '')
  return found === map || (found?.startsWith(`${map}.`) ?? false)
}

function checkField(contract: Contract, field: Field): void {
  const samples = samplesOf(field.row)
  assert.ok(samples.accepted.length > 0 && samples.refused.length > 0, field.name)
  const tried = isNew(field) ? undefined : 1
  const [accepted, refused] = [samples.accepted.slice(0, tried), samples.refused.slice(0, tried)]
  for (const text of accepted) {
    const result = read(contract, bodyWith(contract.request, field.name, text))
    assert.ok(
      !isRejection(result),
      `${field.name} = ${text.slice(0, 80)}: ${isRejection(result) && result.explanation}`,
    )
  }
  for (const text of refused) {
    const result = read(contract, bodyWith(contract.request, field.name, text))
    assert.ok(isRejection(result), `${field.name} = ${text} should be refused`)
    assert.equal(result.validationType, 'INVALID', `${field.name} = ${text}`)
    assert.ok(isNamed(result.field, field), `${field.name} = ${text} is reported as ${result.field}`)
  }
  if (field.row.request === 'REQUIRED' || field.row.request === 'FIXED') checkMissing(contract, field)
  checkUnsupported(contract, field)
}

/** The field left out, in a body that has everything else. */
function checkMissing(contract: Contract, { name }: Field): void {
  // Its neighbour keeps the group from being empty, and so absent; being unknown, it is reported after all others.
  const result = read(contract, bodyWith(contract.request, name, 'null,"unknown":"x"'))
  assert.ok(isRejection(result) && result.validationType === 'MISSING', `${name} left out`)
  assert.equal(result.field, name.replaceAll('[n]', '[0]'))
}

/** A neighbour with a name that no version has. */
function checkUnsupported(contract: Contract, { name, row }: Field): void {
  if (row.kind === 'MAP') return
  const neighbour = name.endsWith(']') ? `${name.slice(0, -3)}Unknown` : `${name}Unknown`
  const result = read(contract, bodyWith(contract.request, neighbour, '"x"'))
  assert.ok(isRejection(result) && result.validationType === 'UNSUPPORTED', neighbour)
  assert.equal(result.field, neighbour.replaceAll('[n]', '[0]'))
}

for (const { name, versions } of catalogue) {
  describe(`every field of ${name}`, () => {
    for (const [version, contract] of Object.entries(versions)) {
      it(`keeps its bounds from version ${version} on`, () => {
        const least = read(contract, leastBody(contract.request))
        assert.ok(!isRejection(least), `the least body: ${isRejection(least) && least.field}`)
        for (const field of fieldsOf(contract.request)) checkField(contract, field)
      })
    }
  })
}

after(() => {
  console.log(`# ${checks} values were read`)
})
