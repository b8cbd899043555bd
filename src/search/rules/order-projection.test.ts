// What searches find of an order, event by event.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newTally, tallyChange, tallyLatency } from './figures-projection.ts'
import { applyOrderEvent, type ProjectedOrderEvent } from './order-projection.ts'
import type { OrderSearchRows } from './order-search-rows.ts'

const opened = new Date('2026-03-02T09:59:59.900Z')
const sourceOfFunds = { type: 'CARD', provided: { card: { number: '512345xxxxxx0008', scheme: 'MASTERCARD' } } }

interface Happened {
  readonly id?: string
  readonly type?: ProjectedOrderEvent['transaction']['type']
  readonly kind?: ProjectedOrderEvent['kind']
  readonly afterMs?: number
  readonly code?: string
  readonly acquirerCode?: string | undefined
  readonly amount?: string
  readonly order?: object
  readonly response?: object
  readonly request?: object
  readonly target?: string
  readonly approves?: string
  readonly openReversal?: ProjectedOrderEvent['transaction']['openReversal']
}

const standsAt = (status: string | undefined, captured = '0', refunded = '0') => ({
  amount: '10',
  currency: 'USD',
  creationTime: opened.toISOString(),
  totalAuthorizedAmount: '10',
  totalCapturedAmount: captured,
  totalRefundedAmount: refunded,
  status,
})

function news(happened: Happened): ProjectedOrderEvent {
  const { id = '1', type = 'PAYMENT', kind = 'OUTCOME', afterMs = 200, code = 'APPROVED', amount = '10' } = happened
  const { order = standsAt('CAPTURED', '10'), target, approves } = happened
  const acquirerCode = 'acquirerCode' in happened ? happened.acquirerCode : '00'
  return {
    merchantId: 'SHOP',
    orderId: 'order-1',
    kind,
    at: new Date(opened.getTime() + afterMs),
    response: {
      response: { gatewayCode: code, acquirerCode },
      gatewayEntryPoint: 'WEB_SERVICES_API',
      order,
      transaction: { amount, currency: 'USD', acquirer: { id: 'ACQ', batch: 7 } },
      ...happened.response,
    },
    transaction: {
      id,
      place: Number(id),
      type,
      request: { sourceOfFunds, ...happened.request },
      acquirerReference: undefined,
      recordedAt: opened,
      targetTransactionId: target,
      approvesTransactionId: approves,
      decision: undefined,
      openReversal: happened.openReversal,
    },
  }
}

const after = (...events: readonly Happened[]) =>
  events.reduce<OrderSearchRows | undefined>((rows, event) => applyOrderEvent(rows, news(event)), undefined) ??
  assert.fail('nothing happened')

describe('an order', () => {
  it('has the status of its last outcome', () => {
    const { order } = after(
      { type: 'AUTHORIZATION', order: standsAt('AUTHORIZED') },
      { id: '2', type: 'CAPTURE', order: standsAt('CAPTURED', '10'), afterMs: 500 },
    )
    assert.deepEqual([order.status, order.capturedMinor, order.createdAt], ['CAPTURED', 1000n, opened])
    assert.equal(order.updatedAt.getTime(), opened.getTime() + 500)
  })

  it('has no status while its only outcome is open', () => {
    assert.equal(after({ code: 'UNKNOWN', order: standsAt(undefined) }).order.status, undefined)
  })

  it('does not go back in time when an earlier reversal ends', () => {
    const failed = { code: 'TIMED_OUT', order: standsAt('FAILED') }
    const { order } = after(failed, { id: '2' }, { ...failed, kind: 'REVERSAL', afterMs: 900 })
    assert.deepEqual([order.status, order.capturedMinor], ['CAPTURED', 1000n])
    assert.equal(order.updatedAt.getTime(), opened.getTime() + 900)
  })

  it('says the worst about what may have been executed, until it is reversed', () => {
    const failed = { code: 'TIMED_OUT', order: standsAt('FAILED') }
    const owed = after({ ...failed, openReversal: 'OWED' }, { ...failed, id: '2', openReversal: 'REFUSED' })
    assert.deepEqual(
      [owed.order.openReversal, owed.transactions.map(({ openReversal }) => openReversal)],
      ['REFUSED', ['OWED', 'REFUSED']],
    )
    const ended = applyOrderEvent(owed, news({ ...failed, id: '2', kind: 'REVERSAL' }))
    assert.equal(ended.order.openReversal, 'OWED')
    assert.equal(applyOrderEvent(ended, news({ ...failed, kind: 'REVERSAL' })).order.openReversal, undefined)
  })

  it('awaits a refund until the request is declined', () => {
    const asked = { id: '2', type: 'REFUND_REQUEST', code: 'APPROVED_AUTO', amount: '3' } as const
    const waiting = after({}, { ...asked, order: standsAt('REFUND_REQUESTED', '10') })
    assert.deepEqual([waiting.order.status, waiting.transactions[1]?.review], ['REFUND_REQUESTED', 'REFUND_REQUEST'])
    const decided = applyOrderEvent(waiting, news({ ...asked, kind: 'DECISION' }))
    assert.deepEqual([decided.order.status, decided.transactions[1]?.review], ['CAPTURED', undefined])
  })

  it('waits no longer once the refund is executed', () => {
    const asked = { id: '2', type: 'REFUND_REQUEST', code: 'APPROVED_AUTO', amount: '3' } as const
    const rows = after({}, asked, {
      id: '3',
      type: 'REFUND',
      amount: '3',
      approves: '2',
      order: standsAt('PARTIALLY_REFUNDED', '10', '3'),
    })
    assert.deepEqual(
      rows.transactions.map(({ review }) => review),
      [undefined, undefined, undefined],
    )
  })

  it('waits for the review of a payment that a rule held back', () => {
    const held = { response: { risk: { response: { review: { decision: 'PENDING' } } } } }
    assert.equal(after(held).transactions[0]?.review, 'RISK')
    const accepted = {
      kind: 'DECISION',
      response: { risk: { response: { review: { decision: 'ACCEPTED' } } } },
    } as const
    assert.equal(after(held, accepted).transactions[0]?.review, undefined)
    assert.equal(
      after({ response: { risk: { response: { review: { decision: 'NOT_REQUIRED' } } } } }).transactions[0]?.decision,
      undefined,
    )
  })
})

