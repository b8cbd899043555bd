import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contractTrial } from '../../../test/support/checks/contract-trial.ts'
import { refund } from './refund.ts'

const versions = [15, 30, 50, 100] as const
const { accepts, refuses, shows, fieldIn } = contractTrial(refund, { transaction: { amount: '10', currency: 'USD' } })

describe('REFUND', () => {
  it('needs an amount above zero and a currency', () => {
    for (const version of versions) {
      accepts(version)
      refuses(version, { transaction: { amount: null } }, 'transaction.amount', 'MISSING')
      refuses(version, { transaction: { currency: null } }, 'transaction.currency', 'MISSING')
      refuses(version, { transaction: { amount: '0.0' } }, 'transaction.amount')
      refuses(version, { transaction: { amount: '10.001' } }, 'transaction.amount')
    }
  })

  it('may be authorized by the issuer or wait for approval from 50 on, and name what it refunds in 100', () => {
    const action = { refundAuthorization: true }
    refuses(30, { action }, 'action', 'UNSUPPORTED')
    refuses(30, { transaction: { priorApproval: 'REQUESTED' } }, 'transaction.priorApproval', 'UNSUPPORTED')
    for (const version of [50, 100]) {
      assert.deepEqual(accepts(version, { action }).action, action)
      refuses(version, { action: { refundAuthorization: 'true' } }, 'action.refundAuthorization')
      accepts(version, { transaction: { priorApproval: 'REQUESTED' } })
      assert.deepEqual(shows(version, { action }).action, action)
    }
    const target = { transaction: { targetTransactionId: '1' } }
    for (const version of [15, 30, 50]) refuses(version, target, 'transaction.targetTransactionId', 'UNSUPPORTED')
    assert.equal(accepts(100, target).transaction.targetTransactionId, '1')
    refuses(100, { transaction: { targetTransactionId: 't'.repeat(41) } }, 'transaction.targetTransactionId')
  })

  it('is of four kinds for an airline in version 100, of six before', () => {
    const field = 'airline.transactionType'
    const kinds = (version: number) => {
      const foundField = fieldIn(version, 'request', field)
      return foundField?.row.kind === 'FIELD' ? foundField.row.type.values?.length : undefined
    }
    assert.deepEqual([kinds(50), kinds(100)], [6, 4])
    accepts(50, { airline: { transactionType: 'TICKET_PURCHASE' } })
    refuses(100, { airline: { transactionType: 'TICKET_PURCHASE' } }, field)
    accepts(100, { airline: { transactionType: 'REFUND' } })
  })

  it('standalone, has a source of funds', () => {
    for (const version of versions)
      accepts(version, { sourceOfFunds: { provided: { card: { number: '5123450000000008' } } } })
    refuses(100, { transaction: { authorizationCode: '1' } }, 'transaction.authorizationCode', 'UNSUPPORTED')
  })

  it('that is only a request for approval reads as a refund below version 100', () => {
    const typeIn = (version: number) => shows(version, { transaction: { type: 'REFUND_REQUEST' } }).transaction.type
    assert.deepEqual(versions.map(typeIn), ['REFUND', 'REFUND', 'REFUND', 'REFUND_REQUEST'])
  })
})
