import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isRejection } from '../../kernel/rejection.ts'
import { boolean, string } from '../field-types.ts'
import { JsonNumber, type JsonObject, parseJson } from '../json/json.ts'
import { integer } from '../number-types.ts'
import { group, list, map } from '../row.ts'
import { type Charset, encodePairs } from './charset.ts'
import { namesMax, parseNames, readNames, takeValue, valueNamed, writeNames } from './name-values.ts'

const rows = {
  flag: boolean(),
  note: string(1, 40),
  order: group({
    amount: string(1, 14),
    count: integer(-5, 5),
    custom: map({ nameLengthMax: 20, value: string(1, 20) }),
    item: list(group({ name: string(1, 40), count: integer(0, 9) })),
    plan: list(string(1, 9)),
  }),
}

function parsed(text: string | Buffer, charset: Charset = 'UTF-8') {
  const names = parseNames(Buffer.from(text), charset)
  assert.ok(!isRejection(names), isRejection(names) ? `${names.field}: ${names.explanation}` : '')
  return names
}

const read = (text: string | Buffer, charset?: Charset) => readNames(parsed(text, charset), rows)

function refusalOf(text: string | Buffer, charset: Charset = 'UTF-8') {
  const names = parseNames(Buffer.from(text), charset)
  assert.ok(isRejection(names), `${text.toString().slice(0, 100)} is accepted`)
  return [names.reason, names.field]
}

describe('names and values', () => {
  it('become groups, lists and members as JSON has them, with numbers and booleans by their rows', () => {
    assert.deepEqual(read('order.amount=10.00&order.count=-3&flag=true&note=5&order.custom.A1=true&order.plan[0]=x'), {
      order: { amount: '10.00', count: new JsonNumber('-3'), custom: { A1: 'true' }, plan: ['x'] },
      flag: true,
      note: '5',
    })
    assert.deepEqual(read('order.item[1].name=b&order.item[0].count=2&order.item[0].name=a&order.item[1].count=3'), {
      order: {
        item: [
          { count: new JsonNumber('2'), name: 'a' },
          { name: 'b', count: new JsonNumber('3') },
        ],
      },
    })
  })

  it('stay texts where they are not a number or boolean, and where no row has the name', () => {
    assert.deepEqual(read('order.count=1.5&flag=TRUE&unknown=1&order.item[0].unknown=true&a[0].b=2'), {
      order: { count: '1.5', item: [{ unknown: 'true' }] },
      flag: 'TRUE',
      unknown: '1',
      a: [{ b: '2' }],
    })
    for (const text of ['01', '+1', '-0', '1e1', ' 1', '', '٣'])
      assert.deepEqual(read(`order.count=${encodeURIComponent(text)}`), { order: { count: text } })
  })

  it('have escapes, plus signs for blanks, and equals signs in values', () => {
    assert.deepEqual(read('note=a+b%2Bc%26d=%C3%BC&order%2Eamount=1'), { note: 'a b+c&d=ü', order: { amount: '1' } })
    assert.deepEqual(read('&note&&flag='), { note: '', flag: '' })
    assert.deepEqual(read(''), {})
    assert.equal(parseNames(undefined, 'UTF-8') instanceof Map, true)
  })

  it('are in the character set that the request names', () => {
    const latin = Buffer.from('note=J\xfcrgen+%FC', 'latin1')
    assert.deepEqual(read(latin, 'ISO-8859-1'), { note: 'Jürgen ü' })
    assert.deepEqual(read('note=Jürgen+%C3%BC'), { note: 'Jürgen ü' })
    assert.deepEqual(refusalOf(latin), ['MALFORMED_FORM', undefined])
    assert.deepEqual(refusalOf('note=%FC'), ['MALFORMED_FORM', undefined])
  })

  for (const charset of ['UTF-8', 'ISO-8859-1'] as const)
    it(`with an invalid escape are refused in ${charset}`, () => {
      for (const text of ['note=%', 'note=%2', 'note=%zz', '%g1=x'])
        assert.deepEqual(refusalOf(text, charset), ['MALFORMED_FORM', undefined])
    })

  for (const [what, text, field] of [
    ['a name given twice', 'note=a&note=a', 'note'],
    ['a name given twice, once with escapes', 'note=a&%6Eote=a', 'note'],
    ['an item given twice', 'order.plan[0]=a&order.plan[0]=b', 'order.plan[0]'],
    ['a value that is also a group', 'order=1&order.amount=2', 'order.amount'],
    ['a group that is also a value', 'order.amount=2&order=1', 'order'],
    ['a value that is also a list', 'order.item=1&order.item[0].name=2', 'order.item[0].name'],
    ['a list that is also a group', 'order.item[0].name=2&order.item.name=1', 'order.item.name'],
    ['an item that is a value and a group', 'order.item[0]=2&order.item[0].name=1', 'order.item[0].name'],
    ['a list without its first item', 'order.item[1].name=a', 'order.item[0]'],
    ['a list with a gap', 'order.item[0].name=a&order.item[2].name=a', 'order.item[1]'],
    ['a gap inside an item', 'a[0].b[1]=x', 'a[0].b[0]'],
    ['an index with a leading zero', 'order.plan[00]=a', 'order.plan[00]'],
    ['a negative index', 'order.plan[-1]=a', 'order.plan[-1]'],
    ['an index that is no number', 'order.plan[x]=a', 'order.plan[x]'],
    ['an index without a name', '[0]=a', '[0]'],
    ['two indexes', 'a[0][0]=a', 'a[0][0]'],
    ['a name behind an index', 'a[0]b=a', 'a[0]b'],
    ['an index that never ends', 'a[0=a', 'a[0'],
    ['an empty part', 'order..amount=1', 'order..amount'],
    ['an empty name', '=1', "''"],
    ['a name that ends with a dot', 'order.=1', 'order.'],
    ['__proto__', '__proto__=1', '__proto__'],
    ['__proto__ in a group', 'order.__proto__.amount=1', 'order.__proto__.amount'],
    ['constructor.prototype', 'order.constructor.prototype.x=1', 'order.constructor.prototype.x'],
    ['toString', 'toString=1', 'toString'],
    ['more parts than JSON has levels', `${'a.'.repeat(32)}a=1`, undefined],
  ] as const)
    it(`${what}: the request is refused as INVALID`, () => {
      const [reason, found] = refusalOf(text)
      assert.equal(reason, 'FIELD_INVALID')
      if (field !== undefined) assert.equal(found, field)
    })

  it(`are ${namesMax} at most`, () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}=x`).join('&')
    assert.equal(parsed(names(namesMax)).size, namesMax)
    assert.deepEqual(refusalOf(names(namesMax + 1)), ['FIELD_INVALID', `n${namesMax}`])
  })

  it('change no prototype, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (pairs) => {
        const names = parseNames(Buffer.from(new URLSearchParams(pairs).toString()), 'UTF-8')
        if (!isRejection(names)) readNames(names, rows)
        assert.deepEqual(Object.keys(Object.prototype), [])
      }),
    )
  })

  it('are found and removed by name, with groups that become empty', () => {
    const names = parsed('order.id=O&order.amount=1&session.id=S&a[0]=x')
    assert.equal(valueNamed(names, 'order.id'), 'O')
    assert.equal(takeValue(names, 'order'), undefined)
    assert.equal(takeValue(names, 'order.id.x'), undefined)
    assert.equal(takeValue(names, 'order.id'), 'O')
    assert.equal(takeValue(names, 'session.id'), 'S')
    assert.deepEqual(readNames(names, rows), { order: { amount: '1' }, a: ['x'] })
  })
})

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
