import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { currencyListText, knownCurrencies } from '../../../../../src/kernel/money.ts'
import { describeConditions, type RouteConditions } from '../../../../../src/merchants/rules/routes.ts'
import { currenciesText, routeText } from './profile-texts.ts'

const conditions: readonly RouteConditions[] = [
  { currencies: ['EUR'], schemes: ['VISA', 'MASTERCARD'], sources: ['CARD'] },
  { currencies: ['EUR', 'USD'], cardCountries: ['DEU'], bins: ['4111', '5'] },
  { amount: { currency: 'EUR' } },
  { amount: { currency: 'EUR', from: '10.00' } },
  { amount: { currency: 'EUR', to: '99.99' }, percent: 20 },
  { amount: { currency: 'EUR', from: '10.00', to: '99.99' }, sources: ['CARD', 'ACH'], schemes: ['VISA'] },
  { cardCountries: ['DEU', 'FRA'], bins: ['4'] },
]

describe('the texts of a profile', () => {
  it('say of a route in English what the commands say', () => {
    for (const each of conditions)
      assert.equal(
        routeText({ linkId: 'bank', acquirerMerchantId: 'SHOP', conditions: each }),
        `bank: ${describeConditions({ conditions: each }).join('; ')}`,
      )
    assert.equal(routeText({ linkId: 'bank', acquirerMerchantId: 'SHOP' }), 'bank: every payment')
  })

  it('list currencies as the commands do', () => {
    for (const codes of [['EUR', 'USD'], [...knownCurrencies]])
      assert.equal(currenciesText(codes), currencyListText(codes))
  })
})
