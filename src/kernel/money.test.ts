import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  add,
  addDecimals,
  amountDecimalsOf,
  compareDecimals,
  currencies,
  currencyListText,
  currencyOfNumber,
  displayAmount,
  displayMoney,
  exponentOf,
  formatMoney,
  isCurrency,
  isExpressible,
  multiplyDecimals,
  negateDecimal,
  normaliseDecimal,
  parseMoney,
  zero,
} from './money.ts'

describe('money', () => {
  const currencies = fc.constantFrom('USD', 'JPY', 'KWD', 'EUR', 'CLP', 'BHD', 'CLF')
  const minor = fc.bigInt({ min: 0n, max: 10n ** 15n })

  describe('money', () => {
    it('comes back the same after being written and read', () => {
      fc.assert(
        fc.property(currencies, minor, (currency, amountMinor) => {
          assert.deepEqual(parseMoney({ amount: formatMoney({ amountMinor, currency }), currency }), {
            amountMinor,
            currency,
          })
        }),
      )
    })

    it('reads the same amount whatever zeros are written around it', () => {
      fc.assert(
        fc.property(currencies, minor, fc.nat(4), fc.nat(4), (currency, amountMinor, leading, trailing) => {
          const text = formatMoney({ amountMinor, currency })
          const padded = '0'.repeat(leading) + (text.includes('.') ? text : `${text}.`) + '0'.repeat(trailing)
          assert.deepEqual(parseMoney({ amount: padded, currency }), { amountMinor, currency })
        }),
      )
    })

    it('is refused when it has more decimals than its currency, zeros aside', () => {
      assert.equal(parseMoney({ amount: '1.001', currency: 'USD' }), undefined)
      assert.equal(parseMoney({ amount: '1.5', currency: 'JPY' }), undefined)
      assert.equal(parseMoney({ amount: '1.0001', currency: 'KWD' }), undefined)
      assert.deepEqual(parseMoney({ amount: '1.000', currency: 'JPY' }), { amountMinor: 1n, currency: 'JPY' })
    })

    it('is exact where a double is not', () => {
      const amountMinor = 1_000_000_000_000_123n
      assert.equal(formatMoney({ amountMinor, currency: 'KWD' }), '1000000000000.123')
      assert.deepEqual(parseMoney({ amount: '0.29', currency: 'USD' })?.amountMinor, 29n)
    })

    it('writes minor units by the decimals of the currency', () => {
      assert.equal(formatMoney({ amountMinor: 1234n, currency: 'USD' }), '12.34')
      assert.equal(formatMoney({ amountMinor: 1234n, currency: 'JPY' }), '1234')
      assert.equal(formatMoney({ amountMinor: 1234n, currency: 'KWD' }), '1.234')
      assert.equal(formatMoney({ amountMinor: 1200n, currency: 'USD' }), '12')
      assert.equal(formatMoney({ amountMinor: -5n, currency: 'USD' }), '-0.05')
    })

    it('never adds two currencies', () => {
      assert.deepEqual(add(zero('USD'), { amountMinor: 3n, currency: 'USD' }), { amountMinor: 3n, currency: 'USD' })
      assert.throws(() => add(zero('USD'), zero('EUR')), /USD and EUR/)
    })

    it('is shown to people with every decimal of its currency', () => {
      const shown = ['JPY', 'USD', 'KWD', 'CLF'].map((currency) => displayMoney({ amountMinor: 1250n, currency }))
      assert.deepEqual(shown, ['1250', '12.50', '1.250', '0.1250'])
      assert.deepEqual(
        [displayMoney(zero('USD')), displayMoney({ amountMinor: -5n, currency: 'USD' })],
        ['0.00', '-0.05'],
      )
      assert.deepEqual([displayAmount('12.3', 'USD'), displayAmount('-7', 'USD')], ['12.30', '-7.00'])
    })

    it('has three decimals at most in requests and answers, also in a currency with four', () => {
      assert.deepEqual(['JPY', 'UYI', 'USD', 'KWD', 'CLF', 'UYW'].map(amountDecimalsOf), [0, 0, 2, 3, 3, 3])
      const expressible = [12340n, 12345n, 0n].map((amountMinor) => isExpressible({ amountMinor, currency: 'CLF' }))
      assert.deepEqual(expressible, [true, false, true])
      for (const currency of ['JPY', 'USD', 'KWD']) assert.ok(isExpressible({ amountMinor: 12345n, currency }))
    })

    it('knows currencies with no, two and three decimals', () => {
      assert.deepEqual(['JPY', 'USD', 'KWD', 'CLF', 'UYW'].map(exponentOf), [0, 2, 3, 4, 4])
    })
  })
})

describe('currency', () => {
  describe('currencies', () => {
    it('include the codes of funds, of which two have four decimals and one has none', () => {
      const funds = ['BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI', 'UYW', 'VED']
      assert.deepEqual(funds.filter(isCurrency), funds)
      assert.deepEqual(funds.map(exponentOf), [2, 2, 2, 4, 2, 2, 2, 0, 4, 2])
      assert.deepEqual(currencies, [...new Set(currencies)].toSorted())
    })

    it('include those of the Gulf, South Asia and Latin America, with their decimals', () => {
      const decimals = { AED: 2, BHD: 3, CLP: 0, INR: 2, KWD: 3, LKR: 2, MXN: 2, OMR: 3, PKR: 2, PYG: 0, SAR: 2 }
      for (const [code, exponent] of Object.entries(decimals)) {
        assert.ok(currencies.includes(code) && isCurrency(code), code)
        assert.equal(exponentOf(code), exponent, code)
      }
    })
  })

  describe('a list of currencies', () => {
    it('is shown whole when it is short, and by its beginning when it is long', () => {
      assert.equal(currencyListText(['USD', 'EUR']), 'USD, EUR')
      assert.equal(currencyListText(['USD', 'EUR'], ','), 'USD,EUR')
      const many = Array.from({ length: 13 }, (_, n) => `C${n}`)
      assert.equal(currencyListText(many.slice(0, 12)), many.slice(0, 12).join(', '))
      assert.equal(currencyListText(many), `${many.slice(0, 10).join(', ')} and 3 more`)
    })
  })
})

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

it('a currency is found by its number, with or without leading zeros', () => {
  const currencies = ['840', '978', '036', '36', '392', '048'].map(currencyOfNumber)
  assert.deepEqual(currencies, ['USD', 'EUR', 'AUD', 'AUD', 'JPY', 'BHD'])
  for (const wrong of ['', '000', '1000', 'USD', '999']) assert.equal(currencyOfNumber(wrong), undefined)
})

it('each number belongs to one known currency', () => {
  const currencies = Array.from({ length: 1_000 }, (_, number) => currencyOfNumber(String(number))).filter(
    (currency) => currency !== undefined,
  )
  assert.equal(new Set(currencies).size, currencies.length)
  assert.ok(currencies.length > 160)
  assert.deepEqual(
    currencies.filter((currency) => !isCurrency(currency)),
    [],
  )
})
