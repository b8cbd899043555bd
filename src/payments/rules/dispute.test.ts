import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { disputeStates } from '../../kernel/order-status.ts'
import {
  type DisputeEvent,
  decisionOfDispute,
  disputedMinor,
  disputeStateOf,
  disputesOf,
  isDay,
  progressOfDispute,
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
    const open = { state: 'PENDING', respondBy: '2026-11-20', updatedAt: at('2026-11-01T00:00:00Z') } as const
    const isOverdue = (dispute: Parameters<typeof progressOfDispute>[0], now: string) =>
      progressOfDispute(dispute, [], at(now)).isOverdue
    assert.equal(isOverdue(open, '2026-11-20T23:59:59Z'), false)
    assert.equal(isOverdue(open, '2026-11-21T00:00:00Z'), true)
    assert.equal(isOverdue({ ...open, state: 'LOST' }, '2026-12-01T00:00:00Z'), false)
    assert.equal(isOverdue({ ...open, respondBy: undefined }, '2026-12-01T00:00:00Z'), false)
  })

  it('stay overdue when they are only contested, and until the evidence was sent', () => {
    const at = (day: string) => new Date(`${day}T12:00:00Z`)
    const open = { state: 'PENDING', respondBy: '2026-11-20', updatedAt: at('2026-11-10') } as const
    const contested = { kind: 'CONTESTED', answeredAt: at('2026-11-12') } as const
    const sent = (day: string) => [contested, { kind: 'EVIDENCE_SENT', answeredAt: at(day) } as const]
    const progress = (answers: Parameters<typeof progressOfDispute>[1]) => {
      const { isContested, isEvidenceSent, isSentLate, isOverdue } = progressOfDispute(open, answers, at('2026-11-25'))
      return [isContested, isEvidenceSent, isSentLate, isOverdue]
    }
    assert.deepEqual(progress([]), [false, false, false, true])
    assert.deepEqual(progress([{ kind: 'NOTE', answeredAt: at('2026-11-12') }]), [false, false, false, true])
    assert.deepEqual(progress([contested]), [true, false, false, true])
    assert.deepEqual(progress(sent('2026-11-20')), [true, true, false, false])
    assert.deepEqual(progress(sent('2026-11-21')), [true, true, true, false])
    // Before the bank's last word.
    assert.deepEqual(progress(sent('2026-11-09').slice(1)), [false, false, false, true])
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
