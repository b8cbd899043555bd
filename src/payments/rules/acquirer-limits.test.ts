// What acquirers cannot do: every type of transaction, with and without each limit, at its boundaries.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { transactionTypes } from '../../kernel/transaction-type.ts'
import { refuseByLimits } from './acquirer-limits.ts'
import type { Order, OrderTransaction } from './order.ts'
import type { PlannedTransaction } from './plan.ts'

const authorization: OrderTransaction = { id: '1', type: 'AUTHORIZATION', gatewayCode: 'APPROVED', amountMinor: 100n }
const firstPart: OrderTransaction = {
  id: '2',
  type: 'CAPTURE',
  gatewayCode: 'APPROVED',
  amountMinor: 40n,
  targetTransactionId: '1',
}

function planned(
  type: PlannedTransaction['type'],
  amountMinor: bigint,
  transactions: readonly OrderTransaction[] = [authorization],
): PlannedTransaction {
  const at = new Date(0)
  const order: Order = {
    id: 'order-1',
    currency: 'USD',
    amountMinor: 100n,
    revision: 1,
    isLocked: false,
    createdAt: at,
    updatedAt: at,
    transactions,
  }
  return { kind: 'PLANNED', order, type, amountMinor, orderAmountMinor: 100n, currency: 'USD', target: authorization }
}

const windowMs = 3_600_000
const isVoid = (type: string) => type.startsWith('VOID_')

describe('an acquirer without partial captures', () => {
  it('gets requests for the whole remaining authorization only, and for any amount of other types', () => {
    for (const canCapturePartially of [true, false])
      for (const type of transactionTypes)
        for (const amountMinor of [1n, 99n, 100n, 101n]) {
          const refused = refuseByLimits(planned(type, amountMinor), { canCapturePartially }, 0)
          const isRefused = !canCapturePartially && type === 'CAPTURE' && amountMinor < 100n
          const expected = isRefused ? 'PARTIAL_CAPTURE_NOT_SUPPORTED' : undefined
          assert.equal(refused?.reason, expected, `${type} ${amountMinor}`)
        }
  })

  it('gets a capture of the remainder after an earlier partial capture', () => {
    const rest = (amountMinor: bigint) =>
      refuseByLimits(planned('CAPTURE', amountMinor, [authorization, firstPart]), { canCapturePartially: false }, 0)
    assert.equal(rest(60n), undefined)
    assert.equal(rest(59n)?.reason, 'PARTIAL_CAPTURE_NOT_SUPPORTED')
  })
})

describe('an acquirer that voids for a limited time', () => {
  it('gets no void afterwards; other requests are not limited', () => {
    for (const type of transactionTypes)
      for (const voidWindowMs of [undefined, windowMs])
        for (const ageMs of [0, windowMs, windowMs + 1]) {
          const refused = refuseByLimits(planned(type, 100n), { canCapturePartially: true, voidWindowMs }, ageMs)
          const isLate = voidWindowMs !== undefined && isVoid(type) && ageMs > windowMs
          assert.equal(refused?.reason, isLate ? 'VOID_TOO_LATE' : undefined, `${type} after ${ageMs} ms`)
        }
  })
})
