// The timeline of an order.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { MessageExchangeView, OrderDetails, TransactionDetailsView } from '../orders/wire.ts'
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
  risk: 'REVIEW_REQUIRED',
  decision: 'ACCEPTED',
  request: {},
  answer: {
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
  isBusy: false,
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
      receiverId: 'r',
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
  actions: [],
}

describe('the timeline of an order', () => {
  it('shows the newest first: requests, answers, risk rules, decisions and notifications', () => {
    assert.deepEqual(
      timelineOf(order).map(({ title, tone, lines }) => [title, tone, ...lines]),
      [
        ['Notification about transaction 1 parked', 'bad', 'https://shop.example/hook, 1 attempt'],
        ['Authorization: accepted', 'good', 'By boris', 'Note: Known for years'],
        [
          'Authorization: approved',
          'good',
          'ACQ1 responded 00 Approved',
          'Risk: review required',
          'Rule merchant BIN range (450875): review',
        ],
        ['Authorization of 100.00 USD requested', 'quiet', 'Transaction 1, in the console by anna'],
      ],
    )
  })

  it('has the request of a transaction with its messages, and what followed with the entry before it', () => {
    const exchange = (at: string): MessageExchangeView => ({
      ...{ transactionId: '1', linkId: 'bank', tookMs: 5, at, sent: { title: at, fields: [] } },
    })
    const sent = ['2026-03-02T09:00:00.000Z', '2026-03-02T09:01:00.000Z', '2026-03-02T09:05:00.500Z'].map(exchange)
    const foreign = { ...exchange('2026-03-02T09:00:01.000Z'), transactionId: 'of no transaction here' }
    assert.deepEqual(
      timelineOf(order, [...sent, foreign]).map(({ title, exchanges }) => [title, exchanges?.map(({ at }) => at)]),
      [
        ['Notification about transaction 1 parked', undefined],
        ['Authorization: accepted', ['2026-03-02T09:05:00.500Z']],
        ['Authorization: approved', ['2026-03-02T09:01:00.000Z']],
        ['Authorization of 100.00 USD requested', ['2026-03-02T09:00:00.000Z']],
      ],
    )
  })

  it('leads to each notification', () => {
    assert.equal(timelineOf(order)[0]?.href, '/merchants/SHOP%2F1/deliveries/n1')
  })
})
