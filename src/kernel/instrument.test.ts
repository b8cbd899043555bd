import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { cardKindOf, cardKindsBeginning, isPlausibleCardNumber, passesLuhn } from './instrument.ts'

/** The published test numbers, by the scheme and brand they belong to. */
const testNumbers = [
  ['MASTERCARD', 'MASTERCARD', '5123450000000008', '2223000000000007', '5111111111111118', '2223000000000023'],
  ['VISA', 'VISA', '4508750015741019', '4012000033330026', '4987654321098769'],
  ['AMEX', 'AMEX', '345678901234564', '371449635398431', '371881634498004', '371881127160004'],
  ['DINERS_CLUB', 'DINERS_CLUB', '30123400000000', '36259600000012'],
  ['JCB', 'JCB', '3528000000000007', '3528111100000001'],
  ['DISCOVER', 'DISCOVER', '6011003179988686', '6011963280099774'],
  ['MASTERCARD', 'MAESTRO', '5000000000000000005', '5666555544443333'],
  ['UATP', 'UATP', '135492354874528', '135420001569134'],
] as const

const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((list) => list.join(''))

describe('card numbers', () => {
  it('of the published test cards belong to their scheme and brand and are plausible', () => {
    for (const [scheme, brand, ...numbers] of testNumbers) {
      for (const number of numbers) {
        assert.deepEqual(cardKindOf(number), { scheme, brand }, number)
        assert.ok(isPlausibleCardNumber(number), number)
      }
    }
  })

  it('of a scheme inside another range belong to the longer prefix', () => {
    assert.equal(cardKindOf('6521500000000000').scheme, 'RUPAY')
    assert.equal(cardKindOf('6531490000000000').scheme, 'RUPAY')
    assert.equal(cardKindOf('6531500000000000').scheme, 'DISCOVER')
    assert.equal(cardKindOf('5085000000000000').scheme, 'RUPAY')
    assert.equal(cardKindOf('6200000000000000').scheme, 'CHINA_UNIONPAY')
    assert.equal(cardKindOf('2220990000000000').scheme, 'OTHER')
    assert.equal(cardKindOf('2221000000000000').scheme, 'MASTERCARD')
    assert.equal(cardKindOf('2720990000000000').scheme, 'MASTERCARD')
    assert.equal(cardKindOf('2721000000000000').scheme, 'OTHER')
  })

  it('can be of several brands while few digits are known', () => {
    const brands = (prefix: string) => [...new Set(cardKindsBeginning(prefix).map(({ brand }) => brand))].sort()
    assert.deepEqual(brands('4'), ['VISA'])
    assert.deepEqual(brands('2'), ['MASTERCARD'])
    assert.deepEqual(brands('5'), ['MAESTRO', 'MASTERCARD', 'RUPAY'])
    assert.deepEqual(brands('65'), ['DISCOVER', 'RUPAY'])
    assert.deepEqual(brands('652150'), ['RUPAY'])
    assert.deepEqual(brands('2720'), ['MASTERCARD'])
    assert.deepEqual(brands('2721'), [])
    for (const [, brand, ...numbers] of testNumbers)
      for (const number of numbers)
        for (const length of [1, 2, 4, 6, 10]) assert.ok(brands(number.slice(0, length)).includes(brand), number)
  })

  it('of a known scheme need its length and a right check digit; others pass', () => {
    assert.ok(!isPlausibleCardNumber('5123450000000009'))
    assert.ok(!isPlausibleCardNumber('51234500000000'))
    assert.ok(isPlausibleCardNumber('900000001'))
  })

  it('have exactly one right check digit', () => {
    fc.assert(
      fc.property(digits(8, 18), (prefix) => {
        const right = [...'0123456789'].filter((digit) => passesLuhn(prefix + digit))
        assert.equal(right.length, 1)
      }),
    )
  })
})
