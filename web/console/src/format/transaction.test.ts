import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { transactionTypes } from '../../../../src/kernel/transaction-type.ts'
import { isOutgoing, transactionState } from './transaction.ts'

const approved = { result: 'SUCCESS', gatewayCode: 'APPROVED' } as const

describe('what a transaction is called', () => {
  it('is "Approved" in green only where money came in or was reserved', () => {
    const green = transactionTypes.filter((type) => transactionState({ type, ...approved }).tone === 'good')
    assert.deepEqual(green, [
      'AUTHORIZATION',
      'AUTHORIZATION_UPDATE',
      'CAPTURE',
      'PAYMENT',
      'VERIFICATION',
      'AUTHENTICATION',
      'DISBURSEMENT',
    ])
  })

  it('is the state of the case for a chargeback', () => {
    const states = ['INFORMATION_REQUESTED', 'PENDING', 'WON', 'LOST'] as const
    const shown = states.map((disputeState) => transactionState({ type: 'CHARGEBACK', ...approved, disputeState }))
    assert.deepEqual(shown, [
      { tone: 'waiting', text: 'Information requested' },
      { tone: 'waiting', text: 'Chargeback pending' },
      { tone: 'good', text: 'Dispute won' },
      { tone: 'bad', text: 'Dispute lost' },
    ])
  })

  it('is "In review" as long as a risk rule holds a payment', () => {
    const held = { tone: 'waiting', text: 'In review' } as const
    assert.deepEqual(transactionState({ type: 'PAYMENT', ...approved, review: 'RISK' }), held)
    assert.deepEqual(transactionState({ type: 'PAYMENT', ...approved, decision: 'PENDING' }), held)
    assert.equal(transactionState({ type: 'PAYMENT', ...approved, decision: 'ACCEPTED' }).text, 'Approved')
  })

  it('is the state of its reversal as long as it may have been executed, whatever its result', () => {
    const failed = { type: 'PAYMENT', result: 'FAILURE', gatewayCode: 'TIMED_OUT' } as const
    const shown = (['OWED', 'REFUSED'] as const).map((openReversal) => transactionState({ ...failed, openReversal }))
    assert.deepEqual(shown, [
      { tone: 'waiting', text: 'Waiting for reversal' },
      { tone: 'bad', text: 'Not reversed' },
    ])
    assert.equal(transactionState({ type: 'PAYMENT', ...approved, openReversal: 'REFUSED' }).text, 'Not reversed')
  })

  it('is not green where less was approved than was asked for', () => {
    const partly = { type: 'PAYMENT', result: 'SUCCESS', gatewayCode: 'PARTIALLY_APPROVED' } as const
    assert.deepEqual(transactionState(partly), { tone: 'waiting', text: 'Partially approved' })
    assert.deepEqual(transactionState({ ...partly, type: 'REFUND' }), { tone: 'waiting', text: 'Partially refunded' })
  })

  it('is the gateway code for whatever did not succeed', () => {
    assert.deepEqual(transactionState({ type: 'REFUND', result: 'FAILURE', gatewayCode: 'DECLINED' }), {
      tone: 'bad',
      text: 'Declined',
    })
  })
})

it('refunds, voids, chargebacks and fees have a minus, except for what gives money back to the merchant', () => {
  const minus = transactionTypes.filter((type) => isOutgoing({ type }))
  assert.deepEqual(minus, [
    'REFUND',
    'VOID_AUTHORIZATION',
    'VOID_CAPTURE',
    'VOID_PAYMENT',
    'CHARGEBACK',
    'DISBURSEMENT',
    'FUNDING',
    'REFUND_REQUEST',
  ])
  assert.equal(isOutgoing({ type: 'CHARGEBACK', disputeState: 'WON' }), false)
})
