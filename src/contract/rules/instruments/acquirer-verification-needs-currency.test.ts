import assert from 'node:assert/strict'
import { it } from 'node:test'
import { acquirerVerificationNeedsCurrency } from './acquirer-verification-needs-currency.ts'

const fieldOf = (members: object, verificationStrategy = 'ACQUIRER') =>
  acquirerVerificationNeedsCurrency.check({ verificationStrategy, ...members })?.field

it('an acquirer verifies in a currency, which either field or a session may name', () => {
  assert.equal(fieldOf({}), 'transaction.currency')
  assert.equal(fieldOf({ transaction: { currency: 'USD' } }), undefined)
  assert.equal(fieldOf({ order: { currency: 'USD' } }), undefined)
  assert.equal(fieldOf({ session: { id: 'S' } }), undefined)
  assert.equal(fieldOf({ session: { version: '0123456789' } }), 'transaction.currency')
})

it('other verifications need no currency', () => {
  for (const strategy of ['NONE', 'BASIC', 'ACCOUNT_UPDATER']) assert.equal(fieldOf({}, strategy), undefined)
})