describe('the payment details of an order', () => {
  const cases = [
    ['CARD', 'card', { number: '512345xxxxxx0008', scheme: 'VISA' }, ['512345xxxxxx0008', '512345', '0008', 'VISA']],
    ['CARD', 'card', { number: 'xxxxxxxx0008' }, ['xxxxxxxx0008', undefined, '0008', undefined]],
    ['GIFT_CARD', 'giftCard', { number: '603628xxxxxx1234' }, ['603628xxxxxx1234', undefined, '1234', undefined]],
    ['ACH', 'ach', { bankAccountNumber: 'xxxxxxx89' }, ['xxxxxxx89', undefined, undefined, undefined]],
  ] as const
  for (const [type, group, provided, [account, firstSix, lastFour, scheme]] of cases) {
    it(`are found by their visible part: ${type} ${account}`, () => {
      const { order } = after({ request: { sourceOfFunds: { type, provided: { [group]: provided } } } })
      assert.deepEqual(
        [order.source, order.account, order.firstSix, order.lastFour, order.scheme],
        [type, account, firstSix, lastFour, scheme],
      )
    })
  }

  it('stay with the order when an event has none', () => {
    const { order } = after({}, { id: '2', type: 'CHARGEBACK', request: { sourceOfFunds: undefined } })
    assert.equal(order.account, '512345xxxxxx0008')
  })
})

