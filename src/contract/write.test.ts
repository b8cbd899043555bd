import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { enumeration, string } from './field-types.ts'
import { monthAndYear } from './format-types.ts'
import { amount, integer, largeInteger } from './number-types.ts'
import { faultsOfRows } from './response-check.ts'
import {
  always,
  canonically,
  group,
  joinedWith,
  list,
  map,
  nearest,
  sometimes,
  withDefault,
  withoutDefaults,
} from './row.ts'
import { compileWriter } from './write.ts'

const rows = {
  conversion: always(group({ uptake: always(withDefault('NOT_REQUIRED', enumeration(['ACCEPTED', 'NOT_REQUIRED']))) })),
  kind: nearest({ REFUND_REQUEST: 'REFUND' }, enumeration(['REFUND', 'PAYMENT'])),
  order: group({
    amount: always(amount()),
    custom: map({ nameLengthMax: 9, value: string(1, 9) }),
    item: list(group({ name: always(string(1, 9)), quantity: largeInteger(1n, 9_999_999_999_999_999n) })),
    status: enumeration(['OPEN']),
  }),
  payer: group({ ip: canonically('device.ipAddress', string(7, 15)), street: joinedWith('street2', string(1, 10)) }),
  tags: list(string(1, 3)),
  tries: integer(0, 9),
}
const write = compileWriter(rows)

function written(response: object): unknown {
  return JSON.parse(write(response))
}

const base = { conversion: { uptake: 'NOT_REQUIRED' } }

describe('writing an answer', () => {
  it('sends what the version lists and nothing else', () => {
    const response = { order: { amount: '1', secretNote: 'x', status: 'OPEN' }, unlisted: { a: 1 }, tries: 0 }
    assert.deepEqual(written(response), { ...base, order: { amount: 1, status: 'OPEN' }, tries: 0 })
  })

  it('leaves out a value that the version does not list, or sends the nearest one it does', () => {
    assert.deepEqual(written({ kind: 'REFUND_REQUEST', order: { amount: '1', status: 'DISPUTED' } }), {
      ...base,
      kind: 'REFUND',
      order: { amount: 1 },
    })
    assert.deepEqual(written({ kind: 'CHARGEBACK' }), base)
  })

  it('fills in the default of what is always provided', () => {
    assert.deepEqual(written({}), base)
    assert.deepEqual(written({ conversion: { uptake: 'ACCEPTED' } }), { conversion: { uptake: 'ACCEPTED' } })
  })

  it('writes amounts and large integers as exact JSON numbers', () => {
    const response = { order: { amount: '1000000000000.123', item: [{ name: 'a', quantity: '9999999999999999' }] } }
    const text = write(response)
    assert.ok(text.includes('"amount":1000000000000.123') && text.includes('"quantity":9999999999999999'), text)
  })

  it('writes text as JSON does, whatever is in it, and an empty object for nothing at all', () => {
    const odd = '"\\\u0000\u2028é😀</script>\ud800'
    assert.equal(compileWriter({ note: string(1, 99) })({ note: odd }), JSON.stringify({ note: odd }))
    assert.equal(compileWriter({ note: string(1, 99) })({}), '{}')
  })

  it('takes a field from its canonical place', () => {
    assert.deepEqual(written({ device: { ipAddress: '127.0.0.1' } }), { ...base, payer: { ip: '127.0.0.1' } })
  })

  it('joins two lines of a street, and cuts the second where the field ends, without a dangling comma', () => {
    const streetOf = (payer: object) => (written({ payer }) as { payer?: { street?: string } }).payer?.street
    assert.equal(streetOf({ street: 'abc', street2: 'def' }), 'abc, def')
    assert.equal(streetOf({ street: 'abcdefg', street2: 'hijk' }), 'abcdefg, h')
    assert.equal(streetOf({ street: 'abcdefgh', street2: 'ij' }), 'abcdefgh')
    assert.equal(streetOf({ street: 'abcdefghi', street2: 'j' }), 'abcdefghi')
    assert.equal(streetOf({ street: 'abcdefghij', street2: 'k' }), 'abcdefghij')
    assert.equal(streetOf({ street: 'abc' }), 'abc')
    assert.equal(streetOf({ street2: 'def' }), 'def')
    assert.equal(streetOf({ street: 'é😀', street2: '😀'.repeat(9) }), `é😀, ${'😀'.repeat(6)}`)
  })

  it('keeps lists and custom members, and drops groups in which nothing is left', () => {
    assert.deepEqual(written({ tags: [], order: { custom: {} } }), { ...base, tags: [] })
    assert.deepEqual(written({ order: { custom: { a: 'x' } } }), { ...base, order: { custom: { a: 'x' } } })
  })
})

