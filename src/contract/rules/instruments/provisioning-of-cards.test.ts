import assert from 'node:assert/strict'
import { it } from 'node:test'
import { provisioningOfCards } from './provisioning-of-cards.ts'

const check = (sourceOfFunds: object) => {
  const rejection = provisioningOfCards.check({ sourceOfFunds })
  return rejection && `${rejection.field} ${rejection.validationType}`
}

it('what an issuer provisions is a card, and the request says so', () => {
  const schemeTokenProvisioningIdentifier = 'P1'
  assert.equal(check({ schemeTokenProvisioningIdentifier, type: 'CARD' }), undefined)
  assert.equal(check({ schemeTokenProvisioningIdentifier }), 'sourceOfFunds.type MISSING')
  assert.equal(check({ schemeTokenProvisioningIdentifier, type: 'GIFT_CARD' }), 'sourceOfFunds.type INVALID')
})

it('other details may be of any type', () => {
  assert.equal(check({ type: 'GIFT_CARD' }), undefined)
})
