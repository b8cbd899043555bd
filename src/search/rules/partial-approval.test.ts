import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { transactionTypes } from '../../kernel/transaction-type.ts'
import { shownStatuses } from '../../payments/rules/shown-status.ts'
import { isPaidInPart, isRefundedInPart, looksComplete } from './partial-approval.ts'

describe('a partial approval', () => {
  it('leaves part of the order unpaid, or part of a refund unreturned', () => {
    const gatewayCode = 'PARTIALLY_APPROVED'
    assert.deepEqual(
      transactionTypes.filter((type) => isPaidInPart({ type, gatewayCode })),
      ['AUTHORIZATION', 'PAYMENT'],
    )
    assert.deepEqual(
      transactionTypes.filter((type) => isRefundedInPart({ type, gatewayCode })),
      ['REFUND'],
    )
    for (const type of transactionTypes)
      assert.ok(
        !isPaidInPart({ type, gatewayCode: 'APPROVED' }) && !isRefundedInPart({ type, gatewayCode: 'APPROVED' }),
      )
  })

  it('is said where the status alone looks complete', () => {
    assert.deepEqual(shownStatuses.filter(looksComplete), ['AUTHORIZED', 'CAPTURED'])
  })
})
