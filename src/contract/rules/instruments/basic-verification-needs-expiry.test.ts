import assert from 'node:assert/strict'
import { it } from 'node:test'
import { basicVerificationNeedsExpiry } from './basic-verification-needs-expiry.ts'

const check = (members: object, verificationStrategy = 'BASIC') => {
  const rejection = basicVerificationNeedsExpiry.check({ verificationStrategy, ...members })
  return rejection && `${rejection.field} ${rejection.validationType}`
}
const missing = 'sourceOfFunds.provided.card.expiry.month MISSING'

it('the basic check of a card needs its expiry date', () => {
  const card = { nameOnCard: 'A' }
  assert.equal(check({ sourceOfFunds: { type: 'CARD', provided: { card } } }), missing)
  assert.equal(check({ sourceOfFunds: { provided: { card } } }), missing)
  assert.equal(check({ sourceOfFunds: { type: 'CARD' } }), missing)
  assert.equal(check({}), missing)
  const expiry = { month: '1', year: '39' }
  assert.equal(check({ sourceOfFunds: { type: 'CARD', provided: { card: { ...card, expiry } } } }), undefined)
})

it('the expiry date may come from a session, an earlier order, the issuer or the device', () => {
  assert.equal(check({ session: { id: 'S' } }), undefined)
  assert.equal(check({ referenceOrderId: 'O1' }), undefined)
  assert.equal(check({ sourceOfFunds: { type: 'CARD', schemeTokenProvisioningIdentifier: 'P1' } }), undefined)
  const devicePayment = { paymentToken: 'T' }
  assert.equal(check({ sourceOfFunds: { type: 'CARD', provided: { card: { devicePayment } } } }), undefined)
})

it('other details and other verifications need no expiry date', () => {
  assert.equal(check({ sourceOfFunds: { type: 'GIFT_CARD' } }), undefined)
  assert.equal(check({ sourceOfFunds: { provided: { giftCard: { localBrand: 'B' } } } }), undefined)
  for (const strategy of ['NONE', 'ACQUIRER', 'ACCOUNT_UPDATER']) assert.equal(check({}, strategy), undefined)
  assert.equal(basicVerificationNeedsExpiry.check({}), undefined)
})
