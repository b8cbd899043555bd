// What may be entered as an amount.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setLanguage } from '../language/text.ts'
import { amountProblem, amountToEdit, isSameAmount, validAmount } from './amount-rule.ts'
import { amountText, moneyText } from './money.ts'

/** The language of the user, until the next test. */
function withLanguage(language: 'en' | 'de' | 'fr' | 'es' | 'ar', use: () => void): void {
  setLanguage(language)
  try {
    use()
  } finally {
    setLanguage('en')
  }
}

describe('an amount that a user enters', () => {
  it('is an amount of its currency as the language writes it', () => {
    for (const text of ['1', '0.01', '100.00', '99999999999', '1,234.50', ' 1', '1,50', '12.50 USD'])
      assert.equal(amountProblem(text, { currency: 'USD' }), undefined, text)
    for (const text of ['', '-1', '1,500', '1e3', '.5', '0', '0.00', '1.001', '1234567890123456'])
      assert.ok(amountProblem(text, { currency: 'USD' }), text)
    assert.equal(amountProblem('1.5', { currency: 'JPY' }), 'JPY has no decimals.')
    assert.equal(amountProblem('1.005', { currency: 'KWD' }), undefined)
  })

  it('is limited to the remaining amount, to the last minor unit', () => {
    const bounds = { currency: 'USD', max: '90071992.57' }
    assert.equal(amountProblem('90071992.57', bounds), undefined)
    assert.equal(amountProblem('90,071,992.57', bounds), undefined)
    assert.match(amountProblem('90071992.58', bounds) ?? '', /^Maximum: /)
  })

  it('is prefilled with the decimals of its currency', () => {
    assert.deepEqual(
      [amountToEdit('12.5', 'USD'), amountToEdit('12', 'KWD'), amountToEdit('12', 'JPY')],
      ['12.50', '12.000', '12'],
    )
  })

  it('is typed in German, French and Spanish as the page shows it, and sent as a plain decimal', () => {
    for (const language of ['de', 'fr', 'es'] as const)
      withLanguage(language, () => {
        const edited = amountToEdit('1234.5', 'EUR')
        assert.equal(edited, '1234,50', language)
        for (const text of [edited, amountText('1234.5', 'EUR'), moneyText('1234.5', 'EUR')])
          assert.equal(validAmount(text, 'EUR'), '1234.5', `${text} in ${language}`)
        assert.ok(amountProblem('1.234', { currency: 'EUR' }), 'it can be read in two ways')
      })
    withLanguage('ar', () => assert.equal(validAmount('١٢٫٥٠', 'EUR'), '12.5'))
  })

  it('that can be read in two ways is answered with an example of the language', () => {
    withLanguage('de', () => assert.match(amountProblem('1.234', { currency: 'EUR' }) ?? '', /1250,50/))
  })

  it('is the same however many zeros it ends with', () => {
    assert.ok(isSameAmount('12.5', '12.50', 'USD'))
    assert.ok(!isSameAmount('12.5', '12.51', 'USD'))
  })
})
