import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Secret } from '../../../domain/secret.ts'
import { xidOfVisaAuthentication } from './xid-of-visa-authentication.ts'

const visa = '4508750015741019'
const mastercard = '5123450000000008'

function fieldOf(number: string, threeDSecure: object) {
  const card = { number: new Secret('ACCOUNT', number) }
  return xidOfVisaAuthentication.check({ threeDSecure, sourceOfFunds: { provided: { card } } })?.field
}

it('an authenticated Visa payment needs the xid', () => {
  for (const authenticationStatus of ['AUTHENTICATION_SUCCESSFUL', 'AUTHENTICATION_ATTEMPTED']) {
    assert.equal(fieldOf(visa, { authenticationStatus }), 'threeDSecure.xid')
    assert.equal(fieldOf(visa, { authenticationStatus, xid: 'A'.repeat(28) }), undefined)
    assert.equal(fieldOf(mastercard, { authenticationStatus }), undefined)
  }
})

it('a payment without authentication needs no xid', () => {
  assert.equal(fieldOf(visa, { authenticationStatus: 'AUTHENTICATION_NOT_AVAILABLE' }), undefined)
  assert.equal(fieldOf(visa, { enrollmentStatus: 'NOT_ENROLLED' }), undefined)
  assert.equal(xidOfVisaAuthentication.check({}), undefined)
})

it('a card number that is not in the request is not checked', () => {
  const threeDSecure = { authenticationStatus: 'AUTHENTICATION_SUCCESSFUL' }
  assert.equal(xidOfVisaAuthentication.check({ threeDSecure, sourceOfFunds: { token: '9' } }), undefined)
})
