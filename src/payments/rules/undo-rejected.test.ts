// The effect of every response to a void or a refund on a payment that was rejected in review.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type GatewayCode, gatewayCodes } from '../../kernel/gateway-code.ts'
import { type RejectionReason, reject } from '../../kernel/rejection.ts'
import type { OrderTransaction } from './order.ts'
import { type FailureCode, unexplainedMax, usualRefusals } from './refusal.ts'
import { minorToRefund, type UndoStatus, undoStatusOf } from './undo-rejected.ts'

/** Every code, listed by hand: what the acquirer itself refused is impossible; what it never decided is still owed. */
const byCode: Readonly<Record<GatewayCode, UndoStatus>> = {
  ABORTED: 'OWED',
  ACQUIRER_SYSTEM_ERROR: 'OWED',
  APPROVED: 'DONE',
  APPROVED_AUTO: 'DONE',
  APPROVED_PENDING_SETTLEMENT: 'DONE',
  AUTHENTICATION_FAILED: 'IMPOSSIBLE',
  AUTHENTICATION_IN_PROGRESS: 'OWED',
  BALANCE_AVAILABLE: 'DONE',
  BALANCE_UNKNOWN: 'IMPOSSIBLE',
  BLOCKED: 'OWED',
  CANCELLED: 'OWED',
  DECLINED: 'IMPOSSIBLE',
  DECLINED_AVS: 'IMPOSSIBLE',
  DECLINED_AVS_CSC: 'IMPOSSIBLE',
  DECLINED_CSC: 'IMPOSSIBLE',
  DECLINED_DO_NOT_CONTACT: 'IMPOSSIBLE',
  DECLINED_INVALID_PIN: 'IMPOSSIBLE',
  DECLINED_PAYMENT_PLAN: 'IMPOSSIBLE',
  DECLINED_PIN_REQUIRED: 'IMPOSSIBLE',
  DEFERRED_TRANSACTION_RECEIVED: 'OWED',
  DUPLICATE_BATCH: 'IMPOSSIBLE',
  EXCEEDED_RETRY_LIMIT: 'IMPOSSIBLE',
  EXPIRED_CARD: 'IMPOSSIBLE',
  INSUFFICIENT_FUNDS: 'IMPOSSIBLE',
  INVALID_CSC: 'IMPOSSIBLE',
  LOCK_FAILURE: 'OWED',
  NOT_ENROLLED_3D_SECURE: 'IMPOSSIBLE',
  NOT_SUPPORTED: 'IMPOSSIBLE',
  NO_BALANCE: 'IMPOSSIBLE',
  PARTIALLY_APPROVED: 'DONE',
  PENDING: 'OWED',
  REFERRED: 'IMPOSSIBLE',
  SUBMITTED: 'OWED',
  SYSTEM_ERROR: 'OWED',
  TIMED_OUT: 'OWED',
  UNKNOWN: 'OWED',
  UNSPECIFIED_FAILURE: 'OWED',
}

const meaningOf = (code: FailureCode) => usualRefusals[code]
const atFirst = { tries: [], meaningOf }

describe('reversing a payment that was rejected in review', () => {
  it('is owed until the acquirer has done it or refused for good, for every code', () => {
    assert.deepEqual(Object.keys(byCode).toSorted(), Object.keys(gatewayCodes).toSorted())
    for (const [gatewayCode, undone] of Object.entries(byCode))
      assert.equal(
        undoStatusOf({ kind: 'ANSWERED', gatewayCode: gatewayCode as GatewayCode }, atFirst),
        undone,
        gatewayCode,
      )
  })

  it('counts answers without a reason as a decision once there were enough of them', () => {
    const unexplained = { kind: 'ANSWERED', gatewayCode: 'UNSPECIFIED_FAILURE' } as const
    for (let earlier = 0; earlier < unexplainedMax; earlier += 1) {
      const tries = Array.from({ length: earlier }, () => unexplained)
      const expected = earlier + 1 < unexplainedMax ? 'OWED' : 'IMPOSSIBLE'
      assert.equal(undoStatusOf(unexplained, { tries, meaningOf }), expected, `after ${earlier}`)
    }
  })

  it('is owed however often the acquirer was away before', () => {
    const away = { kind: 'ANSWERED', gatewayCode: 'ACQUIRER_SYSTEM_ERROR' } as const
    const tries = Array.from({ length: 30 }, () => away)
    assert.equal(undoStatusOf(away, { tries, meaningOf }), 'OWED')
    assert.equal(undoStatusOf({ kind: 'ANSWERED', gatewayCode: 'DECLINED' }, { tries, meaningOf }), 'IMPOSSIBLE')
  })

  it('is owed when the gateway had no time for it, or another request came first', () => {
    assert.equal(undoStatusOf({ kind: 'MOVED' }, atFirst), 'OWED')
    assert.equal(undoStatusOf({ kind: 'ANSWERED', gatewayCode: undefined }, atFirst), 'OWED')
    const owed: readonly RejectionReason[] = [
      'OVERLOADED',
      'STILL_IN_PROGRESS',
      'REQUEST_LIMIT_REACHED',
      'INTERNAL_FAILURE',
      'NO_ACQUIRER_LINK',
      'NOTHING_TO_VOID',
      'TARGET_UNSUITABLE',
      'NOTHING_TO_REFUND',
    ]
    for (const reason of owed) assert.equal(undoStatusOf(reject(reason), atFirst), 'OWED', reason)
  })

  it('is no longer possible by a void when the batch is closed or a part was refunded', () => {
    for (const reason of ['BATCH_CLOSED', 'TARGET_DEPENDED_ON'] as const)
      assert.equal(undoStatusOf(reject(reason), atFirst), 'IMPOSSIBLE', reason)
  })
})

describe('the amount to return for a rejected payment', () => {
  const made = (type: OrderTransaction['type'], amountMinor: bigint, extras: Partial<OrderTransaction> = {}) => ({
    ...({ id: '2', type, amountMinor, gatewayCode: 'APPROVED' } as const),
    ...extras,
  })
  const payment = made('PAYMENT', 100n, { id: '1' })

  it('is the captured amount, less refunds, less chargebacks', () => {
    const refund = made('REFUND', 30n, { targetTransactionId: '1' })
    const lost = made('CHARGEBACK', 50n, { id: '3', decision: 'ACCEPTED' })
    const disputed = made('CHARGEBACK', 50n, { id: '3', decision: 'PENDING' })
    for (const [transactions, minor] of [
      [[payment], 100n],
      [[payment, refund], 70n],
      [[payment, refund, lost], 20n],
      [[payment, disputed], 100n],
      [[payment, made('REFUND', 100n, { targetTransactionId: '1' })], 0n],
      [[payment, made('REFUND', 80n, { targetTransactionId: '1' }), lost], 0n],
      [[payment, made('VOID_PAYMENT', 100n, { targetTransactionId: '1' })], 0n],
      [[made('AUTHORIZATION', 100n, { id: '1' })], 0n],
    ] as const)
      assert.equal(minorToRefund(transactions, '1'), minor)
  })
})
