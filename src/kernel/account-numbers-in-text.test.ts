import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  holdsCardNumber,
  holdsLuhnNumber,
  maskCardNumbers,
  mayHoldAccountNumber,
  scrubAccountNumbers,
} from './account-numbers-in-text.ts'
import { passesLuhn } from './instrument.ts'

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

  it('are scanned in a number of steps that grows no faster than their length', () => {
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

describe('card numbers of known ranges in a text', () => {
  it('are found and masked however they are grouped, and the text around them stays', () => {
    const masked: Readonly<Record<string, string>> = {
      '4508750015741019': '450875xxxxxx1019',
      'card 4508 7500 1574 1019!': 'card 450875xxxxxx1019!',
      'Flat 12 4508 7500 1574 1019 Leeds': 'Flat 12 450875xxxxxx1019 Leeds',
      'a5123450000000008@shop.example': 'a512345xxxxxx0008@shop.example',
      '４５０８７５００１５７４１０１９': '450875xxxxxx1019',
      '4 5 0 8 7 5 0 0 1 5 7 4 1 0 1 9': '450875xxxxxx1019',
      '3456-789012-34564': '345678xxxxx4564',
      '4508750015741019 5123450000000008': '450875xxxxxx1019 512345xxxxxx0008',
    }
    for (const [text, expected] of Object.entries(masked)) {
      assert.ok(holdsCardNumber(text), text)
      assert.equal(maskCardNumbers(text), expected)
    }
  })

  it('are neither digits with a wrong check digit, nor of an unknown range, nor part of a longer number', () => {
    for (const text of [
      '4508 7500 1574 1018',
      '9000000000000001',
      '79927398713',
      'order 45087500157410190000',
      '10 20 30 40 50 60 70',
      '2026-11-15 01:40',
      '',
    ]) {
      assert.ok(!holdsCardNumber(text), text)
      assert.equal(maskCardNumbers(text), text)
    }
  })

  it('are never found after masking, and masking twice changes nothing more', () => {
    const texts = fc.array(fc.oneof(fc.string(), fc.constantFrom(...testNumbers, ' ', '-', '12', '4508')))
    fc.assert(
      fc.property(texts, (parts) => {
        const masked = maskCardNumbers(parts.join(''))
        assert.ok(!holdsCardNumber(masked), masked)
        assert.equal(maskCardNumbers(masked), masked)
        assert.ok(masked.length <= parts.join('').length)
      }),
    )
  })

  it('are distinguished from telephone numbers, which have 15 digits at most', () => {
    const phone = '+49 1512 3456787'
    assert.ok(holdsCardNumber(phone))
    assert.ok(!holdsCardNumber(phone, { digitsMin: 16 }))
    assert.equal(maskCardNumbers(phone, { digitsMin: 16 }), phone)
    assert.ok(holdsCardNumber('4508 7500 1574 1019', { digitsMin: 16 }))
  })
})
