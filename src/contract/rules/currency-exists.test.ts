import assert from 'node:assert/strict'
import { it } from 'node:test'
import { currencyExists } from './currency-exists.ts'

it('a currency of ISO 4217 passes, three other letters do not', () => {
  assert.equal(currencyExists.check({ order: { currency: 'USD' } }), undefined)
  assert.equal(currencyExists.check({ order: {} }), undefined)
  const rejection = currencyExists.check({ order: { currency: 'QQQ' } })
  assert.equal(rejection?.field, 'order.currency')
  assert.equal(rejection?.validationType, 'INVALID')
  assert.equal(currencyExists.check({ transaction: { currency: 'QQQ' } })?.field, 'transaction.currency')
})
