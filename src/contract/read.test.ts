import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isRejection } from '../kernel/rejection.ts'
import { Secret } from '../kernel/secret.ts'
import { digits, enumeration, string } from './field-types.ts'
import { type JsonObject, parseJson } from './json/json.ts'
import { amount, integer } from './number-types.ts'
import { compileReader } from './read.ts'
import {
  canonically,
  fixed,
  group,
  list,
  map,
  optional,
  required,
  secret,
  withDefault,
  withoutDefaults,
  withoutEffect,
} from './row.ts'

const rows = {
  apiOperation: fixed(enumeration(['TEST'])),
  customer: group({ ipAddress: canonically('device.ipAddress', string(7, 15)), name: string(1, 10) }),
  device: group({ browser: string(1, 255), ipAddress: string(7, 15) }),
  order: required(
    group({
      amount: amount(),
      currency: required(string(3, 3)),
      custom: map({ nameLengthMax: 5, entriesMax: 2, bytesMax: 8, value: string(1, 6) }),
      item: list(
        group({ name: required(string(1, 5)), quantity: integer(1, 9), kind: withDefault('PLAIN', string(1, 9)) }),
      ),
    }),
  ),
  '3DSecure': canonically('threeDSecure', group({ xid: string(1, 3) })),
  card: group({ number: secret('ACCOUNT', digits(9, 19)), securityCode: secret('AUTHENTICATION', digits(3, 4)) }),
  tags: list(string(1, 3)),
  told: withoutEffect(group({ code: string(1, 3), ipAddress: canonically('device.ipAddress', string(7, 15)) })),
}
const read = compileReader(rows)

const good = { apiOperation: 'TEST', order: { currency: 'USD' } }

function readJson(value: unknown) {
  return read(parseJson(JSON.stringify(value)) as JsonObject)
}

/** Which field a request is refused for, and how. */
function refusal(value: unknown): string {
  const result = readJson(value)
  return isRejection(result) ? `${result.validationType} ${result.field}` : 'accepted'
}

