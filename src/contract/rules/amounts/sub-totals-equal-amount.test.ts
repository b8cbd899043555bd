import assert from 'node:assert/strict'
import { it } from 'node:test'
import { subTotalsEqualAmount } from './sub-totals-equal-amount.ts'

const fieldOf = (order: object) => subTotalsEqualAmount.check({ order })?.field

it('sub-totals minus the discount make the amount', () => {
  const order = { itemAmount: '90.05', shippingAndHandlingAmount: '10', taxAmount: '5', discount: { amount: '5.05' } }
  assert.equal(fieldOf({ ...order, amount: '100' }), undefined)
  assert.equal(fieldOf({ ...order, amount: '100.01' }), 'order.amount')
})

it('the newer sub-totals count too', () => {
  const order = { itemAmount: '1', cashbackAmount: '2', dutyAmount: '3', gratuityAmount: '4' }
  assert.equal(fieldOf({ ...order, merchantCharge: { amount: '5' }, amount: '15' }), undefined)
  assert.equal(fieldOf({ ...order, merchantCharge: { amount: '5' }, amount: '10' }), 'order.amount')
})

it('a single sub-total is compared; without sub-totals or an amount nothing is', () => {
  assert.equal(fieldOf({ amount: '10', taxAmount: '1' }), 'order.amount')
  assert.equal(fieldOf({ amount: '10', discount: { amount: '1' } }), undefined)
  assert.equal(fieldOf({ itemAmount: '10' }), undefined)
})

it('with a net amount the sub-totals make that one, and the merchant charge is no part of it', () => {
  const order = { amount: '11', itemAmount: '10', merchantCharge: { amount: '1' } }
  assert.equal(fieldOf({ ...order, netAmount: '10' }), undefined)
  assert.equal(fieldOf({ ...order, netAmount: '11' }), 'order.netAmount')
})
