import assert from 'node:assert/strict'
import { it } from 'node:test'
import { orderAmountOrNetAmount } from './order-amount-or-net-amount.ts'

it('a payment has an amount or a net amount', () => {
  const { check } = orderAmountOrNetAmount
  assert.equal(check({ order: { amount: '1' } }), undefined)
  assert.equal(check({ order: { netAmount: '1' } }), undefined)
  assert.equal(check({ order: { itemAmount: '1' } })?.field, 'order.amount')
  assert.equal(check({ order: { currency: 'USD' } })?.validationType, 'MISSING')
})