describe('rows that answers share', () => {
  it('may be written in another form than the canonical one', () => {
    const writeExpiry = compileWriter({ card: group({ expiry: monthAndYear() }) })
    assert.equal(writeExpiry({ card: { expiry: { month: '5', year: '21' } } }), '{"card":{"expiry":"0521"}}')
    assert.equal(writeExpiry({ card: { expiry: { month: '12', year: '09' } } }), '{"card":{"expiry":"1209"}}')
  })

  it('may be missing in some of them', () => {
    const shared = { amount: always(amount()) }
    assert.deepEqual(faultsOfRows(shared, {}), ["response must have required property 'amount'"])
    assert.deepEqual(faultsOfRows({ amount: sometimes(shared.amount) }, {}), [])
  })

  it('are left out when they have no defaults', () => {
    const bare = withoutDefaults({ ...rows, list: list(group({ uptake: rows.conversion.rows.uptake })) })
    assert.equal(compileWriter(bare)({ conversion: {}, list: [{}] }), '{"list":[{}]}')
    assert.deepEqual(faultsOfRows(bare, { conversion: {}, list: [{}] }), [])
  })
})

describe('the check of an answer', () => {
  it('accepts the output of the writer', () => {
    const response = written({ order: { amount: '12.5', item: [{ name: 'a', quantity: '2' }] }, tags: ['x'] })
    assert.deepEqual(faultsOfRows(rows, response), [])
  })

  it('finds missing required fields, unlisted fields, values and bounds', () => {
    const faulty: readonly (readonly [response: unknown, fault: string])[] = [
      [{}, "response must have required property 'conversion'"],
      [{ conversion: {} }, "conversion must have required property 'uptake'"],
      [{ conversion: [] }, 'conversion must be object'],
      [{ ...base, order: {} }, "order must have required property 'amount'"],
      [{ ...base, extra: 1 }, 'response must NOT have additional properties (extra)'],
      [{ ...base, kind: 'REFUND_REQUEST' }, 'kind must be equal to one of the allowed values'],
      [{ ...base, order: { amount: 1_000_000_000_001 } }, 'order.amount must be <= 1000000000000'],
      [{ ...base, order: { amount: '1' } }, 'order.amount must be number'],
      [{ ...base, order: { amount: 1, item: [{ quantity: 1 }] } }, "order.item.0 must have required property 'name'"],
      [{ ...base, order: { amount: 1, item: {} } }, 'order.item must be array'],
      [{ ...base, tags: ['long'] }, 'tags.0 must NOT have more than 3 characters'],
      [
        { ...base, order: { amount: 1, custom: { a: '0123456789' } } },
        'order.custom.a must NOT have more than 9 characters',
      ],
      [{ ...base, order: { amount: 1, custom: 'a' } }, 'order.custom must be object'],
    ]
    for (const [response, fault] of faulty) assert.deepEqual(faultsOfRows(rows, response), [fault])
  })

  it('lists every fault', () => {
    assert.deepEqual(faultsOfRows(rows, { order: { status: 'SHUT' }, tries: 10 }), [
      "response must have required property 'conversion'",
      "order must have required property 'amount'",
      'order.status must be equal to one of the allowed values',
      'tries must be <= 9',
    ])
  })
})
