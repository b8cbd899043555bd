import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type BookedLine,
  type BothBooks,
  type EventRow,
  findDifferences,
  type OracleOrderRow,
  type OracleTransactionRow,
} from './fault-oracle.ts'

const line = (reference: string, kind: string, approvedMinor: number, differences: Partial<BookedLine> = {}) => ({
  reference,
  kind,
  currency: 'USD',
  original: kind === 'AUTHORIZE' || kind === 'PAY' ? null : 'r1',
  approvedMinor,
  isApproved: true,
  isReversed: false,
  asked: 1,
  isSettled: false,
  ...differences,
})

const transaction = (position: number, type: string, amountMinor: number, gatewayCode = 'APPROVED') => ({
  orderId: 'o',
  transactionId: String(position),
  position,
  type,
  amountMinor,
  gatewayCode,
  reference: `r${position}`,
  reversal: gatewayCode === 'TIMED_OUT' ? 'DONE' : null,
  isOpen: false,
  isManual: false,
  decision: null,
  isAutomatic: false,
  targetTransactionId: null,
  approvesTransactionId: null,
  recordedMs: position * 10,
})

const order: OracleOrderRow = {
  orderId: 'o',
  currency: 'USD',
  amountMinor: 1200,
  status: 'PARTIALLY_CAPTURED',
  authorizedMinor: 1200,
  capturedMinor: 500,
  refundedMinor: 0,
  isLocked: false,
  eventCount: 6,
}

const event = (number: number, transactionId: string, gatewayCode: string, kind = 'OUTCOME'): EventRow => ({
  orderId: 'o',
  number,
  kind,
  transactionId,
  gatewayCode,
  amount: null,
  atMs: number * 10 + 5,
})

/** An authorization, an update that was initially unknown, a capture that timed out, and one that was approved. */
const sound: BothBooks = {
  booked: [
    line('r1', 'AUTHORIZE', 1000),
    line('r2', 'UPDATE_AUTHORIZATION', 1200),
    line('r3', 'CAPTURE', 500, { isReversed: true }),
    line('r4', 'CAPTURE', 500),
    { ...line('r5', 'PAY', 0), kind: null, isApproved: false, isReversed: true, asked: 0 },
  ],
  orders: [order],
  transactions: [
    transaction(1, 'AUTHORIZATION', 1000),
    transaction(2, 'AUTHORIZATION_UPDATE', 1200),
    transaction(3, 'CAPTURE', 500, 'TIMED_OUT'),
    transaction(4, 'CAPTURE', 500),
  ],
  events: [
    event(1, '1', 'APPROVED'),
    event(2, '2', 'UNKNOWN'),
    event(3, '2', 'APPROVED'),
    event(4, '3', 'TIMED_OUT'),
    event(5, '3', 'TIMED_OUT', 'REVERSAL'),
    event(6, '4', 'APPROVED'),
  ],
  outbox: 0,
  feed: [1, 2, 3, 4, 5, 6].map((number) => ({ position: number, subject: 'ORDER', orderId: 'o', number })),
  deliveries: [1, 2, 3, 4, 5, 6].map((eventNumber) => ({ orderId: 'o', eventNumber, state: 'DELIVERED' })),
  projectedOrders: [order],
  projectedTransactions: [
    transaction(1, 'AUTHORIZATION', 1000),
    transaction(2, 'AUTHORIZATION_UPDATE', 1200),
    transaction(3, 'CAPTURE', 500, 'TIMED_OUT'),
    transaction(4, 'CAPTURE', 500),
  ],
  response: [
    { orderId: 'o', transactionId: '4', gatewayCode: 'APPROVED' },
    { orderId: 'o', transactionId: '9', gatewayCode: undefined },
  ],
  shown: [
    {
      orderId: 'o',
      status: 'PARTIALLY_CAPTURED',
      currency: 'USD',
      amount: 12,
      totalAuthorizedAmount: 12,
      totalCapturedAmount: 5,
      totalRefundedAmount: 0,
    },
  ],
  notified: new Set(['o']),
  heardTwice: new Set(),
  leavesToOperators: false,
  leavesVoidsOfSettled: false,
  countedForOperators: 0,
  failures: [],
  outages: [{ from: 100, to: 200 }],
}

