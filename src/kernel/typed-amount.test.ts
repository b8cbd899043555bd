// Amounts that people type: what a page shows is read back as the same amount, and nothing is read as another one.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { formatAmount } from '../pages/checkout/amount-text.ts'
import { amountDecimalsOf, displayMoney, exponentOf, type Money } from './money.ts'
import { editableAmount, readTypedAmount } from './typed-amount.ts'

const languages = ['en', 'de', 'fr', 'es', 'ar']
const locales = [
  ...languages,
  'en-IN',
  'de-CH',
  'de-AT',
  'es-MX',
  'fr-CH',
  'ar-u-nu-arab',
  'ar-u-nu-latn',
  'de-u-nu-latn',
]
/** Without decimals, with two, three and four of which amounts use three. */
const currencies = ['JPY', 'KRW', 'EUR', 'USD', 'GBP', 'CHF', 'INR', 'KWD', 'TND', 'IQD', 'CLF', 'UYW']

const money = fc
  .tuple(fc.constantFrom(...currencies), fc.bigInt(1n, 10n ** 12n), fc.integer({ min: 0, max: 11 }))
  .map(([currency, number, shift]): Money => {
    const unit = 10n ** BigInt(exponentOf(currency) - amountDecimalsOf(currency))
    return { currency, amountMinor: (number / 10n ** BigInt(shift)) * unit || unit }
  })

/** As lists of the console show it: all decimals, in groups. */
function grouped({ currency, ...rest }: Money, locale: string): string {
  const decimals = exponentOf(currency)
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  return format.format(displayMoney({ currency, ...rest }) as Intl.StringNumericLiteral)
}

/** All the ways in which pages show an amount. */
function shownForms(amount: Money, locale: string): readonly string[] {
  const { currency } = amount
  return [
    grouped(amount, locale),
    `${grouped(amount, locale)} ${currency}`,
    editableAmount(displayMoney(amount), { currency, locale }),
    // Payment pages have the languages alone.
    ...(languages.includes(locale) ? [formatAmount(locale, displayMoney(amount), currency)] : []),
  ]
}

const read = (text: string, currency = 'EUR', locale = 'en') => {
  const reading = readTypedAmount(text, { currency, locale })
  return reading.kind === 'AMOUNT' ? reading.amount : reading.kind
}

describe('a typed amount', () => {
  it('is the amount that a page of the language shows, in every currency', () => {
    fc.assert(
      fc.property(money, fc.constantFrom(...locales), (amount, locale) => {
        for (const text of shownForms(amount, locale)) {
          const reading = readTypedAmount(text, { currency: amount.currency, locale })
          assert.ok(reading.kind === 'AMOUNT', `${text} ${reading.kind}`)
          assert.equal(reading.amountMinor, amount.amountMinor, text)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('is never another amount when it is written with its decimals by the rules of another language', () => {
    fc.assert(
      fc.property(money, fc.constantFrom(...locales), fc.constantFrom(...locales), (amount, written, locale) => {
        for (const text of [
          grouped(amount, written),
          editableAmount(displayMoney(amount), { ...amount, locale: written }),
        ]) {
          const reading = readTypedAmount(text, { currency: amount.currency, locale })
          if (reading.kind === 'AMOUNT') assert.equal(reading.amountMinor, amount.amountMinor, `${text} in ${locale}`)
          else assert.ok(['AMBIGUOUS', 'TOO_MANY_DECIMALS'].includes(reading.kind), `${text} in ${locale}`)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('has either mark before one or two decimals, in every language', () => {
    for (const locale of languages)
      for (const text of [
        '12.50',
        '12,50',
        '12,5',
        '12.5',
        '١٢٫٥٠',
        '۱۲.۵۰',
        '１２.５０',
        ' 12,50 ',
        '12,50 EUR',
        'EUR 12.50',
        '€12.50',
      ])
        assert.equal(read(text, 'EUR', locale), '12.5', `${text} in ${locale}`)
  })

  it('has groups where they cannot be decimals', () => {
    for (const locale of languages)
      for (const text of ['1.234,50', '1,234.50', '1 234,50', '1\u202f234,50', "1'234.50", '١٬٢٣٤٫٥٠'])
        assert.equal(read(text, 'EUR', locale), '1234.5', `${text} in ${locale}`)
    assert.equal(read('1.234.567', 'EUR', 'en'), '1234567')
    assert.equal(read('1 234', 'EUR', 'fr'), '1234')
    assert.equal(read('12,34,567.00', 'INR', 'en-IN'), '1234567')
  })

  it('of one mark and three digits is read by the rule of the language where there is only one reading', () => {
    const tries = [
      ['1.234', 'EUR', 'de', 'AMBIGUOUS'],
      ['1,234', 'USD', 'en', 'AMBIGUOUS'],
      ['1.234', 'EUR', 'fr', 'AMBIGUOUS'],
      ['1,234', 'EUR', 'de', 'TOO_MANY_DECIMALS'],
      ['1.234', 'USD', 'en', 'TOO_MANY_DECIMALS'],
      ['1.234', 'KWD', 'en', '1.234'],
      ['1,234', 'KWD', 'de', '1.234'],
      ['1.234', 'KWD', 'de', 'AMBIGUOUS'],
      ['1,234', 'KWD', 'en', 'AMBIGUOUS'],
      ['1.234', 'JPY', 'de', '1234'],
      ['1,234', 'JPY', 'en', '1234'],
      ['1,234', 'JPY', 'de', 'TOO_MANY_DECIMALS'],
      ['1,000', 'JPY', 'de', 'TOO_MANY_DECIMALS'],
      ['1.234', 'CLF', 'en', '1.234'],
      ['1.2340', 'CLF', 'en', '1.234'],
      ['1.2345', 'CLF', 'en', 'TOO_MANY_DECIMALS'],
      ['1 234.567', 'KWD', 'de', 'AMBIGUOUS'],
      ['0.500', 'KWD', 'de', '0.5'],
      ['1234.500', 'KWD', 'de', '1234.5'],
    ] as const
    for (const [text, currency, locale, expected] of tries)
      assert.equal(read(text, currency, locale), expected, `${text} ${currency} in ${locale}`)
  })

  it('is refused when it is no amount', () => {
    for (const text of ['-5', '+5', '1e3', '0x10', 'five', '.5', '1 USD', '12 50', '1..2', '1,2345,678', '0.123.456'])
      assert.equal(read(text), 'INVALID', text)
    for (const text of ['', '   ', 'EUR']) assert.equal(read(text), 'MISSING')
    assert.equal(read('12.', 'EUR'), '12')
    assert.equal(read('1000000000000.01'), 'TOO_LARGE')
    assert.equal(read('9'.repeat(40)), 'TOO_LARGE')
  })

  it('stands in a field as the language writes it', () => {
    const texts = languages.map((locale) => editableAmount('1234.5', { currency: 'EUR', locale }))
    assert.deepEqual(texts, ['1234.50', '1234,50', '1234,50', '1234,50', '1234.50'])
    assert.equal(editableAmount('12', { currency: 'JPY', locale: 'de' }), '12')
  })
})
