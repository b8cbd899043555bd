import assert from 'node:assert/strict'
import { it } from 'node:test'
import { providerAComplete } from './provider-a-complete.ts'

const refusal = (type: string, browserPayment: object) => {
  const rejection = providerAComplete.check({ browserPayment, sourceOfFunds: { type } })
  return rejection && `${rejection.validationType} ${rejection.field}`
}
const providerA = { paymentConfirmation: 'CONFIRM_AT_PROVIDER' }

it('provider A needs the operation and the place of confirmation', () => {
  assert.equal(refusal('PROVIDER_A', { operation: 'PAY', providerA }), undefined)
  assert.equal(refusal('PROVIDER_A', { providerA }), 'MISSING browserPayment.operation')
  assert.equal(refusal('PROVIDER_A', { operation: 'PAY' }), 'MISSING browserPayment.providerA.paymentConfirmation')
})

it('other providers need neither the operation nor the place of confirmation', () => {
  for (const type of ['PROVIDER_B', 'PROVIDER_C']) assert.equal(refusal(type, {}), undefined)
})
