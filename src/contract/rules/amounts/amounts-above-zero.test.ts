import assert from 'node:assert/strict'
import { it } from 'node:test'
import { amountsAboveZero } from './amounts-above-zero.ts'

const fieldOf = (request: Record<string, unknown>) => amountsAboveZero.check(request)?.field

it('an amount of zero is refused where it stands', () => {
  assert.equal(fieldOf({ order: { amount: '0' } }), 'order.amount')
  assert.equal(fieldOf({ order: { netAmount: '0' } }), 'order.netAmount')
  assert.equal(fieldOf({ order: { amount: '1' }, transaction: { amount: '0' } }), 'transaction.amount')
})

it('the smallest amount passes, and so does a request without an amount', () => {
  assert.equal(fieldOf({ order: { amount: '0.001' } }), undefined)
  assert.equal(fieldOf({ order: { taxAmount: '0' } }), undefined)
  assert.equal(fieldOf({}), undefined)
})
