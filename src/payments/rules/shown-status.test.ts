import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { orderStatuses } from '../../kernel/order-status.ts'
import { openReversalOf, shownStatuses, shownStatusOf, worstReversal } from './shown-status.ts'

describe('the status of an order that people see', () => {
  it('is the one of the API where nothing waits', () => {
    for (const status of [...orderStatuses, null, undefined])
      assert.equal(shownStatusOf({ status, isInReview: false }), status ?? undefined)
  })

  it('says first what may have been executed, then that a payment is in review, whatever its own status', () => {
    for (const status of [...orderStatuses, null])
      for (const isInReview of [true, false]) {
        assert.equal(shownStatusOf({ status, isInReview, openReversal: 'REFUSED' }), 'REVERSAL_REFUSED')
        assert.equal(shownStatusOf({ status, isInReview, openReversal: 'OWED' }), 'REVERSAL_OWED')
        if (isInReview) assert.equal(shownStatusOf({ status, isInReview }), 'IN_REVIEW')
      }
    assert.deepEqual(shownStatuses.slice(0, 3), ['REVERSAL_REFUSED', 'REVERSAL_OWED', 'IN_REVIEW'])
  })

  it('treats an acquirer that cannot reverse like one that refuses', () => {
    const states = ['OWED', 'REFUSED', 'UNSUPPORTED', 'DONE', null, undefined] as const
    assert.deepEqual(states.map(openReversalOf), ['OWED', 'REFUSED', 'REFUSED', undefined, undefined, undefined])
  })

  it('is the worst of its transactions', () => {
    assert.equal(worstReversal([undefined, 'OWED', 'REFUSED']), 'REFUSED')
    assert.equal(worstReversal(['OWED', undefined]), 'OWED')
    assert.equal(worstReversal([undefined]), undefined)
  })
})
