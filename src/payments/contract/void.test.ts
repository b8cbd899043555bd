import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contractTrial } from '../../../test/support/checks/contract-trial.ts'
import { voidTransaction } from './void.ts'

const versions = [15, 30, 50, 100] as const
const { accepts, refuses, shows } = contractTrial(voidTransaction, { transaction: { targetTransactionId: '1' } })

describe('VOID', () => {
  it('needs the transaction to void, and has no amount of its own', () => {
    for (const version of versions) {
      assert.deepEqual(accepts(version).transaction, { targetTransactionId: '1' })
      refuses(version, { transaction: null }, 'transaction.targetTransactionId', 'MISSING')
      refuses(version, { transaction: { targetTransactionId: '' } }, 'transaction.targetTransactionId')
      refuses(version, { transaction: { targetTransactionId: 't'.repeat(41) } }, 'transaction.targetTransactionId')
      refuses(version, { transaction: { amount: '1' } }, 'transaction.amount', 'UNSUPPORTED')
      refuses(version, { transaction: { currency: 'USD' } }, 'transaction.currency', 'UNSUPPORTED')
    }
  })

  it('takes the groups on parties and terminals, not those on the purchase', () => {
    for (const version of versions) {
      accepts(version, {
        correlationId: 'c',
        device: { ipAddress: '10.0.0.1' },
        order: { customerNote: 'n', notificationUrl: 'https://shop.example' },
        partnerSolutionId: 'S',
        responseControls: { sensitiveData: 'UNMASK' },
        transaction: { merchantNote: 'n', reference: 'r' },
        userId: 'u',
      })
      refuses(version, { airline: { planNumber: 'A1' } }, 'airline', 'UNSUPPORTED')
      refuses(version, { agreement: { id: 'A' } }, 'agreement', 'UNSUPPORTED')
    }
    refuses(30, { initiator: { userId: 'u' } }, 'initiator', 'UNSUPPORTED')
    assert.equal(accepts(50, { initiator: { userId: 'u' } }).userId, 'u')
  })

  it('answers with its kind, its target and the amount of that in every version', () => {
    for (const version of versions) {
      for (const type of ['VOID_AUTHORIZATION', 'VOID_CAPTURE', 'VOID_PAYMENT', 'VOID_REFUND']) {
        const transaction = { amount: '10', targetTransactionId: '1', type }
        const shown = { ...transaction, ...(version < 100 && { frequency: 'SINGLE' }), amount: 10 }
        assert.deepEqual(shows(version, { transaction }).transaction, shown)
      }
    }
  })
})
