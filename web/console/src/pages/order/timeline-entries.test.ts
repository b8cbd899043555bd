// The timeline of an order.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DisputeView, MessageExchangeView, OrderDetails, TransactionDetailsView } from '../orders/wire.ts'
import { timelineOf } from './timeline-entries.ts'

const held: TransactionDetailsView = {
  transactionId: '1',
  type: 'AUTHORIZATION',
  currency: 'USD',
  amount: '100',
  result: 'SUCCESS',
  gatewayCode: 'APPROVED',
  timeOfRecord: '2026-03-02T09:00:00.000Z',
  updatedAt: '2026-03-02T09:05:00.000Z',
  entryPoint: 'MERCHANT_ADMINISTRATION',
  userId: 'anna',
  acquirerId: 'ACQ1',
  linkId: 'bank',
  isSettlementBatchClosed: false,
  risk: 'REVIEW_REQUIRED',
  decision: 'ACCEPTED',
  request: {},
  response: {
    response: { acquirerCode: '00', acquirerMessage: 'Approved' },
    risk: {
      response: {
        review: { decision: 'ACCEPTED', userId: 'boris', note: 'Known for years' },
        rule: [
          { name: 'MERCHANT_BIN_RANGE', type: 'MERCHANT_RULE', recommendation: 'REVIEW', data: '450875' },
          { name: 'MSO_BIN_RANGE', type: 'MSO_RULE', recommendation: 'NO_ACTION', data: '450875' },
        ],
      },
    },
  },
}

const order: OrderDetails = {
  merchantId: 'SHOP/1',
  orderId: 'a',
  status: 'AUTHORIZED',
  isInReview: false,
  disputed: '0',
  chargedBack: '0',
  disputes: [],
  isLocked: false,
  currency: 'USD',
  amount: '100',
  authorized: '100',
  captured: '0',
  refunded: '0',
  createdAt: '2026-03-02T09:00:00.000Z',
  updatedAt: '2026-03-02T09:05:00.000Z',
  transactions: [held],
  events: [
    { number: 1, kind: 'OUTCOME', transactionId: '1', at: '2026-03-02T09:00:00.000Z' },
    { number: 2, kind: 'DECISION', transactionId: '1', at: '2026-03-02T09:05:00.000Z' },
  ],
  notifications: [
    {
      merchantId: 'SHOP/1',
      notificationId: 'n1',
      urlHash: 'r',
      url: 'https://shop.example/hook',
      orderId: 'a',
      transactionId: '1',
      eventNumber: 1,
      apiVersion: 100,
      state: 'PARKED',
      attempts: 1,
      attemptsBefore: 0,
      createdAt: '2026-03-02T09:00:01.000Z',
      endedAt: '2026-03-03T09:00:00.000Z',
    },
  ],
  notes: [],
  actions: [],
}

