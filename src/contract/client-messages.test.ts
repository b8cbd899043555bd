import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Secret } from '../kernel/secret.ts'
import { pay } from '../payments/contract/pay.ts'
import { readResponse, writeRequest } from './client-messages.ts'
import { boolean, enumeration, string } from './field-types.ts'
import { type JsonObject, parseJson } from './json/json.ts'
import { amount, integer } from './number-types.ts'
import { contractFor } from './operation.ts'
import { canonically, group, list, type Rows, secret } from './row.ts'

const canonical = {
  apiOperation: 'PAY',
  order: {
    amount: '10.5',
    currency: 'USD',
    item: [{ name: 'Lamp', quantity: '2', unitPrice: '5.25' }],
  },
  sourceOfFunds: { type: 'CARD', provided: { card: { number: new Secret('ACCOUNT', '5123450000000008') } } },
  threeDSecure: { enrollmentStatus: 'ENROLLED', acsEci: '02' },
  transaction: { source: 'PAYER_PRESENT', merchantNote: 'x'.repeat(251), reference: 'r-1' },
}

const write = (version: number, request: object = canonical) =>
  JSON.parse(writeRequest(contractFor(pay, version), request))

describe('the body of a request to another gateway', () => {
  it('has the names of the version, and secrets in clear', () => {
    const body = write(100)
    assert.deepEqual(body['3DSecure'], { enrollmentStatus: 'ENROLLED', acsEci: '02' })
    assert.equal(body.sourceOfFunds.provided.card.number, '5123450000000008')
    assert.deepEqual(body.order.item, [{ name: 'Lamp', quantity: 2, unitPrice: '5.25' }])
    assert.deepEqual(write(29).item, [{ name: 'Lamp', quantity: 2, unitPrice: '5.25' }])
  })

  it('leaves out a value that the version does not accept', () => {
    assert.deepEqual(write(100).transaction, { reference: 'r-1', source: 'PAYER_PRESENT' })
    assert.deepEqual(write(70).transaction, { reference: 'r-1' })
  })

  it('leaves out a group that lacks what the version requires of it', () => {
    const body = write(100, { ...canonical, threeDSecure: { acsEci: '02', enrollmentStatus: 'PERHAPS' } })
    assert.equal(body['3DSecure'], undefined)
  })

  it('leaves out a list of which an item does not fit', () => {
    const order = { ...canonical.order, item: [...canonical.order.item, { name: '', quantity: '1' }] }
    assert.equal(write(100, { ...canonical, order }).order.item, undefined)
  })
})

const rows: Rows = {
  '3DSecure': canonically('threeDSecure', group({ xid: string(1, 4) })),
  order: group({ amount: amount(), count: integer(1, 9), isPaid: boolean() }),
  result: enumeration(['FAILURE', 'SUCCESS']),
  source: group({ number: secret('ACCOUNT', string(1, 19)) }),
  step: list(group({ id: string(1, 3), old: canonically('name', string(1, 3)) })),
}

const read = (text: string) => readResponse(rows, parseJson(text) as JsonObject)

describe("another gateway's answer", () => {
  it('is read at the canonical places, with amounts to the last digit', () => {
    const text =
      '{"result":"SUCCESS","3DSecure":{"xid":"abcd"},"order":{"amount":1234567890.34,"count":3,"isPaid":true}}'
    assert.deepEqual(read(text), {
      result: 'SUCCESS',
      threeDSecure: { xid: 'abcd' },
      order: { amount: '1234567890.34', count: 3, isPaid: true },
    })
  })

  it('may have more fields than the version lists, which are ignored', () => {
    const text = '{"new":1,"result":"PERHAPS","order":{"amount":"ten","count":3,"more":{"a":[]}},"__proto__":{"x":"y"}}'
    assert.deepEqual(read(text), { order: { count: 3 } })
  })

  it('is not read where the kinds of values differ', () => {
    assert.deepEqual(read('{"order":[],"step":{},"result":{"a":"b"}}'), {})
  })

  it('has its lists read item by item', () => {
    assert.deepEqual(read('{"step":[{"id":"a","old":"n"},"x",{"id":"toolong"}]}'), {
      step: [{ id: 'a', name: 'n' }, {}],
    })
  })

  it('has no masked secrets', () => {
    assert.deepEqual(read('{"source":{"number":"512345xxxxxx0008"}}'), { source: {} })
  })
})
