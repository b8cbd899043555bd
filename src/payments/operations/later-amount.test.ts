// The amount of a later transaction, and the tax that goes with it.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { isRejection } from '../../kernel/rejection.ts'
import type { StoredOrder } from '../ports/transactions.ts'
import { readAmount, refuseTaxAmount } from './later-amount.ts'

describe('an amount', () => {
  it('is read exactly in the decimals of its currency', () => {
    assert.deepEqual(readAmount({ amount: '0.10', currency: 'USD' }), { amountMinor: 10n, currency: 'USD' })
    assert.deepEqual(readAmount({ amount: '12.345', currency: 'KWD' }), { amountMinor: 12_345n, currency: 'KWD' })
    assert.deepEqual(readAmount({ amount: '1500', currency: 'JPY' }), { amountMinor: 1500n, currency: 'JPY' })
  })

  it('with more decimals than its currency has is refused by its name', () => {
    const refused = readAmount({ amount: '1.5', currency: 'JPY' })
    assert.ok(isRejection(refused))
    assert.deepEqual([refused.reason, refused.field], ['TOO_MANY_DECIMALS', 'transaction.amount'])
  })
})

describe('the tax of a capture or refund', () => {
  const storedWith = (...taxes: readonly (string | undefined)[]): StoredOrder => {
    const order = { currency: 'USD', amountMinor: 10_000n }
    const transactions = taxes.map((taxAmount) => ({ request: { order: { taxAmount } } }))
    return { order, transactions } as unknown as StoredOrder
  }
  const field = (amount: string, taxAmount: string | undefined, stored: StoredOrder) =>
    refuseTaxAmount({ transaction: { amount, ...omitUndefined({ taxAmount }) } }, stored)?.field

  it('with a part of the amount is at most that of the order', () => {
    assert.equal(field('50', '10', storedWith('10.00')), undefined)
    assert.equal(field('50', '0', storedWith('10.00')), undefined)
    assert.equal(field('50', '10.01', storedWith('10.00')), 'transaction.taxAmount')
  })

  it('with the whole amount is that of the order, however it is written', () => {
    assert.equal(field('100.00', '10', storedWith('10.00')), undefined)
    assert.equal(field('100', '9.99', storedWith('10.00')), 'transaction.taxAmount')
    assert.equal(field('100', '10.01', storedWith('10.00')), 'transaction.taxAmount')
  })

  it('is compared with the latest tax of the order, and not limited where the order has none', () => {
    assert.equal(field('50', '12', storedWith('10', '12', undefined)), undefined)
    assert.equal(field('50', '12', storedWith(undefined)), undefined)
    assert.equal(field('50', undefined, storedWith('10')), undefined)
  })
})
