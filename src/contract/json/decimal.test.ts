import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { addDecimals, compareDecimals, multiplyDecimals, negateDecimal, normaliseDecimal } from './decimal.ts'

/** An integer of thousandths, and its decimal text. */
const thousandths = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })
function text(value: bigint, scale = 3): string {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

describe('decimals', () => {
  it('have one shortest text', () => {
    assert.deepEqual(['1.50', '001', '0.0', '-0', '-1.0', '10', '0.10'].map(normaliseDecimal), [
      '1.5',
      '1',
      '0',
      '0',
      '-1',
      '10',
      '0.1',
    ])
  })

  it('add, multiply, negate and compare as integers of thousandths do', () => {
    fc.assert(
      fc.property(thousandths, thousandths, (a, b) => {
        assert.equal(addDecimals(text(a), text(b)), normaliseDecimal(text(a + b)))
        assert.equal(multiplyDecimals(text(a), text(b)), normaliseDecimal(text(a * b, 6)))
        assert.equal(addDecimals(text(a), negateDecimal(text(a))), '0')
        assert.equal(Math.sign(compareDecimals(text(a), text(b))), a < b ? -1 : a > b ? 1 : 0)
      }),
    )
  })
})