const booked = (reference: string, differences: Partial<BookedLine>) => ({
  booked: sound.booked.map((each) => (each.reference === reference ? { ...each, ...differences } : each)),
})
const kept = (transactionId: string, differences: Partial<OracleTransactionRow>) => ({
  transactions: sound.transactions.map((each) =>
    each.transactionId === transactionId ? { ...each, ...differences } : each,
  ),
})
const ordered = (differences: Partial<OracleOrderRow>) => ({ orders: [{ ...order, ...differences }] })

const wrongs: readonly (readonly [what: string, wrong: Partial<BothBooks>, kind: string])[] = [
  ['an approval that the acquirer undid', booked('r4', { isReversed: true }), 'OUTCOME_DIFFERS'],
  ['an update that the acquirer undid', booked('r2', { isReversed: true }), 'TOTALS_DIFFER'],
  ['an update for another amount', booked('r2', { approvedMinor: 1100 }), 'OUTCOME_DIFFERS'],
  ['a failure that stands at the acquirer', booked('r3', { isReversed: false }), 'OUTCOME_DIFFERS'],
  ['a void of which the gateway knows nothing', { booked: [...sound.booked, line('v', 'VOID', 5)] }, 'UNKNOWN_TO_US'],
  ['a request that was sent twice', booked('r4', { asked: 2 }), 'ASKED_TWICE'],
  [
    'a second authorization',
    {
      booked: [...sound.booked, line('r6', 'PAY', 1000)],
      transactions: [...sound.transactions, transaction(6, 'PAYMENT', 1000)],
    },
    'CHARGED_TWICE',
  ],
  ['an attempt without an outcome', kept('4', { gatewayCode: null, isOpen: true }), 'NOT_ENDED'],
  ['a reversal that is owed', kept('3', { reversal: 'OWED' }), 'NOT_REVERSED'],
  ['an authorized total that is too small', ordered({ authorizedMinor: 1000 }), 'TOTALS_DIFFER'],
  ['a status that does not follow', ordered({ status: 'CAPTURED' }), 'STATUS_DIFFERS'],
  ['an amount that is not the authorized one', ordered({ amountMinor: 500 }), 'AMOUNT_DIFFERS'],
  ['an order that stays locked', ordered({ isLocked: true }), 'STILL_LOCKED'],
  ['an event that is missing', { events: sound.events.slice(1) }, 'EVENT_NUMBERS'],
  [
    'an open outcome that is reported twice',
    { events: sound.events.map((each) => (each.number === 3 ? { ...each, gatewayCode: 'UNKNOWN' } : each)) },
    'EVENT_WITHOUT_CHANGE',
  ],
  [
    'a definite outcome that changes',
    { events: sound.events.map((each) => (each.number === 2 ? { ...each, gatewayCode: 'DECLINED' } : each)) },
    'EVENT_AFTER_THE_END',
  ],
  [
    'a reversal that is reported twice',
    { events: [...sound.events, { ...event(7, '3', 'TIMED_OUT', 'REVERSAL') }] },
    'REVERSAL_TOLD_TOO_OFTEN',
  ],
  ['an event without a position', { outbox: 1 }, 'LEFT_IN_OUTBOX'],
  ['a gap in the feed', { feed: sound.feed.filter(({ position }) => position !== 4) }, 'FEED_HAS_GAP'],
  ['a feed out of order', { feed: sound.feed.map((each) => ({ ...each, number: 7 - each.number })) }, 'FEED_ORDER'],
  ['a feed that ends too early', { feed: sound.feed.slice(0, 5) }, 'FEED_INCOMPLETE'],
  ['a notification that was never made', { deliveries: sound.deliveries.slice(1) }, 'NOTIFICATIONS'],
  ['a notification made twice', { deliveries: [...sound.deliveries, ...sound.deliveries.slice(4)] }, 'NOTIFICATIONS'],
  [
    'a notification that was given up',
    { deliveries: sound.deliveries.map((each) => ({ ...each, state: 'PARKED' })) },
    'NOT_DELIVERED',
  ],
  [
    'an order that the search shows otherwise',
    { projectedOrders: [{ ...order, capturedMinor: 0 }] },
    'PROJECTION_DIFFERS',
  ],
  ['a transaction that the search lacks', { projectedTransactions: [] }, 'PROJECTION_DIFFERS'],
  [
    'another outcome than was reported',
    { response: [{ orderId: 'o', transactionId: '4', gatewayCode: 'DECLINED' }] },
    'TOLD_OTHERWISE',
  ],
  [
    'an outcome of what was refused',
    { response: [{ orderId: 'o', transactionId: '4', gatewayCode: undefined }] },
    'TOLD_OTHERWISE',
  ],
]

