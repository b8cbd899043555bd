import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { holdsLuhnNumber, mayHoldAccountNumber, scrubAccountNumbers } from './account-numbers-in-text.ts'
import { passesLuhn } from './card.ts'

/** Published test numbers of several lengths. */
const testNumbers = ['5123450000000008', '4508750015741019', '345678901234564', '30123400000000', '5000000000000000005']

describe('texts', () => {
  it('that hold a card number are recognised however it is written', () => {
    for (const text of [
      '4508750015741019',
      'card 4508 7500 1574 1019!',
      '4508-7500-1574-1019',
      'x4508750015741019123',
      '4508.7500.1574.1019',
      '4508  7500  1574  1019',
      '４５０８７５００１５７４１０１９',
      '4508/7500/1574/1019',
    ]) {
      assert.ok(mayHoldAccountNumber(text), text)
      assert.ok(!mayHoldAccountNumber(scrubAccountNumbers(text)), text)
    }
  })

  it('without one are left alone', () => {
    for (const text of [
      'order 12345678',
      '2026-11-15T01:40:00.000Z',
      'INV/2026/01',
      '4508 7500 1574 1018',
      'at most 1000000000000',
      '000000000000',
      '',
    ]) {
      assert.equal(scrubAccountNumbers(text), text)
    }
  })

  it('never keep a card number after scrubbing, wherever it stands', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...testNumbers), fc.string(), (before, number, after) => {
        assert.ok(!scrubAccountNumbers(`${before}${number}${after}`).includes(number))
      }),
    )
  })

  it('are taken to hold a number exactly when some window of 12 to 19 digits, or all of them, passes the check', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 40 })
    fc.assert(
      fc.property(digits, (text) => {
        const windows = [text]
        for (let start = 0; start < text.length; start += 1)
          for (let length = 12; length <= 19; length += 1)
            if (start + length <= text.length) windows.push(text.slice(start, start + length))
        assert.equal(
          holdsLuhnNumber(text),
          windows.some((each) => passesLuhn(each) && /[1-9]/.test(each)),
        )
      }),
    )
  })

  it('cost a number of steps that grows no faster than their length', () => {
    for (const text of [
      '0'.repeat(16_000),
      '0'.repeat(250_000),
      '1'.repeat(11),
      '5'.repeat(250_000),
      '05'.repeat(50_000),
    ]) {
      let windows = 0
      holdsLuhnNumber(text, () => {
        windows += 1
      })
      assert.ok(windows <= 8 * text.length + 1, `${windows} windows of ${text.length} digits`)
    }
  })
})
