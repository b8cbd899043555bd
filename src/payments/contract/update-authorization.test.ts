import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contractTrial } from '../../../test/support/checks/contract-trial.ts'
import { updateAuthorization } from './update-authorization.ts'

const versions = [15, 30, 50, 100] as const
const { accepts, refuses, shows } = contractTrial(updateAuthorization, {})

describe('UPDATE_AUTHORIZATION', () => {
  it('needs nothing but its name', () => {
    for (const version of versions) assert.deepEqual(accepts(version), { apiOperation: 'UPDATE_AUTHORIZATION' })
  })

  it('changes the amount when one is sent', () => {
    for (const version of versions) {
      const transaction = { amount: '12.5', currency: 'USD' }
      assert.deepEqual(accepts(version, { transaction }).transaction, transaction)
      assert.equal(accepts(version, { order: { amount: '12.5' } }).order.amount, '12.5')
      accepts(version, { transaction: { amount: '12.5' } })
      refuses(version, { transaction: { amount: '0' } }, 'transaction.amount')
      refuses(version, { transaction: { ...transaction, amount: '12.345' } }, 'transaction.amount')
    }
  })

  it('does not change the source of funds', () => {
    for (const version of versions) refuses(version, { sourceOfFunds: { token: '9' } }, 'sourceOfFunds', 'UNSUPPORTED')
  })

  it('answers with its kind in every version', () => {
    const transaction = { type: 'AUTHORIZATION_UPDATE' }
    for (const version of versions) {
      const single = version < 100 && { frequency: 'SINGLE' }
      assert.deepEqual(shows(version, { transaction }).transaction, { ...transaction, ...single })
    }
  })
})
