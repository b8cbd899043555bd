// What people type, and what it finds.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type FindableText, findableTexts, keysOfTexts } from './findable-texts.ts'
import { keySetsOf, matchTexts, readSearchQuery } from './search-query.ts'

const merchantId = 'SHOP'

const paid = {
  orderId: 'Web-2026-000471',
  transactionId: 'pay-1',
  acquirerReference: 'a1b2c3d4e5f6',
  request: {
    requestId: '0f9e8d7c6b5a',
    customer: { email: 'Jane.Müller@example.com', firstName: 'Jane', lastName: 'Müller' },
    order: { reference: 'cart 77' },
    sourceOfFunds: { provided: { card: { number: '512345xxxxxx0008', nameOnCard: 'J MUELLER' } } },
  },
  response: {
    order: { amount: '49.9' },
    sourceOfFunds: { token: '9012345678901234' },
    transaction: { amount: '49.9', receipt: '631712000123', authorizationCode: '831000', acquirer: {} },
  },
}
const texts = findableTexts(paid)

function finds(typed: string, currency = 'EUR'): readonly string[] | undefined {
  const query = readSearchQuery(typed)
  assert.ok(query, typed)
  const isCandidate = hasKeys(texts, typed)
  const fields = matchTexts(query, texts, { currency })?.map(({ field }) => field)
  if (fields) assert.ok(isCandidate, `the index does not find ${typed}`)
  return fields
}

function hasKeys(of: readonly FindableText[], typed: string, kind: 'ANY' | 'EXACT' = 'ANY'): boolean {
  const query = readSearchQuery(typed)
  assert.ok(query)
  const keys = new Set(keysOfTexts(merchantId, of, new Set()))
  return keySetsOf(merchantId, query, kind).some((set) => set.every((key) => keys.has(key)))
}

const found: readonly (readonly [typed: string, fields: readonly string[]])[] = [
  ['Web-2026-000471', ['ORDER']],
  ['web-2026', ['ORDER']],
  ['00471', ['ORDER']],
  ['026-0', ['ORDER']],
  ['pay-1', ['TRANSACTION']],
  ['cart', ['REFERENCE']],
  ['cart 77', ['REFERENCE', 'REFERENCE']],
  ['jane.muller@example.com', ['EMAIL']],
  ['@example', ['EMAIL']],
  ['MÜLLER', ['PAYER']],
  ['müller jane', ['PAYER', 'PAYER']],
  ['mueller', ['PAYER']],
  ['0008', ['ACCOUNT']],
  ['9012345678901234', ['TOKEN']],
  ['631712000123', ['RECEIPT']],
  ['831000', ['AUTHORIZATION_CODE']],
  ['a1b2c3d4e5f6', ['ACQUIRER_REFERENCE']],
  ['0f9e8d7c6b5a', ['REQUEST_ID']],
  ['49.90', ['AMOUNT']],
  ['49,9', ['AMOUNT']],
  ['EUR 49.90', ['AMOUNT']],
  ['€49.90', ['AMOUNT']],
  ['$ 49.90', ['AMOUNT']],
  ['jane 49.90', ['PAYER', 'AMOUNT']],
]

describe('a search', () => {
  for (const [typed, fields] of found)
    it(`for ${typed} finds the payment by ${fields.join(' and ')}`, () => assert.deepEqual(finds(typed), fields))

  for (const typed of ['web-2027', 'jane smith', 'USD 49.90', '49.91', '008', '12000123', '£49.90', 'we', 'jane 49.91'])
    it(`for ${typed} does not find it`, () => assert.equal(finds(typed), undefined))

  it('for nothing but spaces is none', () => assert.equal(readSearchQuery('  \t '), undefined))

  it('reads amounts as they are written in different countries', () => {
    const amounts = (typed: string) => readSearchQuery(typed)?.words[0]?.amounts
    assert.deepEqual(amounts('1234.50'), ['1234.5'])
    assert.deepEqual(amounts('1,234.50'), ['1234.5'])
    assert.deepEqual(amounts('1.234,50'), ['1234.5'])
    assert.deepEqual(amounts('1.234'), ['1.234', '1234'])
    assert.deepEqual(amounts('007'), ['7'])
    assert.deepEqual(amounts('12-34'), [])
  })

  it('for the code of a currency alone is a search for that text', () => {
    assert.deepEqual(readSearchQuery('eur')?.words, [{ text: 'eur', amounts: [] }])
  })

  it('finds any part of three characters or more, of any text', () => {
    const text = fc.string({ minLength: 3, maxLength: 40, unit: 'grapheme' }).filter((each) => /\S{3,}/.test(each))
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (whole, from, length) => {
        const of = [{ field: 'ORDER', text: whole, by: 'PARTS' } as const]
        const start = from % whole.length
        const part = whole.slice(start, start + 3 + (length % whole.length))
        const query = readSearchQuery(part)
        if (!query || !matchTexts(query, of, { currency: 'EUR' })) return
        assert.ok(hasKeys(of, part), `${part} in ${whole}`)
      }),
    )
  })

  it('finds whole words as exact matches', () => {
    assert.ok(hasKeys(texts, 'web-2026-000471', 'EXACT'))
    assert.ok(!hasKeys(texts, 'web-2026', 'EXACT'))
  })

  it('of one merchant has no number in common with that of another', () => {
    const others = new Set(keysOfTexts('OTHER', texts, new Set()))
    assert.deepEqual(
      keysOfTexts(merchantId, texts, new Set()).filter((key) => others.has(key)),
      [],
    )
  })
})

describe('what a transaction is found by', () => {
  it('has no account number and nothing of addresses or descriptions', () => {
    const request = {
      ...paid.request,
      billing: { address: { street: 'Elm Street 1', city: 'Springfield' } },
      order: { description: 'a secret gift' },
    }
    const all = findableTexts({ ...paid, request }).map(({ text }) => text)
    for (const text of all) assert.doesNotMatch(text, /512345|Elm|Springfield|gift/)
  })

  it('leaves out what an earlier transaction of the order has', () => {
    const first = keysOfTexts(merchantId, texts, new Set())
    const capture = findableTexts({ ...paid, transactionId: 'capture-2' })
    const second = keysOfTexts(merchantId, capture, new Set(first))
    assert.ok(second.length > 0 && second.length < 12, String(second.length))
  })
})