describe('the figures', () => {
  function tallyOf(...events: readonly Happened[]) {
    const tally = newTally()
    let rows: OrderSearchRows | undefined
    for (const event of events) {
      const happened = news(event)
      const next = applyOrderEvent(rows, happened)
      tallyLatency(tally, rows, next, happened)
      tallyChange(tally, rows, next)
      rows = next
    }
    return {
      volumes: [...tally.volumes.values()],
      declines: [...tally.declines.values()].filter(({ count }) => count !== 0),
      batches: [...tally.batches.values()],
      latencies: [...tally.latencies.values()],
    }
  }
  const hour = new Date('2026-03-02T09:00:00Z')

  it('count a payment in the hour in which it was recorded', () => {
    const { volumes, declines } = tallyOf({ afterMs: 60_000 })
    const sums = { decided: 1, approved: 1, authorizedMinor: 1000n, capturedMinor: 1000n, refundedMinor: 0n }
    assert.deepEqual([volumes, declines], [[{ hour, currency: 'USD', ...sums }], []])
  })

  it('count an outcome that was initially open as its final result', () => {
    const { volumes, declines } = tallyOf({ code: 'UNKNOWN' }, { code: 'DECLINED' })
    assert.deepEqual([volumes[0]?.decided, volumes[0]?.approved], [1, 0])
    assert.deepEqual(declines, [{ hour, gatewayCode: 'DECLINED', count: 1 }])
  })

  it('subtract a decline that turned out to be a success', () => {
    const { volumes, declines } = tallyOf({ code: 'DECLINED' }, { code: 'APPROVED' })
    assert.deepEqual([volumes[0]?.decided, volumes[0]?.approved, declines], [1, 1, []])
  })

  it('remove voided payments from their batch, and leave the volume of the day', () => {
    const { batches, volumes } = tallyOf(
      {},
      { id: '2', type: 'VOID_PAYMENT', target: '1', order: standsAt('CANCELLED') },
    )
    assert.deepEqual([batches[0]?.capturedCount, batches[0]?.capturedMinor], [0, 0n])
    assert.equal(volumes[0]?.capturedMinor, 1000n)
  })

  it('count a fee in the batch of the latest capture or refund before it, and nowhere without one', () => {
    const fee = (id: string) =>
      ({
        id,
        type: 'FUNDING',
        amount: '0.35',
        response: { transaction: { amount: '0.35', currency: 'USD', acquirer: { id: 'OTHER' } } },
      }) as const
    const { batches } = tallyOf({}, fee('2'))
    assert.equal(batches.length, 1)
    assert.deepEqual(
      [
        batches[0]?.acquirerId,
        batches[0]?.batch,
        batches[0]?.feeCount,
        batches[0]?.feeMinor,
        batches[0]?.capturedMinor,
      ],
      ['ACQ', 7, 1, 35n, 1000n],
    )
    assert.deepEqual(tallyOf(fee('1')).batches, [])
    assert.deepEqual(after(fee('1'), { id: '2' }).transactions[0]?.batch, undefined, 'the payment came after it')
  })

  it("count the acquirer's response time once, and nothing where no acquirer was called", () => {
    assert.equal(tallyOf({ code: 'UNKNOWN', acquirerCode: undefined }, { code: 'APPROVED' }).latencies.length, 1)
    assert.deepEqual(tallyOf({ code: 'BLOCKED', acquirerCode: undefined }).latencies, [])
    assert.deepEqual(tallyOf({ response: { browserPayment: {} } }).latencies, [])
  })
})

describe('what lists say of an order that needs people', () => {
  const review = (decision: string) => ({
    risk: {
      response: {
        review: { decision },
        rule: [
          { name: 'MERCHANT_CSC', recommendation: 'REVIEW', data: 'NO_MATCH' },
          { name: 'MERCHANT_AVS', recommendation: 'NO_ACTION', data: 'ZIP_MATCH' },
        ],
      },
    },
  })
  const checks = {
    cardSecurityCode: { gatewayCode: 'NO_MATCH' },
    cardholderVerification: { avs: { gatewayCode: 'ZIP_MATCH' } },
  }
  const response = { ...review('PENDING'), response: { gatewayCode: 'APPROVED', acquirerCode: '00', ...checks } }
  const request = { billing: { address: { country: 'DEU', street: '1 Secret Street' } } }

  it('is that it is in review, by which rule and with which facts, until people have decided', () => {
    const held = applyOrderEvent(undefined, news({ response, request }))
    assert.deepEqual([held.order.isInReview, held.order.status], [true, 'CAPTURED'])
    assert.deepEqual(held.transactions[0]?.reviewFacts, {
      rules: [{ name: 'MERCHANT_CSC', data: 'NO_MATCH' }],
      avs: 'ZIP_MATCH',
      csc: 'NO_MATCH',
      country: 'DEU',
    })
    const decided = applyOrderEvent(held, news({ kind: 'DECISION', response: { ...response, ...review('ACCEPTED') } }))
    assert.deepEqual([decided.order.isInReview, decided.transactions[0]?.reviewFacts], [false, undefined])
  })

  it('is how much of it is disputed, case by case', () => {
    const disputed = (id: string, state: string, caseNumber: string, before: OrderSearchRows) => {
      const details = { transaction: { reference: caseNumber }, dispute: { state, respondBy: '2026-11-30' } }
      const order = standsAt('DISPUTED', '10')
      return applyOrderEvent(before, news({ id, type: 'CHARGEBACK', amount: '4', order, request: details }))
    }
    const paid = applyOrderEvent(undefined, news({}))
    const one = disputed('2', 'INFORMATION_REQUESTED', 'A', paid)
    assert.deepEqual([paid.order.disputedMinor, one.order.disputedMinor], [0n, 400n])
    assert.deepEqual(
      one.transactions.map(({ disputeState, respondBy }) => [disputeState, respondBy]),
      [
        [undefined, undefined],
        ['INFORMATION_REQUESTED', '2026-11-30'],
      ],
    )
    const two = disputed('3', 'PENDING', 'B', one)
    assert.equal(two.order.disputedMinor, 800n)
    assert.equal(disputed('4', 'WON', 'A', two).order.disputedMinor, 400n)
  })
})