/** A capture that the acquirer has made and cannot undo; the gateway reported it as failed. */
const left: BothBooks = {
  ...sound,
  ...booked('r3', { isReversed: false }),
  ...kept('3', { reversal: 'REFUSED' }),
  leavesToOperators: true,
  countedForOperators: 1,
}

/** A void whose outcome cannot be determined: the order waits. */
const waiting: BothBooks = {
  ...left,
  ...ordered({ isLocked: true, eventCount: 7 }),
  booked: [...left.booked, line('r5', 'VOID', 0, { original: 'r4' })],
  transactions: [...left.transactions, { ...transaction(5, 'VOID_CAPTURE', 500, 'UNKNOWN'), isManual: true }],
  events: [...sound.events, event(7, '5', 'UNKNOWN')],
  feed: [...sound.feed, { position: 7, subject: 'ORDER', orderId: 'o', number: 7 }],
  deliveries: [...sound.deliveries, { orderId: 'o', eventNumber: 7, state: 'DELIVERED' }],
  projectedTransactions: [...sound.projectedTransactions, transaction(5, 'VOID_CAPTURE', 500, 'UNKNOWN')],
  countedForOperators: 2,
}

/** A refund of two captures: the first part is approved, the second one was not answered and is reversed. */
const inParts: BothBooks = {
  ...sound,
  ...ordered({ status: 'PARTIALLY_REFUNDED', refundedMinor: 300, eventCount: 7 }),
  booked: [
    ...sound.booked.filter(({ kind }) => kind !== null),
    line('p1', 'REFUND', 300, { original: 'r4' }),
    line('r6', 'REFUND', 200, { isReversed: true }),
  ],
  transactions: [
    ...sound.transactions,
    {
      ...transaction(6, 'REFUND', 300, 'PARTIALLY_APPROVED'),
      reversal: 'DONE',
      parts: [
        { reference: 'p1', amountMinor: '300' },
        { reference: 'r6', amountMinor: '200' },
      ],
    },
  ],
  events: [...sound.events, event(7, '6', 'PARTIALLY_APPROVED')],
  feed: [...sound.feed, { position: 7, subject: 'ORDER', orderId: 'o', number: 7 }],
  deliveries: [...sound.deliveries, { orderId: 'o', eventNumber: 7, state: 'DELIVERED' }],
  projectedOrders: [{ ...order, status: 'PARTIALLY_REFUNDED', refundedMinor: 300 }],
  projectedTransactions: [...sound.projectedTransactions, transaction(6, 'REFUND', 300, 'PARTIALLY_APPROVED')],
  shown: sound.shown.map((each) => ({ ...each, status: 'PARTIALLY_REFUNDED', totalRefundedAmount: 3 })),
}
const atAcquirer = (reference: string, differences: Partial<BookedLine>) => ({
  booked: inParts.booked.map((each) => (each.reference === reference ? { ...each, ...differences } : each)),
})

describe('the comparison of a refund in parts', () => {
  it('finds nothing where the first part stands and the last one was reversed', () => {
    assert.deepEqual(findDifferences(inParts), [])
  })

  for (const [what, wrong, kind] of [
    ['a last part that stands', atAcquirer('r6', { isReversed: false }), 'OUTCOME_DIFFERS'],
    ['a first part that was reversed', atAcquirer('p1', { isReversed: true }), 'OUTCOME_DIFFERS'],
    ['a part that was sent twice', atAcquirer('p1', { asked: 2 }), 'ASKED_TWICE'],
    [
      'an amount that is not that of its approved parts',
      {
        transactions: inParts.transactions.map((each) => (each.parts ? { ...each, amountMinor: 400 } : each)),
      },
      'PARTS_DIFFER',
    ],
  ] as const)
    it(`finds ${what}`, () => {
      const kinds = findDifferences({ ...inParts, ...wrong }).map((difference) => difference.kind)
      assert.ok(kinds.includes(kind), `${kinds}`)
    })
})

