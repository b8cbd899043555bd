import assert from 'node:assert/strict'
import { it } from 'node:test'
import { providerBNeedsBank } from './provider-b-needs-bank.ts'

const check = (sourceOfFunds: object) => providerBNeedsBank.check({ sourceOfFunds })

it('provider B needs the bank of the payer, others do not', () => {
  const provided = { providerB: { bankIdentifier: '12345678' } }
  assert.equal(check({ type: 'PROVIDER_B', provided }), undefined)
  const missing = check({ type: 'PROVIDER_B' })
  assert.equal(missing?.field, 'sourceOfFunds.provided.providerB.bankIdentifier')
  assert.equal(missing?.validationType, 'MISSING')
  for (const type of ['PROVIDER_A', 'PROVIDER_C']) assert.equal(check({ type }), undefined)
})
