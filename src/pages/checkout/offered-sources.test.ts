import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Merchant, MerchantProfile } from '../../merchants/rules/merchant.ts'
import { newMerchantProfile } from '../../merchants/rules/new-merchant-profile.ts'
import type { AcquirerRoute, RouteConditions } from '../../merchants/rules/routes.ts'
import { newRepository } from '../../merchants/rules/token-repository.ts'
import { acceptedBrands } from './offered-sources.ts'

function merchantWith(changes: Partial<MerchantProfile>): Merchant {
  const profile = { ...newMerchantProfile('SHOP1', { adapter: 'simulator', acquirerId: 'SIMULATOR' }), ...changes }
  return { id: 'SHOP1', profile, tokenRepository: newRepository('SHOP1') }
}

function routes(...conditions: readonly RouteConditions[]): readonly AcquirerRoute[] {
  return conditions.map((each) => ({ linkId: 'simulator', acquirerMerchantId: 'SHOP1', conditions: each }))
}

describe('the brands that a page shows as accepted', () => {
  it('are all of them for a profile without limits', () => {
    assert.equal(acceptedBrands(merchantWith({}), 'USD').length, 10)
  })

  it('are those of the schemes in the profile; Maestro belongs to the scheme of Mastercard', () => {
    assert.deepEqual(acceptedBrands(merchantWith({ schemes: ['MASTERCARD', 'VISA'] }), 'USD'), [
      'VISA',
      'MASTERCARD',
      'MAESTRO',
    ])
  })

  it('are only those that a route takes, in the currency of the order', () => {
    const merchant = merchantWith({
      routes: routes({ schemes: ['AMEX'] }, { schemes: ['VISA', 'JCB'], currencies: ['EUR'] }, { sources: ['ACH'] }),
    })
    assert.deepEqual(acceptedBrands(merchant, 'USD'), ['AMEX'])
    assert.deepEqual(acceptedBrands(merchant, 'EUR'), ['VISA', 'AMEX', 'JCB'])
    assert.deepEqual(acceptedBrands(merchant, undefined), ['VISA', 'AMEX', 'JCB'])
  })

  it('are those of both profile and routes', () => {
    const merchant = merchantWith({ schemes: ['VISA', 'DISCOVER'], routes: routes({ schemes: ['VISA', 'AMEX'] }) })
    assert.deepEqual(acceptedBrands(merchant, 'USD'), ['VISA'])
  })

  it('do not depend on conditions that differ from card to card', () => {
    const merchant = merchantWith({
      schemes: ['VISA'],
      routes: routes({ bins: ['4508'], cardCountries: ['DEU'], percent: 10, amount: { currency: 'USD', from: '10' } }),
    })
    assert.deepEqual(acceptedBrands(merchant, 'USD'), ['VISA'])
  })
})
