import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { currencies, currencyListText, exponentOf, isCurrency } from './currency.ts'

describe('currencies', () => {
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