describe('a void that is left to people', () => {
  const voidOf = (isSettled: boolean): BothBooks => ({
    ...waiting,
    booked: waiting.booked.map((each) => (each.reference === 'r4' ? { ...each, isSettled } : each)),
    transactions: waiting.transactions
      .map((each) => (each.transactionId === '3' ? { ...each, reversal: 'DONE' } : each))
      .map((each) => (each.transactionId === '5' ? { ...each, targetTransactionId: '4' } : each)),
    leavesToOperators: false,
    countedForOperators: 1,
  })
  const [settled, open] = [voidOf(true), voidOf(false)]
  const left = (books: BothBooks, leavesVoidsOfSettled: boolean) =>
    findDifferences({ ...books, leavesVoidsOfSettled }).filter(({ kind }) => kind === 'NOT_REVERSED').length

  it('is expected where its target is settled, of an acquirer that says nothing about the first of two', () => {
    assert.equal(left(settled, true), 0)
  })

  it('is found everywhere else', () => {
    assert.deepEqual([left(settled, false), left(open, true), left(open, false)], [1, 1, 1])
  })
})

const failure = { orderId: 'o', transactionId: '4', text: '500' }

describe('the comparison after faults at an acquirer that cannot undo everything', () => {
  it('finds nothing where transactions left to operators are counted', () => {
    assert.deepEqual(findDifferences(left), [])
    assert.deepEqual(findDifferences(waiting), [])
  })

  it('finds nothing where a rejected payment waits on an order that waits for people', () => {
    const owed = { decision: 'REJECTED', reversal: 'OWED', isOpen: true } as const
    const owedOn = (books: BothBooks) => ({
      ...books,
      transactions: books.transactions.map((each) => (each.transactionId === '4' ? { ...each, ...owed } : each)),
    })
    assert.deepEqual(findDifferences(owedOn(waiting)), [])
    const kinds = findDifferences(owedOn(left)).map((difference) => difference.kind)
    assert.deepEqual(kinds, ['NOT_ENDED', 'NOT_REVERSED'])
  })

  for (const [what, wrong, kind] of [
    ['an uncounted manual resolution', { countedForOperators: 0 }, 'NOT_COUNTED_FOR_PEOPLE'],
    ['what is left to people where the acquirer takes every reversal', { leavesToOperators: false }, 'NOT_REVERSED'],
    ['reported as done and left to manual resolution', kept('4', { reversal: 'UNSUPPORTED' }), 'LEFT_THOUGH_DONE'],
    ['a failure that took effect without manual resolution', kept('3', { reversal: null }), 'OUTCOME_DIFFERS'],
    ['an open outcome without manual resolution', kept('3', { gatewayCode: 'UNKNOWN', reversal: null }), 'NOT_ENDED'],
  ] as const)
    it(`finds ${what}`, () => {
      const kinds = findDifferences({ ...left, ...wrong }).map((difference) => difference.kind)
      assert.ok(kinds.includes(kind), `${kinds}`)
    })
})

describe('an answer without an outcome', () => {
  it('is accepted when something was down during the request', () => {
    for (const [from, to] of [
      [50, 100],
      [120, 130],
      [200, 300],
    ] as const)
      assert.deepEqual(findDifferences({ ...sound, failures: [{ ...failure, from, to }] }), [])
  })

  it('is reported when nothing was down', () => {
    const kinds = findDifferences({ ...sound, failures: [{ ...failure, from: 201, to: 300 }] }).map(({ kind }) => kind)
    assert.deepEqual(kinds, ['FAILED_WITHOUT_CAUSE'])
  })
})

describe('the comparison after faults', () => {
  it('finds nothing where everything is consistent', () => {
    assert.deepEqual(findDifferences(sound), [])
  })

  for (const [what, wrong, kind] of wrongs) {
    it(`finds ${what}`, () => {
      const kinds = findDifferences({ ...sound, ...wrong }).map((difference) => difference.kind)
      assert.ok(kinds.includes(kind), `${kinds}`)
    })
  }
})

