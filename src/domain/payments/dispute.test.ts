import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type DisputeEvent,
  decisionOfDispute,
  disputedMinor,
  disputeStateOf,
  disputeStates,
  disputesOf,
  isDay,
  isOverdue,
} from './dispute.ts'

let events = 0

function chargeback(differences: Partial<DisputeEvent> = {}): DisputeEvent {
  events += 1
  const at = new Date(Date.UTC(2026, 10, 1, 0, events))
  return {
    transactionId: `c${events}`,
    type: 'CHARGEBACK',
    gatewayCode: 'APPROVED',
    amountMinor: 1000n,
    at,
    ...differences,
  }
}

describe('the disputes of an order', () => {
  it('are its cases, each as the latest chargeback of its number says', () => {
    const first = chargeback({ caseNumber: 'A', dispute: { state: 'INFORMATION_REQUESTED', respondBy: '2026-11-20' } })
    const other = chargeback({ caseNumber: 'B', dispute: { state: 'PENDING' }, amountMinor: 300n })
    const latest = chargeback({ caseNumber: 'A', dispute: { state: 'PENDING' }, amountMinor: 900n })
    assert.deepEqual(
      disputesOf([first, other, latest]).map(({ caseNumber, state, amountMinor, respondBy, openedAt, updatedAt }) => [
        ...[caseNumber, state, amountMinor, respondBy, openedAt === first.at || openedAt === other.at],
        updatedAt === latest.at || updatedAt === other.at,
      ]),
      [
        ['A', 'PENDING', 900n, '2026-11-20', true, true],
        ['B', 'PENDING', 300n, undefined, true, true],
      ],
    )
    assert.equal(disputedMinor(disputesOf([first, other, latest])), 1200n)
  })

  it('have no deadline and dispute nothing once they have ended', () => {
    const opened = chargeback({ dispute: { state: 'PENDING', respondBy: '2026-11-20' } })
    for (const state of ['WON', 'LOST'] as const) {
      const disputes = disputesOf([opened, chargeback({ dispute: { state } })])
      assert.deepEqual([disputes.length, disputes[0]?.respondBy, disputedMinor(disputes)], [1, undefined, 0n])
    }
  })

  it('do not contain what was not recorded, nor other transactions', () => {
    const { gatewayCode: _, ...inFlight } = chargeback()
    const others = [inFlight, chargeback({ gatewayCode: 'TIMED_OUT' }), chargeback({ type: 'REFUND' })]
    assert.deepEqual(disputesOf(others), [])
  })

  it('that were recorded without details are known by their decision', () => {
    assert.deepEqual(
      (['PENDING', 'REJECTED', 'ACCEPTED'] as const).map((decision) => disputeStateOf({ decision })),
      ['PENDING', 'WON', 'LOST'],
    )
    for (const state of disputeStates.slice(1))
      assert.equal(disputeStateOf({ decision: decisionOfDispute[state] }), state)
  })

  it('are overdue the day after the last one to answer, while they are open', () => {
    const at = (text: string) => new Date(text)
    const open = { state: 'PENDING', respondBy: '2026-11-20' } as const
    assert.equal(isOverdue(open, at('2026-11-20T23:59:59Z')), false)
    assert.equal(isOverdue(open, at('2026-11-21T00:00:00Z')), true)
    assert.equal(isOverdue({ ...open, state: 'LOST' }, at('2026-12-01T00:00:00Z')), false)
    assert.equal(isOverdue({ state: 'PENDING', respondBy: undefined }, at('2026-12-01T00:00:00Z')), false)
  })
})

it('a day is one of the calendar', () => {
  assert.deepEqual(['2026-11-30', '2028-02-29', '2026-02-29', '2026-11-31', '2026-1-1', 'tomorrow'].map(isDay), [
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
