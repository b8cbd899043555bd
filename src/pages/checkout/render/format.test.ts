import assert from 'node:assert/strict'
import { it } from 'node:test'
import { formatAmount } from './format.ts'

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
