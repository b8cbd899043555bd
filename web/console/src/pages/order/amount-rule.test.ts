// What may be entered as an amount.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { amountProblem, amountToEdit, isSameAmount } from './amount-rule.ts'

describe('an amount that a user enters', () => {
  it('is plain decimal text of its currency', () => {
    for (const text of ['1', '0.01', '100.00', '99999999999'])
      assert.equal(amountProblem(text, { currency: 'USD' }), undefined, text)
    for (const text of ['', '-1', '1,50', '1e3', ' 1', '.5', '0', '0.00', '1.001', '123456789012'])
      assert.ok(amountProblem(text, { currency: 'USD' }), text)
    assert.equal(amountProblem('1.5', { currency: 'JPY' }), 'JPY has no decimals.')
    assert.equal(amountProblem('1.005', { currency: 'KWD' }), undefined)
  })

  it('is limited to the remaining amount, to the last minor unit', () => {
    const bounds = { currency: 'USD', max: '90071992.57' }
    assert.equal(amountProblem('90071992.57', bounds), undefined)
    assert.equal(amountProblem('90071992.570', bounds), undefined)
    assert.match(amountProblem('90071992.58', bounds) ?? '', /^Maximum: /)
  })

  it('is prefilled with the decimals of its currency', () => {
    assert.deepEqual(
      [amountToEdit('12.5', 'USD'), amountToEdit('12', 'KWD'), amountToEdit('12', 'JPY')],
      ['12.50', '12.000', '12'],
    )
  })

  it('is the same however many zeros it ends with', () => {
    assert.ok(isSameAmount('12.5', '12.50', 'USD'))
    assert.ok(!isSameAmount('12.5', '12.51', 'USD'))
  })
})
