import assert from 'node:assert/strict'
import { it } from 'node:test'
import { providerAByAgreement } from './provider-a-by-agreement.ts'

const check = (request: Record<string, unknown>) => {
  const rejection = providerAByAgreement.check(request)
  return rejection && `${rejection.field} ${rejection.validationType}`
}
const missing = 'sourceOfFunds.provided.providerA.billingAgreement.id MISSING'

it('only a billing agreement that exists can be stored', () => {
  const type = 'PROVIDER_A'
  assert.equal(check({ sourceOfFunds: { type } }), missing)
  assert.equal(check({ sourceOfFunds: { type, provided: { providerA: { payerId: 'P' } } } }), missing)
  assert.equal(check({ sourceOfFunds: { provided: { providerA: { accountEmail: 'a@b.io' } } } }), missing)
  assert.equal(
    check({ sourceOfFunds: { type, provided: { providerA: { billingAgreement: { name: 'N' } } } } }),
    missing,
  )
  assert.equal(
    check({ sourceOfFunds: { type, provided: { providerA: { billingAgreement: { id: 'B-1' } } } } }),
    undefined,
  )
})

it('a session may hold the agreement, and other details need none', () => {
  assert.equal(check({ sourceOfFunds: { type: 'PROVIDER_A' }, session: { id: 'S' } }), undefined)
  assert.equal(check({ sourceOfFunds: { type: 'CARD' } }), undefined)
  assert.equal(check({}), undefined)
})
