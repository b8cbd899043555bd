import assert from 'node:assert/strict'
import { it } from 'node:test'
import { currencyOfNumber } from './currency-numbers.ts'
import { isCurrency } from './money.ts'

it('a currency is found by its number, with or without leading zeros', () => {
  const found = ['840', '978', '036', '36', '392', '048'].map(currencyOfNumber)
  assert.deepEqual(found, ['USD', 'EUR', 'AUD', 'AUD', 'JPY', 'BHD'])
  for (const wrong of ['', '000', '1000', 'USD', '999']) assert.equal(currencyOfNumber(wrong), undefined)
})

it('each number belongs to one known currency', () => {
  const known = Array.from({ length: 1_000 }, (_, number) => currencyOfNumber(String(number))).filter(
    (currency) => currency !== undefined,
  )
  assert.equal(new Set(known).size, known.length)
  assert.ok(known.length > 160)
  assert.deepEqual(
    known.filter((currency) => !isCurrency(currency)),
    [],
  )
})
