import assert from 'node:assert/strict'
import { it } from 'node:test'
import { decimalsOfTheCurrency } from './decimals-of-the-currency.ts'

const fieldOf = (request: Record<string, unknown>) => decimalsOfTheCurrency.check(request)?.field

it('an amount may have as many decimals as its currency and not one more', () => {
  for (const [currency, fitting, tooFine] of [
    ['USD', '1.23', '1.234'],
    ['JPY', '1', '1.2'],
    ['KWD', '1.234', '1.2345'],
  ]) {
    assert.equal(fieldOf({ order: { currency, amount: fitting } }), undefined)
    assert.equal(fieldOf({ order: { currency, amount: tooFine } }), 'order.amount')
  }
})

it('every amount of the order is checked, nested and listed ones too', () => {
  assert.equal(fieldOf({ order: { currency: 'USD', discount: { amount: '0.001' } } }), 'order.discount.amount')
  assert.equal(
    fieldOf({ order: { currency: 'USD', tax: [{ amount: '1' }, { amount: '0.001' }] } }),
    'order.tax[1].amount',
  )
  assert.equal(fieldOf({ transaction: { currency: 'JPY', amount: '0.5' } }), 'transaction.amount')
})

it('unit prices are no money and may be finer', () => {
  assert.equal(fieldOf({ order: { currency: 'USD', item: [{ unitPrice: '0.001' }] } }), undefined)
})
