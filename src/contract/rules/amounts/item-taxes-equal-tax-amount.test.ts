import assert from 'node:assert/strict'
import { it } from 'node:test'
import { itemTaxesEqualTaxAmount } from './item-taxes-equal-tax-amount.ts'

const fieldOf = (order: object) => itemTaxesEqualTaxAmount.check({ order })?.field
const item = (quantity: string, unitTaxAmount?: string) => ({ quantity, unitTaxAmount })

it('the tax of the order is the sum of quantity times unit tax, to the last digit', () => {
  const items = [item('3', '0.125'), item('2', '1'), item('9999999999999999', '0')]
  assert.equal(fieldOf({ taxAmount: '2.375', item: items }), undefined)
  assert.equal(fieldOf({ taxAmount: '2.37', item: items }), 'order.taxAmount')
})

it('a rebate reduces the tax, and an item without tax counts as zero', () => {
  assert.equal(fieldOf({ taxAmount: '1', item: [item('2', '1'), item('1', '-1')] }), undefined)
  assert.equal(fieldOf({ taxAmount: '2', item: [item('2', '1'), item('5')] }), undefined)
  assert.equal(fieldOf({ taxAmount: '2', item: [item('5')] }), 'order.taxAmount')
})

it('without items, or without a tax, there is nothing to compare', () => {
  assert.equal(fieldOf({ taxAmount: '2' }), undefined)
  assert.equal(fieldOf({ taxAmount: '2', item: [] }), undefined)
  assert.equal(fieldOf({ item: [item('2', '1')] }), undefined)
})
