// Completing a request from a session: writing a canonical request as if it had been sent, and laying one over another.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { combinerOf } from '../../src/contract/combine-with-session.ts'
import { fieldsOf } from '../../src/contract/fields.ts'
import { type JsonObject, parseJson } from '../../src/contract/json/json.ts'
import { type Contract, compile, takesSession } from '../../src/contract/operation.ts'
import type { CanonicalObject } from '../../src/contract/row.ts'
import { isRejection } from '../../src/kernel/rejection.ts'
import { Secret } from '../../src/kernel/secret.ts'
import { catalogue } from '../../src/requests/catalogue.ts'
import { bodyWith } from '../support/builders/bodies.ts'
import { newFields } from '../support/builders/new-fields.ts'
import { samplesOf } from '../support/builders/samples.ts'

const parsed = (text: string) => parseJson(text) as JsonObject

function read(contract: Contract, body: JsonObject): CanonicalObject {
  const request = compile(contract).read(body)
  assert.ok(!isRejection(request), isRejection(request) ? `${request.field}: ${request.explanation}` : '')
  return request
}

/** Secrets compare by what they hold. */
function opened(value: unknown): unknown {
  if (value instanceof Secret) return [value.kind, value.open()]
  if (Array.isArray(value)) return value.map(opened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, opened(member)]))
}

describe('a canonical request written as if it had been sent', () => {
  const isNew = newFields()
  for (const { name, versions } of catalogue) {
    for (const [version, contract] of Object.entries(versions)) {
      it(`reads as itself, every field of ${name} from version ${version} on`, () => {
        for (const field of fieldsOf(contract.request)) {
          for (const text of samplesOf(field.row).accepted.slice(0, isNew(field) ? undefined : 1)) {
            const request = read(contract, parsed(bodyWith(contract.request, field.name, text)))
            const again = read(contract, combinerOf(contract).asSent(request))
            assert.deepEqual(opened(again), opened(request), `${field.name} = ${text.slice(0, 80)}`)
          }
        }
      })
    }
  }
})

const pay100 = catalogue.find(({ name }) => name === 'PAY')?.versions[100] ?? assert.fail()
const pay15 = catalogue.find(({ name }) => name === 'PAY')?.versions[15] ?? assert.fail()

function part(contract: Contract, body: object): CanonicalObject {
  const read = combinerOf(contract).readPart(parsed(JSON.stringify(body)))
  assert.ok(!isRejection(read), isRejection(read) ? `${read.field}` : '')
  return read
}

describe('a part of a request', () => {
  it('requires no fields, and gets no defaults', () => {
    assert.deepEqual(part(pay100, {}), {})
    assert.deepEqual(opened(part(pay100, { sourceOfFunds: { provided: { card: { expiry: { month: '05' } } } } })), {
      sourceOfFunds: { provided: { card: { expiry: { month: '5' } } } },
    })
  })

  it('is refused for a wrong value and for an unknown name', () => {
    for (const [body, field] of [
      [{ order: { amount: 'x' } }, 'order.amount'],
      [{ order: { amonut: '1' } }, 'order.amonut'],
    ] as const) {
      const result = combinerOf(pay100).readPart(parsed(JSON.stringify(body)))
      assert.ok(isRejection(result))
      assert.equal(result.field, field)
    }
  })
})

describe('what a version lists', () => {
  it('is all that is written, under the names of that version', () => {
    const values = {
      device: { browser: 'Mozilla', fingerprint: 'abc' },
      interaction: { operation: 'PURCHASE' },
      order: { id: 'o-1', amount: '1.5', item: [{ name: 'Tea', quantity: '2', unitPrice: '0.75' }] },
    }
    const sent = combinerOf(pay15).asSent(values) as Record<string, unknown>
    assert.deepEqual(Object.keys(sent).toSorted(), ['customer', 'order'])
    assert.deepEqual(sent['customer'], { browser: 'Mozilla' })
    assert.deepEqual(Object.keys(sent['order'] as object).toSorted(), ['amount', 'id', 'item'])
  })

  it("is written for another gateway under the specification's names alone", () => {
    const item = [{ name: 'Tea', quantity: '2', unitPrice: '0.75' }]
    const sent = combinerOf(pay15).asSpecified({ order: { amount: '1.5', item } }) as Record<string, unknown>
    assert.deepEqual(Object.keys(sent).toSorted(), ['item', 'order'])
    assert.deepEqual(sent['order'], { amount: '1.5' })
  })

  it('includes a session for operations that a session can complete', () => {
    const taking = catalogue.filter(({ versions }) => takesSession(versions[100] ?? versions[50] ?? pay100))
    for (const name of ['PAY', 'AUTHORIZE', 'VERIFY', 'CREATE_TOKEN', 'CREATE_OR_UPDATE_TOKEN'])
      assert.ok(
        taking.some((operation) => operation.name === name),
        name,
      )
    assert.ok(!taking.some(({ name }) => name === 'UPDATE_SESSION'))
  })
})