/** A payment rejected in review after its batch was closed: a refund without an answer, and after its reversal another one. */
const rejected: BothBooks = {
  ...sound,
  booked: [
    line('r1', 'PAY', 1000, { isSettled: true }),
    line('r2', 'REFUND', 1000, { isReversed: true }),
    line('r3', 'REFUND', 1000),
  ],
  orders: [
    {
      ...order,
      amountMinor: 1000,
      status: 'REFUNDED',
      authorizedMinor: 1000,
      capturedMinor: 1000,
      refundedMinor: 1000,
    },
  ],
  transactions: [
    { ...transaction(1, 'PAYMENT', 1000), decision: 'REJECTED', reversal: 'DONE' },
    { ...transaction(2, 'REFUND', 1000, 'TIMED_OUT'), isAutomatic: true, targetTransactionId: '1', recordedMs: 30 },
    { ...transaction(3, 'REFUND', 1000), isAutomatic: true, targetTransactionId: '1', recordedMs: 60 },
  ],
  events: [
    event(1, '1', 'APPROVED'),
    event(2, '1', 'APPROVED', 'DECISION'),
    event(3, '2', 'TIMED_OUT'),
    event(4, '2', 'TIMED_OUT', 'REVERSAL'),
    event(5, '3', 'APPROVED'),
    event(6, '1', 'APPROVED', 'REVERSAL'),
  ],
  projectedOrders: [
    {
      ...order,
      amountMinor: 1000,
      status: 'REFUNDED',
      authorizedMinor: 1000,
      capturedMinor: 1000,
      refundedMinor: 1000,
    },
  ],
  projectedTransactions: [
    transaction(1, 'PAYMENT', 1000),
    transaction(2, 'REFUND', 1000, 'TIMED_OUT'),
    transaction(3, 'REFUND', 1000),
  ],
  response: [
    { orderId: 'o', transactionId: '1', gatewayCode: 'APPROVED', amount: 10, currency: 'USD', requested: '10.00' },
  ],
  shown: [
    {
      orderId: 'o',
      status: 'REFUNDED',
      currency: 'USD',
      amount: 10,
      totalAuthorizedAmount: 10,
      totalCapturedAmount: 10,
      totalRefundedAmount: 10,
    },
  ],
}

const withTransaction = (transactionId: string, differences: Partial<OracleTransactionRow>) => ({
  transactions: rejected.transactions.map((each) =>
    each.transactionId === transactionId ? { ...each, ...differences } : each,
  ),
})
const request = { ...transaction(4, 'REFUND_REQUEST', 300, 'APPROVED_AUTO'), decision: 'PENDING' } as const
const told = (differences: object) => ({ response: rejected.response.map((each) => ({ ...each, ...differences })) })

describe('the comparison of what a user has decided, and of amounts', () => {
  it('finds nothing where a rejected payment was refunded once', () => {
    assert.deepEqual(findDifferences(rejected), [])
  })

  for (const [what, wrong, kind] of [
    ['a second refund while the first is owed', withTransaction('3', { recordedMs: 40 }), 'UNDONE_TOO_EARLY'],
    [
      'a second refund beside one that could not be reversed',
      { booked: rejected.booked.map((each) => ({ ...each, isReversed: false })) },
      'UNDONE_TWICE',
    ],
    ['a rejected payment that stands', { booked: rejected.booked.slice(0, 2) }, 'NOT_UNDONE'],
    [
      'a refund request that two refunds have executed',
      {
        transactions: [
          ...rejected.transactions,
          request,
          ...[5, 6].map((position) => ({ ...transaction(position, 'REFUND', 300), approvesTransactionId: '4' })),
        ],
      },
      'REQUEST_EXECUTED_TWICE',
    ],
    [
      'a refund whose request was declined',
      {
        transactions: [
          ...rejected.transactions,
          { ...request, decision: 'REJECTED' },
          { ...transaction(5, 'REFUND', 300), approvesTransactionId: '4' },
        ],
      },
      'REQUEST_DIFFERS',
    ],
    [
      'a refund request that the status does not show',
      { transactions: [...rejected.transactions, request] },
      'STATUS_DIFFERS',
    ],
    ['another currency', { booked: rejected.booked.map((each) => ({ ...each, currency: 'JPY' })) }, 'CURRENCY_DIFFERS'],
    ['an answer with another amount than is recorded', told({ amount: 1 }), 'TOLD_OTHER_AMOUNT'],
    ['an answer with another currency', told({ currency: 'JPY' }), 'TOLD_OTHER_AMOUNT'],
    ['another amount than was requested', told({ requested: '1.00' }), 'NOT_AS_REQUESTED'],
    [
      'an event with another amount',
      { events: rejected.events.map((each) => ({ ...each, amount: '0.10' })) },
      'EVENT_AMOUNT_DIFFERS',
    ],
    ['an order that its merchant does not see', { shown: [] }, 'SHOWN_DIFFERS'],
    [
      'a total that its merchant sees otherwise',
      { shown: rejected.shown.map((each) => ({ ...each, totalRefundedAmount: 20 })) },
      'SHOWN_DIFFERS',
    ],
  ] as const satisfies readonly (readonly [what: string, wrong: Partial<BothBooks>, kind: string])[])
    it(`finds ${what}`, () => {
      const kinds = findDifferences({ ...rejected, ...wrong }).map((difference) => difference.kind)
      assert.ok(kinds.includes(kind), `${kinds}`)
    })
})