describe('the timeline of an order', () => {
  it('has one entry for each action, the newest first, with its result, rules and notifications', () => {
    assert.deepEqual(
      timelineOf(order).map(({ title, tone, result, lines, links = [] }) => [title, tone, result, lines, links]),
      [
        ['Authorization: accepted', 'good', undefined, ['By boris', 'Note: Known for years'], []],
        [
          'Authorization',
          'good',
          'Approved',
          ['Transaction 1, in the console by anna', 'ACQ1 responded 00 Approved', 'Card range (450875): review'],
          [{ text: 'Notification parked, 1 attempt', href: '/merchants/SHOP%2F1/deliveries/n1' }],
        ],
      ],
    )
  })

  it('has the amount of each transaction, as outgoing where money goes back, and none of a verification', () => {
    const { decision: _, ...base } = held
    const transactions: readonly TransactionDetailsView[] = [
      { ...base, type: 'VERIFICATION', amount: '0' },
      { ...base, transactionId: '2', type: 'REFUND', amount: '12.5' },
    ]
    assert.deepEqual(
      timelineOf({ ...order, transactions, events: [] }).map(({ title, amount }) => [title, amount]),
      [
        ['Refund', { amount: '12.5', currency: 'USD', isOutgoing: true }],
        ['Verification', undefined],
      ],
    )
  })

  it('says when an outcome came late, and when the payer continued', () => {
    const events = [
      { number: 1, kind: 'INTERACTION', transactionId: '1', at: '2026-03-02T09:00:30.000Z' },
      { number: 2, kind: 'OUTCOME', transactionId: '1', at: '2026-03-02T09:01:00.001Z' },
    ] as const
    const [late] = timelineOf({ ...order, events })
    assert.match(late?.lines[3] ?? '', /^Payer continued .*9:00:30/)
    assert.match(late?.lines[4] ?? '', /^Outcome known .*9:01:00/)
    const soon = { ...events[1], at: '2026-03-02T09:01:00.000Z' }
    assert.equal(timelineOf({ ...order, events: [soon] })[0]?.lines.length, 3)
  })

  it('has what users wrote at its time, as written', () => {
    const note = {
      noteId: 'n',
      text: 'Called.\nWants half back',
      writtenBy: 'anna',
      writtenAt: '2026-03-02T09:03:00.000Z',
    }
    assert.deepEqual(
      timelineOf({ ...order, notes: [note] }).map(({ title, text }) => [title, text]),
      [
        ['Authorization: accepted', undefined],
        ['Note by anna', 'Called.\nWants half back'],
        ['Authorization', undefined],
      ],
    )
  })

  it('says "in review" while a risk rule holds the payment', () => {
    const waiting: TransactionDetailsView = { ...held, decision: 'PENDING' }
    const [entry] = timelineOf({ ...order, transactions: [waiting], events: order.events.slice(0, 1) })
    assert.deepEqual(
      [entry?.title, entry?.result, entry?.tone],
      ['Authorization', 'Approved by the acquirer, in review', 'waiting'],
    )
  })

  it('has one entry for each change of a dispute and each answer, and none calls it approved', () => {
    const { response: _, risk: __, decision: ___, ...base } = held
    const chargeback: TransactionDetailsView = {
      ...base,
      ...{ transactionId: 'chargeback-1', type: 'CHARGEBACK', amount: '30', entryPoint: 'AUTO', userId: 'root' },
      ...{ timeOfRecord: '2026-03-05T09:00:00.000Z', disputeState: 'PENDING' },
      request: { transaction: { reference: 'CASE-17' }, dispute: { state: 'PENDING', respondBy: '2026-03-30' } },
    }
    const answers = [
      { kind: 'CONTESTED', note: 'Delivered on 3 March', answeredBy: 'anna', answeredAt: '2026-03-06T09:00:00.000Z' },
    ] as const
    const dispute: DisputeView = {
      caseNumber: 'CASE-17',
      state: 'PENDING',
      currency: 'USD',
      amount: '30',
      respondBy: '2026-03-30',
      isOverdue: false,
      isContested: true,
      isEvidenceSent: false,
      isSentLate: false,
      openedAt: '2026-03-05T09:00:00.000Z',
      updatedAt: '2026-03-05T09:00:00.000Z',
      transactionId: 'chargeback-1',
      answers,
    }
    const disputed: OrderDetails = {
      ...order,
      ...{ transactions: [chargeback], disputes: [dispute], notifications: [] },
      events: [{ number: 3, kind: 'OUTCOME', transactionId: 'chargeback-1', at: '2026-03-05T09:00:00.100Z' }],
    }
    assert.deepEqual(
      timelineOf(disputed).map(({ title, tone, lines, text }) => [title, tone, text, ...lines]),
      [
        ['Dispute CASE-17 marked as contested', 'info', 'Delivered on 3 March', 'By anna'],
        ['Chargeback pending', 'waiting', undefined, 'Case CASE-17, respond by Mar 30, 2026', 'Recorded by root'],
      ],
    )
  })

  it('has every message about a transaction in its entry', () => {
    const exchange = (at: string): MessageExchangeView => ({
      ...{ transactionId: '1', linkId: 'bank', tookMs: 5, at, sent: { title: at, fields: [] } },
    })
    const sent = ['2026-03-02T09:00:00.000Z', '2026-03-02T09:01:00.000Z', '2026-03-02T09:05:00.500Z']
    const foreign = { ...exchange('2026-03-02T09:00:01.000Z'), transactionId: 'of no transaction here' }
    assert.deepEqual(
      timelineOf(order, [...sent.map(exchange), foreign]).map(({ title, exchanges }) => [
        title,
        exchanges?.map(({ at }) => at),
      ]),
      [
        ['Authorization: accepted', undefined],
        ['Authorization', sent],
      ],
    )
  })
})
