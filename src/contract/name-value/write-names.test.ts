import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type JsonObject, parseJson } from '../json/json.ts'
import { encodePairs } from './charset.ts'
import { writeNames } from './write-names.ts'

const written = (json: string) => writeNames(parseJson(json) as JsonObject)
const text = (json: string) => encodePairs(written(json), 'UTF-8')

describe('an answer as names and values', () => {
  it('is flat, in alphabetical order, with indexes for lists', () => {
    assert.equal(
      text(
        '{"result":"SUCCESS","merchant":"M","order":{"id":"O","amount":50,"currency":"USD"},"list":[{"b":true,"a":"x"},{"a":"y"}]}',
      ),
      'list%5B0%5D.a=x&list%5B0%5D.b=true&list%5B1%5D.a=y&merchant=M&order.amount=50.00&order.currency=USD&order.id=O&result=SUCCESS',
    )
    const many = `{"list":[${Array.from({ length: 12 }, (_, index) => index).join()}]}`
    assert.deepEqual(
      written(many).map(([name]) => name),
      Array.from({ length: 12 }, (_, index) => `list[${index}]`),
    )
  })

  it('has amounts with the decimals of their currency, and every other number as it is', () => {
    const inside = (members: string) => Object.fromEntries(written(`{${members}}`))
    assert.deepEqual(
      inside(
        '"order":{"amount":1.5,"currency":"JPY","merchantAmount":2,"merchantCurrency":"KWD","tax":[{"amount":1,"rate":1}]}',
      ),
      {
        'order.amount': '1.5',
        'order.currency': 'JPY',
        'order.merchantAmount': '2.000',
        'order.merchantCurrency': 'KWD',
        'order.tax[0].amount': '1',
        'order.tax[0].rate': '1',
      },
    )
    assert.deepEqual(inside('"amount":1.5,"currency":"CLF"'), { amount: '1.500', currency: 'CLF' })
    assert.deepEqual(
      inside(
        '"amount":12345678901.1,"currency":"USD","transaction":[{"transaction":{"amount":1,"currency":"BHD"}}],"count":5',
      ),
      {
        amount: '12345678901.10',
        count: '5',
        currency: 'USD',
        'transaction[0].transaction.amount': '1.000',
        'transaction[0].transaction.currency': 'BHD',
      },
    )
    assert.deepEqual(inside('"amount":0.123,"currency":"USD","other":{"amount":1,"currency":"QQQ"}'), {
      amount: '0.123',
      currency: 'USD',
      'other.amount': '1',
      'other.currency': 'QQQ',
    })
  })

  it('has no names for empty lists and groups', () => {
    assert.equal(text('{"a":[],"b":{},"c":[{}],"d":null}'), '')
  })

  it('is in the character set of the request', () => {
    const pairs = written('{"name":"Jürgen & Söhne €","other":"a=b*c~d"}')
    assert.equal(encodePairs(pairs, 'UTF-8'), 'name=J%C3%BCrgen+%26+S%C3%B6hne+%E2%82%AC&other=a%3Db*c%7Ed')
    assert.equal(encodePairs(pairs, 'ISO-8859-1'), 'name=J%FCrgen+%26+S%F6hne+%3F&other=a%3Db*c%7Ed')
  })
})
