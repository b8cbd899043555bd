// The actions offered for an order are exactly those that would work.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Order, OrderTransaction } from './order.ts'
import { availableActions } from './order-actions.ts'

const usual = { mayExceedCapture: false, mayExceedRefund: false, isSettlementBatchClosed: () => false }
const at = new Date('2026-03-02T09:00:00Z')

function order(transactions: readonly Partial<OrderTransaction>[], isLocked = false): Order {
  const whole = transactions.map(
    (each, index): OrderTransaction => ({
      id: String(index + 1),
      type: 'PAYMENT',
      gatewayCode: 'APPROVED',
      amountMinor: 1000n,
      ...each,
    }),
  )
  return {
    id: 'o',
    currency: 'USD',
    amountMinor: 1000n,
    revision: 1,
    isLocked,
    createdAt: at,
    updatedAt: at,
    transactions: whole,
  }
}

const authorization = { type: 'AUTHORIZATION' } as const
const capture = (amountMinor: bigint) => ({ type: 'CAPTURE', amountMinor, targetTransactionId: '1', batch: 7 }) as const

describe('the actions possible on an order', () => {
  const cases: readonly (readonly [string, Order, readonly object[], Partial<typeof usual>?])[] = [
    ['that is busy: nothing', order([authorization], true), []],
    ['that was declined: nothing', order([{ gatewayCode: 'DECLINED' }]), []],
    [
      'that is authorized: capture, void, update',
      order([authorization]),
      [
        { kind: 'CAPTURE', leftMinor: 1000n },
        { kind: 'VOID', targetTransactionId: '1' },
        { kind: 'UPDATE_AUTHORIZATION', authorizedMinor: 1000n },
      ],
    ],
    [
      'that is captured in part: the rest, a refund of what is captured, a void of the capture',
      order([authorization, capture(300n)]),
      [
        { kind: 'CAPTURE', leftMinor: 700n },
        { kind: 'REFUND', targetTransactionId: '2', leftMinor: 300n },
        { kind: 'VOID', targetTransactionId: '2' },
        { kind: 'UPDATE_AUTHORIZATION', authorizedMinor: 1000n },
      ],
    ],
    [
      'that is captured in full: refund and void',
      order([authorization, capture(1000n)]),
      [
        { kind: 'REFUND', targetTransactionId: '2', leftMinor: 1000n },
        { kind: 'VOID', targetTransactionId: '2' },
      ],
    ],
    [
      'whose merchant may capture more than was authorized: still a capture',
      order([authorization, capture(1000n)]),
      [
        { kind: 'CAPTURE', leftMinor: 0n },
        { kind: 'REFUND', targetTransactionId: '2', leftMinor: 1000n },
        { kind: 'VOID', targetTransactionId: '2' },
      ],
      { mayExceedCapture: true },
    ],
    [
      'whose batch is closed: no void any more',
      order([{ type: 'PAYMENT', batch: 7 }]),
      [{ kind: 'REFUND', targetTransactionId: '1', leftMinor: 1000n }],
      { isSettlementBatchClosed: () => true },
    ],
    [
      'that is refunded in full: a void of the refund',
      order([{ type: 'PAYMENT' }, { type: 'REFUND', targetTransactionId: '1' }]),
      [{ kind: 'VOID', targetTransactionId: '2' }],
    ],
    [
      'with a refund request: an answer to it',
      order([{ type: 'PAYMENT' }, { type: 'REFUND_REQUEST', gatewayCode: 'APPROVED_AUTO', decision: 'PENDING' }]),
      [
        { kind: 'REFUND', targetTransactionId: '1', leftMinor: 1000n },
        { kind: 'VOID', targetTransactionId: '1' },
        { kind: 'DECIDE_REFUND', transactionId: '2' },
      ],
    ],
    [
      'that a risk rule held back: a review, and no capture before',
      order([{ ...authorization, decision: 'PENDING' }]),
      [
        { kind: 'VOID', targetTransactionId: '1' },
        { kind: 'UPDATE_AUTHORIZATION', authorizedMinor: 1000n },
        { kind: 'REVIEW', transactionId: '1' },
      ],
    ],
  ]
  for (const [name, order, expected, differences] of cases) {
    it(name, () => {
      assert.deepEqual(availableActions(order, { ...usual, ...differences }), expected)
    })
  }
})
