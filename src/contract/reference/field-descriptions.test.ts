// Everything in the reference has a description, and every description is used.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { catalogue } from '../../requests/catalogue.ts'
import { entriesOf, fieldsOf } from '../fields.ts'
import { errorRows } from '../groups/call.ts'
import type { OperationName } from '../operation.ts'
import type { Rows } from '../row.ts'
import { operationSentences } from './descriptions/operations.ts'
import { describedAs, describedNames, descriptionOf } from './field-descriptions.ts'

interface Place {
  readonly name: string
  readonly operation: OperationName
}

function* placesOf(rows: Rows, operation: OperationName): Iterable<Place> {
  for (const { name } of entriesOf(rows)) yield { name, operation }
}

const places: readonly Place[] = catalogue.flatMap(({ name, versions, route }) => [
  ...Object.values(route.ids).map(({ field }) => ({ name: field, operation: name })),
  ...Object.values(versions).flatMap(({ request, response }) => [
    ...placesOf(request, name),
    ...placesOf(response, name),
    ...placesOf(errorRows, name),
  ]),
])

describe('descriptions', () => {
  it('exist for every group and field of every operation and version', () => {
    const missing = places.filter(({ name, operation }) => descriptionOf(name, operation) === undefined)
    assert.deepEqual([...new Set(missing.map(({ name, operation }) => `${operation} ${name}`))], [])
  })

  it('are found by every field name that the list of fields gives', () => {
    for (const { name: operation, versions } of catalogue)
      for (const { request, response } of Object.values(versions))
        for (const { name } of [...fieldsOf(request), ...fieldsOf(response)])
          assert.ok(descriptionOf(name, operation), `${operation} ${name}`)
  })

  it('exist for every operation', () => {
    for (const { name } of catalogue) assert.ok(descriptionOf(name), name)
  })

  it('are all in use, and none is written twice under one name', () => {
    const used = new Set([
      ...Object.keys(operationSentences),
      ...places.map(({ name, operation }) => describedAs(name, operation)),
    ])
    assert.deepEqual(
      describedNames.filter((name) => !used.has(name)),
      [],
    )
    assert.equal(new Set(describedNames).size, describedNames.length)
  })

  it('are sentences: a capital or a name first, a full stop last, no more than two lines', () => {
    for (const name of describedNames) {
      const sentence = descriptionOf(name) ?? ''
      assert.match(sentence, /^[A-Z].*\.$/s, name)
      assert.ok(sentence.length <= 220, `${name} has ${sentence.length} characters`)
    }
  })

  it('are found by the full name first, then by the longest described tail', () => {
    assert.equal(describedAs('order.item[n].name'), 'item.name')
    assert.equal(describedAs('order.custom.X'), 'order.custom.X')
    assert.equal(describedAs('billing.address.city'), 'address.city')
    assert.equal(describedAs('risk.response.gatewayCode'), 'risk.response.gatewayCode')
    assert.equal(describedAs('response.gatewayCode'), 'response.gatewayCode')
  })

  it('take no single name for a tail', () => {
    assert.equal(describedAs('nobody.knows.result'), undefined)
  })

  it('of an older name are those of the newer one', () => {
    assert.equal(describedAs('customer.browser'), 'device.browser')
    assert.equal(describedAs('response.risk.rule[n].name'), describedAs('risk.response.rule[n].name'))
  })

  it("of the members of a retrieved order are the order's, and of its transactions the transaction's", () => {
    assert.equal(describedAs('amount', 'RETRIEVE_ORDER'), 'order.amount')
    assert.equal(describedAs('transaction[n].result', 'RETRIEVE_ORDER'), 'result')
    assert.equal(describedAs('transaction[n].transaction.amount', 'RETRIEVE_ORDER'), 'transaction.amount')
  })
})
