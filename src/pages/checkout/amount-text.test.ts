import assert from 'node:assert/strict'
import { it } from 'node:test'
import { decimalAmountText, formatAmount, lineTotalText } from './amount-text.ts'

it('an amount is shown with the decimals of its currency', () => {
  assert.equal(decimalAmountText('100', 'USD'), '100.00')
  assert.equal(decimalAmountText('0.5', 'USD'), '0.50')
  assert.equal(decimalAmountText('1200', 'JPY'), '1200')
  assert.equal(decimalAmountText('1200.00', 'JPY'), '1200')
  assert.equal(decimalAmountText('1.5', 'KWD'), '1.500')
  assert.equal(decimalAmountText('0.125', 'USD'), '0.125')
})

it('an order line is shown with its price, however large and however many', () => {
  assert.equal(lineTotalText('12.34', '3', 'USD'), '37.02')
  assert.equal(lineTotalText('0.125', '8', 'USD'), '1.00')
  assert.equal(lineTotalText('-0.05', '2', 'USD'), '-0.10')
  assert.equal(lineTotalText('250', '2', 'JPY'), '500')
  assert.equal(lineTotalText('0.01', '9999999999999999', 'USD'), '99999999999999.99')
})

it('an amount is written in its language, currency and decimals, whichever was written before', () => {
  const amounts = [
    ['en', '1234.50', 'USD', '$1,234.50'],
    ['en', '1234.50', 'EUR', '€1,234.50'],
    ['en', '1234', 'USD', '$1,234'],
    ['de', '1234.50', 'EUR', '1.234,50\u00a0€'],
    ['en', '1.234', 'KWD', 'KWD\u00a01.234'],
  ] as const
  for (const [locale, amount, currency, written] of [...amounts, ...amounts])
    assert.equal(formatAmount(locale, amount, currency), written)
  assert.equal(formatAmount('en', 'free', 'USD'), 'free USD')
})
