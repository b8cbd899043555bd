import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { UpstreamResponse, UpstreamResult } from './responses.ts'
import { reverseAtUpstream } from './reverse.ts'
import type { Upstream } from './upstream.ts'

const ids = { merchantId: 'M', orderId: 'O', transactionId: 'C1' }
const longAgo = '2026-01-01T00:00:00.000Z'
const context = { clock: { now: () => new Date('2026-01-02T00:00:00Z') }, lateArrivalMs: 60_000 }

interface Recorded {
  readonly id: string
  readonly type: string
  readonly code: string
  readonly amount: string
}

function recorded({ id, type, code, amount }: Recorded): UpstreamResponse {
  const isApproved = code === 'APPROVED' || code === 'PARTIALLY_APPROVED'
  return {
    ...{ merchant: 'M', order: { id: 'O' }, timeOfLastUpdate: longAgo, result: isApproved ? 'SUCCESS' : 'FAILURE' },
    response: { gatewayCode: code },
    transaction: { id, type, amount, currency: 'USD' },
  } as UpstreamResponse
}

/** An upstream with these transactions and totals; the requests that it gets, which it answers in turn. */
function upstreamWith(
  transactions: readonly Recorded[],
  totals: { readonly captured: string; readonly refunded: string },
  codes: readonly string[] = ['APPROVED'],
) {
  const asked: string[] = []
  const left = [...codes]
  const order = {
    ...{ id: 'O', merchant: 'M', currency: 'USD', totalAuthorizedAmount: '100' },
    ...{ totalCapturedAmount: totals.captured, totalRefundedAmount: totals.refunded },
    transaction: transactions.map(recorded),
  }
  const upstream = {
    retrieveOrder: async () => ({ kind: 'ANSWER', response: order }),
    async ask(
      { kind, amountMinor }: { readonly kind: string; readonly amountMinor: bigint },
      { transactionId: id }: { readonly transactionId: string },
    ): Promise<UpstreamResult> {
      asked.push(`${id} ${amountMinor}`)
      const [code = 'APPROVED', amount = '30'] = (left.shift() ?? '').split(' ')
      const type = kind === 'REFUND' ? 'REFUND' : 'VOID_CAPTURE'
      return { kind: 'ANSWER', response: recorded({ id, type, code, amount }) }
    },
  } as unknown as Upstream
  return { asked, reverse: () => reverseAtUpstream(ids, {}, { ...context, upstream }) }
}

const captures = [
  { id: 'A', type: 'AUTHORIZATION', code: 'APPROVED', amount: '100' },
  { id: 'C1', type: 'CAPTURE', code: 'APPROVED', amount: '30' },
  { id: 'C2', type: 'CAPTURE', code: 'APPROVED', amount: '70' },
]
const silentVoid = { id: 'C1-R', type: 'VOID_CAPTURE', code: 'TIMED_OUT', amount: '30' }
const declinedVoid = { ...silentVoid, code: 'DECLINED' }

describe('a try to undo one of several captures that the upstream is uncertain about', () => {
  it('is followed by none while the totals do not show all that stands, whatever other captures have', async () => {
    const executed = upstreamWith([...captures, silentVoid], { captured: '70', refunded: '0' })
    assert.deepEqual(await executed.reverse(), { kind: 'NO_ANSWER' })
    const refund = { id: 'C1-RF', type: 'REFUND', code: 'SYSTEM_ERROR', amount: '30' }
    const refunded = upstreamWith([...captures, declinedVoid, refund], { captured: '100', refunded: '30' })
    assert.deepEqual(await refunded.reverse(), { kind: 'NO_ANSWER' })
    assert.deepEqual([executed.asked, refunded.asked], [[], []])
  })

  it('is followed by another once the totals show that it did not happen, beside what else was voided and refunded', async () => {
    const others = [
      { id: 'R', type: 'REFUND', code: 'APPROVED', amount: '20' },
      { id: 'C3', type: 'CAPTURE', code: 'APPROVED', amount: '5' },
      { id: 'V', type: 'VOID_CAPTURE', code: 'APPROVED', amount: '5' },
    ]
    const { asked, reverse } = upstreamWith([...captures, ...others, silentVoid], { captured: '100', refunded: '20' })
    assert.deepEqual(await reverse(), { kind: 'ACKNOWLEDGED' })
    assert.deepEqual(asked, ['C1-R2 3000'])
  })
})

describe('a refund that the upstream has made in part', () => {
  const partRefund = { id: 'C1-RF', type: 'REFUND', code: 'PARTIALLY_APPROVED', amount: '10' }

  it('is no end: the rest is refunded under the next id', async () => {
    const first = upstreamWith([...captures, declinedVoid], { captured: '100', refunded: '0' }, [
      'PARTIALLY_APPROVED 10',
    ])
    assert.deepEqual(await first.reverse(), { kind: 'NO_ANSWER', isRecorded: true })
    assert.deepEqual(first.asked, ['C1-RF 3000'])
    const second = upstreamWith([...captures, declinedVoid, partRefund], { captured: '100', refunded: '10' }, [
      'APPROVED 20',
    ])
    assert.deepEqual(await second.reverse(), { kind: 'ACKNOWLEDGED' })
    assert.deepEqual(second.asked, ['C1-RF2 2000'])
  })

  it('is the end with those before it once all is refunded', async () => {
    const rest = { id: 'C1-RF2', type: 'REFUND', code: 'APPROVED', amount: '20' }
    const all = upstreamWith([...captures, declinedVoid, partRefund, rest], { captured: '100', refunded: '30' })
    assert.deepEqual(await all.reverse(), { kind: 'ACKNOWLEDGED' })
    assert.deepEqual(all.asked, [])
  })
})
