import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { boolean, enumeration, string } from './field-types.ts'
import { type JsonObject, parseJson } from './json/json.ts'
import { amount, integer } from './number-types.ts'
import { readAnswer } from './read-answer.ts'
import { canonically, group, list, type Rows, secret } from './row.ts'

const rows: Rows = {
  '3DSecure': canonically('threeDSecure', group({ xid: string(1, 4) })),
  order: group({ amount: amount(), count: integer(1, 9), isPaid: boolean() }),
  result: enumeration(['FAILURE', 'SUCCESS']),
  source: group({ number: secret('ACCOUNT', string(1, 19)) }),
  step: list(group({ id: string(1, 3), old: canonically('name', string(1, 3)) })),
}

const read = (text: string) => readAnswer(rows, parseJson(text) as JsonObject)

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
