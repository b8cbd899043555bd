import assert from 'node:assert/strict'
import { it } from 'node:test'
import { currencyOfNumber } from './currency-numbers.ts'
import { isCurrency } from './money.ts'

it('a currency is found by its number, with or without leading zeros', () => {
  const currencies = ['840', '978', '036', '36', '392', '048'].map(currencyOfNumber)
  assert.deepEqual(currencies, ['USD', 'EUR', 'AUD', 'AUD', 'JPY', 'BHD'])
  for (const wrong of ['', '000', '1000', 'USD', '999']) assert.equal(currencyOfNumber(wrong), undefined)
})

it('each number belongs to one known currency', () => {
  const currencies = Array.from({ length: 1_000 }, (_, number) => currencyOfNumber(String(number))).filter(
    (currency) => currency !== undefined,
  )
  assert.equal(new Set(currencies).size, currencies.length)
  assert.ok(currencies.length > 160)
  assert.deepEqual(
    currencies.filter((currency) => !isCurrency(currency)),
    [],
  )
})
