import assert from 'node:assert/strict'
import { it } from 'node:test'
import { oneSourceOfCardDetails } from './one-source-of-card-details.ts'

const card = { nameOnCard: 'A' }
const check = (request: Record<string, unknown>) => {
  const rejection = oneSourceOfCardDetails.check(request)
  return rejection && `${rejection.field} ${rejection.validationType}`
}

it('an earlier order or the issuer gives card details instead of the request, not beside it', () => {
  const refused = 'sourceOfFunds.provided.card INVALID'
  assert.equal(check({ referenceOrderId: 'O1', sourceOfFunds: { provided: { card } } }), refused)
  assert.equal(
    check({ sourceOfFunds: { type: 'CARD', schemeTokenProvisioningIdentifier: 'P1', provided: { card } } }),
    refused,
  )
})

it('either of reference order and issuer passes alone', () => {
  assert.equal(check({ referenceOrderId: 'O1', sourceOfFunds: { type: 'CARD' } }), undefined)
  assert.equal(check({ sourceOfFunds: { type: 'CARD', schemeTokenProvisioningIdentifier: 'P1' } }), undefined)
  assert.equal(check({ sourceOfFunds: { provided: { card } } }), undefined)
})