describe('reading a request', () => {
  it('counts an empty list as absent where a group or a map belongs, as some languages write one without members', () => {
    assert.deepEqual(readJson({ ...good, customer: [], device: [], order: { currency: 'USD', custom: [] } }), good)
    const nested = { ...good, '3DSecure': [], card: [], told: [], tags: [] }
    assert.deepEqual(readJson(nested), { ...good, tags: [] }, 'a list stays one')
    assert.equal(refusal({ apiOperation: 'TEST', order: [] }), 'MISSING order.currency')
    assert.equal(refusal({ ...good, customer: [[]] }), 'INVALID customer')
    assert.equal(refusal({ ...good, order: { currency: 'USD', item: [[]] } }), 'INVALID order.item[0]')
    assert.equal(refusal({ ...good, order: { currency: [] } }), 'INVALID order.currency')
    assert.equal(refusal({ ...good, other: [] }), 'UNSUPPORTED other')
  })

  it('leaves nothing of a group that has only such members', () => {
    const billing = group({ address: group({ street: string(1, 9), country: withDefault('AUT', string(3, 3)) }) })
    const readBilling = compileReader({ billing, note: string(1, 9) })
    const readText = (text: string) => readBilling(parseJson(text) as JsonObject)
    assert.deepEqual(readText('{"billing":{"address":[]},"note":"a"}'), { note: 'a' })
    assert.deepEqual(readText('{"billing":{"address":{"street":"b"}}}'), {
      billing: { address: { street: 'b', country: 'AUT' } },
    })
  })

  it('gives the canonical shape, with amounts in shortest form and defaults filled in', () => {
    const result = readJson({ ...good, order: { currency: 'USD', amount: 1.5, item: [{ name: 'a' }] }, tags: ['x'] })
    assert.deepEqual(result, {
      apiOperation: 'TEST',
      order: { currency: 'USD', amount: '1.5', item: [{ name: 'a', kind: 'PLAIN' }] },
      tags: ['x'],
    })
  })

  it('holds only what was sent where rows have no defaults', () => {
    const bare = compileReader(withoutDefaults(rows))
    const sent = { ...good, order: { currency: 'USD', item: [{ name: 'a' }] } }
    assert.deepEqual(bare(parseJson(JSON.stringify(sent)) as JsonObject), sent)
  })

  it('lets a field be optional where a table shares its row with others that require it', () => {
    const lenient = compileReader({ ...rows, order: optional(rows.order) })
    assert.deepEqual(lenient(parseJson('{"apiOperation":"TEST"}') as JsonObject), { apiOperation: 'TEST' })
  })

  it('moves a field that has another place in this version to its canonical place', () => {
    const result = readJson({ ...good, customer: { ipAddress: '127.0.0.1', name: 'Jo' }, device: { browser: 'b' } })
    assert.deepEqual(result, { ...good, customer: { name: 'Jo' }, device: { ipAddress: '127.0.0.1', browser: 'b' } })
    assert.deepEqual(readJson({ ...good, '3DSecure': { xid: 'a' } }), { ...good, threeDSecure: { xid: 'a' } })
  })

  it('prefers the current name to an older name of the same field, in whichever order they come', () => {
    const older = { customer: { ipAddress: '127.0.0.1' } }
    const own = { device: { ipAddress: '127.0.0.2' } }
    assert.deepEqual(readJson({ ...good, ...older, ...own }), { ...good, ...own })
    assert.deepEqual(readJson({ ...good, ...own, ...older }), { ...good, ...own })
  })

  it('checks fields without effect like any other, and drops them', () => {
    assert.deepEqual(readJson({ ...good, told: { code: 'abc', ipAddress: '127.0.0.1' } }), good)
    assert.equal(refusal({ ...good, told: { code: 'abcd' } }), 'INVALID told.code')
    assert.equal(refusal({ ...good, told: { other: 'abc' } }), 'UNSUPPORTED told.other')
    assert.equal(refusal({ ...good, told: 'abc' }), 'INVALID told')
  })

  it('keeps secrets as secrets', () => {
    const result = readJson({ ...good, card: { number: '5123450000000008', securityCode: '100' } })
    assert.ok(!isRejection(result))
    const card = result['card'] as Record<string, unknown>
    assert.ok(card['number'] instanceof Secret && card['number'].open() === '5123450000000008')
    assert.ok(!JSON.stringify(result).includes('5123450000000008'))
  })

  it('names the field that is missing, also when its whole group is', () => {
    assert.equal(refusal({ apiOperation: 'TEST' }), 'MISSING order.currency')
    assert.equal(refusal({ apiOperation: 'TEST', order: {} }), 'MISSING order.currency')
    assert.equal(refusal({ apiOperation: 'TEST', order: { currency: null, amount: '1' } }), 'MISSING order.currency')
    assert.equal(refusal({ order: good.order }), 'MISSING apiOperation')
    assert.equal(
      refusal({ ...good, order: { currency: 'USD', item: [{ name: 'a' }, {}] } }),
      'MISSING order.item[1].name',
    )
  })

  it('reports the first wrong field in table order, whatever the order of the request', () => {
    assert.equal(
      refusal({ tags: [5], order: { currency: 'USDX', amount: 'x' }, apiOperation: 'TEST' }),
      'INVALID order.amount',
    )
    assert.equal(refusal({ ...good, tags: [''], card: { number: 'x' } }), 'INVALID card.number')
    assert.equal(refusal({ ...good, tags: ['a', ''] }), 'INVALID tags[1]')
  })

  it('reports unknown fields last, in the order of the request', () => {
    assert.equal(refusal({ zebra: 1, ...good, order: { currency: 'USD', amount: '-' } }), 'INVALID order.amount')
    assert.equal(refusal({ zebra: 1, ...good, ant: 1 }), 'UNSUPPORTED zebra')
    assert.equal(refusal({ ...good, order: { currency: 'USD', id: 'x' } }), 'UNSUPPORTED order.id')
    assert.equal(
      refusal({ ...good, order: { currency: 'USD', item: [{ name: 'a', x: 1 }] } }),
      'UNSUPPORTED order.item[0].x',
    )
  })

  it('suggests the field that an unknown one resembles, or the place where a field of its name is', () => {
    const explanation = (value: unknown) => {
      const result = readJson(value)
      return isRejection(result) ? result.explanation : 'accepted'
    }
    const inOrder = (more: object) => explanation({ ...good, order: { currency: 'USD', ...more } })
    assert.equal(inOrder({ amuont: '1' }), 'Unexpected parameter. Did you mean amount?')
    assert.equal(explanation({ ...good, amount: '1' }), 'Unexpected parameter. Did you mean order.amount?')
    assert.equal(explanation({ ...good, quantity: 1 }), 'Unexpected parameter. Did you mean order.item[n].quantity?')
    assert.equal(explanation({ ...good, zebra: 1 }), 'Unexpected parameter.')
    assert.equal(inOrder({ item: [{ name: 'a', x: 1 }] }), 'Unexpected parameter.')
    assert.equal(explanation({ ...good, ['q'.repeat(200_000)]: 1 }), 'Unexpected parameter.')
  })

  it('takes null members and empty objects as absent, unknown ones included', () => {
    assert.deepEqual(readJson({ ...good, zebra: null, yak: { ox: {} }, customer: {} }), good)
  })

  it('refuses a group, list or map of the wrong kind', () => {
    assert.equal(refusal({ ...good, customer: 'x' }), 'INVALID customer')
    assert.equal(refusal({ ...good, customer: ['x'] }), 'INVALID customer')
    assert.equal(refusal({ ...good, tags: { 0: 'x' } }), 'INVALID tags')
    assert.equal(refusal({ ...good, order: { currency: 'USD', item: ['x'] } }), 'INVALID order.item[0]')
    assert.equal(refusal({ ...good, order: { currency: 'USD', custom: 'x' } }), 'INVALID order.custom')
  })

  it('bounds names, number and bytes of custom fields', () => {
    const custom = (members: object) => refusal({ ...good, order: { currency: 'USD', custom: members } })
    assert.equal(custom({ a: 'x', constructor: 'x' }), 'INVALID order.custom.constructor')
    assert.equal(custom({ abcde: 'x', B: 'x' }), 'accepted')
    assert.equal(custom({ abcdef: 'x' }), 'INVALID order.custom.abcdef')
    assert.equal(custom({ 'a-b': 'x' }), 'INVALID order.custom.a-b')
    assert.equal(custom({ a: 'x', b: 'x', c: 'x' }), 'INVALID order.custom')
    assert.equal(custom({ a: 'éé', b: 'éé' }), 'accepted')
    assert.equal(custom({ a: 'ééé', b: 'éé' }), 'INVALID order.custom')
    assert.equal(custom({ a: '1234567' }), 'INVALID order.custom.a')
  })

  it('is not misled by names of Object.prototype', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
      const text = `{"apiOperation":"TEST","order":{"currency":"USD"},"${name}":{"order":1}}`
      const result = read(parseJson(text) as JsonObject)
      assert.ok(isRejection(result) && result.validationType === 'UNSUPPORTED' && result.field === name, name)
    }
  })

  it('shows a harmless value in its explanation, and never a secret or what could be a card number', () => {
    const explanation = (value: unknown) => {
      const result = readJson(value)
      return isRejection(result) ? (result.explanation ?? '') : ''
    }
    assert.match(explanation({ ...good, order: { currency: 'DOLLAR' } }), /^Value 'DOLLAR' is invalid\./)
    assert.ok(!explanation({ ...good, card: { securityCode: '98765' } }).includes('98765'))
    assert.ok(!explanation({ ...good, customer: { name: 'call 4508 7500 1574 1019' } }).includes('4508'))
    assert.ok(!explanation({ ...good, customer: { name: '\u0007bell and more text' } }).includes('\u0007'))
    assert.equal(refusal({ ...good, '4508750015741019': 1 }), 'UNSUPPORTED xxxxxxxxxxxxxxxx')
  })
})
