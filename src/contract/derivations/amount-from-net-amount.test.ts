import assert from 'node:assert/strict'
import { it } from 'node:test'
import { amountFromNetAmount } from './amount-from-net-amount.ts'

const amountOf = (order: object) => (amountFromNetAmount.derive({ order })['order'] as { amount?: string }).amount

it("the amount is the net amount and the merchant's charge, where only those are given", () => {
  assert.equal(amountOf({ netAmount: '10' }), '10')
  assert.equal(amountOf({ netAmount: '10', merchantCharge: { amount: '0.25' } }), '10.25')
  assert.equal(amountOf({ netAmount: '10', amount: '11' }), '11')
  assert.equal(amountOf({}), undefined)
})
