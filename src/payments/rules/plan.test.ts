// Every possible next step on an order in every state, as one table.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type OrderStatus, orderStatuses } from '../../kernel/order-status.ts'
import type { RejectionReason } from '../../kernel/rejection.ts'
import type { TransactionType } from '../../kernel/transaction-type.ts'
import { type Order, type OrderTransaction, statusOf } from './order.ts'
import {
  type InitialTransactionRequest,
  type Plan,
  planCapture,
  planInitial,
  planRecord,
  planRefund,
  planUpdate,
  planVoid,
} from './plan.ts'

/** A successful transaction of 100; its id is its type in lower case. */
function made(type: TransactionType, differences: Partial<OrderTransaction> = {}): OrderTransaction {
  return { id: type.toLowerCase(), type, gatewayCode: 'APPROVED', amountMinor: 100n, ...differences }
}

function orderWith(transactions: readonly OrderTransaction[], isLocked = false): Order {
  const at = new Date(0)
  const common = { id: 'o', currency: 'USD', amountMinor: 100n, revision: 1, createdAt: at, updatedAt: at }
  return { ...common, isLocked, transactions }
}

const authorization = made('AUTHORIZATION')
const payment = made('PAYMENT')

const states = {
  FAILED: orderWith([made('PAYMENT', { id: 'declined', gatewayCode: 'DECLINED' })]),
  VERIFIED: orderWith([made('VERIFICATION', { amountMinor: 0n })]),
  AUTHORIZED: orderWith([authorization]),
  'AUTHORIZED, in review': orderWith([{ ...authorization, decision: 'PENDING' }]),
  'AUTHORIZED, undecided': orderWith([authorization, made('CAPTURE', { gatewayCode: 'UNKNOWN' })], true),
  PARTIALLY_CAPTURED: orderWith([authorization, made('CAPTURE', { amountMinor: 40n })]),
  CAPTURED: orderWith([authorization, made('CAPTURE')]),
  'CAPTURED, paid': orderWith([payment]),
  'CAPTURED, standalone': orderWith([made('CAPTURE')]),
  PARTIALLY_REFUNDED: orderWith([payment, made('REFUND', { amountMinor: 30n, targetTransactionId: 'payment' })]),
  REFUNDED: orderWith([payment, made('REFUND', { targetTransactionId: 'payment' })]),
  EXCESSIVELY_REFUNDED: orderWith([made('REFUND')]),
  REFUND_REQUESTED: orderWith([payment, made('REFUND_REQUEST', { amountMinor: 20n, decision: 'PENDING' })]),
  CANCELLED: orderWith([authorization, made('VOID_AUTHORIZATION', { targetTransactionId: 'authorization' })]),
  DISPUTED: orderWith([payment, made('CHARGEBACK', { decision: 'PENDING' })]),
  CHARGEBACK_PROCESSED: orderWith([payment, made('CHARGEBACK', { decision: 'ACCEPTED' })]),
  FUNDING: orderWith([made('FUNDING')]),
  'in flight': orderWith([{ id: 'payment', type: 'PAYMENT', amountMinor: 100n }], true),
} as const satisfies Readonly<Record<string, Order>>

type State = keyof typeof states

const opening = (type: InitialTransactionRequest['type']) => (order: Order) =>
  planInitial(order, {
    type,
    currency: 'USD',
    amountMinor: type === 'VERIFICATION' ? 0n : 100n,
    orderAmountMinor: 100n,
    hasLateSubMerchant: false,
    isSameAccount: () => true,
  })
const captureOf = (amountMinor: bigint) => (order: Order) =>
  planCapture(order, { amountMinor, currency: 'USD' }, { mayExceed: false })
const refundOf = (amountMinor: bigint, isRequest: boolean) => (order: Order) =>
  planRefund(
    order,
    { amountMinor, currency: 'USD', targetTransactionId: undefined, isRequest },
    { mayExceed: false, needsTarget: true },
  )
const voidOf = (targetTransactionId: string) => (order: Order) =>
  planVoid(order, { targetTransactionId, isSettlementBatchClosed: () => false })
const recordOf = (type: 'CHARGEBACK' | 'FUNDING') => (order: Order) =>
  planRecord(order, { type, amountMinor: 100n, currency: 'USD' })

const openings = {
  AUTHORIZE: opening('AUTHORIZATION'),
  PAY: opening('PAYMENT'),
  VERIFY: opening('VERIFICATION'),
  'standalone CAPTURE': opening('CAPTURE'),
  'standalone REFUND': opening('REFUND'),
} as const
const operations = {
  ...openings,
  'CAPTURE 10': captureOf(10n),
  'CAPTURE 100': captureOf(100n),
  'REFUND 10': refundOf(10n, false),
  'REFUND 100': refundOf(100n, false),
  'ask to REFUND 10': refundOf(10n, true),
  'VOID authorization': voidOf('authorization'),
  'VOID capture': voidOf('capture'),
  'VOID payment': voidOf('payment'),
  'VOID refund': voidOf('refund'),
  'UPDATE to 120': (order: Order) => planUpdate(order, { amountMinor: 120n, currency: 'USD' }),
  'record a chargeback': recordOf('CHARGEBACK'),
  'record a fee': recordOf('FUNDING'),
} as const satisfies Readonly<Record<string, (order: Order) => Plan>>

type Operation = keyof typeof operations
type Expected = OrderStatus | RejectionReason | 'LOCKED'
type Row = Readonly<Record<Operation, Expected>>

/** The result of a first transaction where one may still be sent, and where none may. */
const mayOpen = {
  AUTHORIZE: 'AUTHORIZED',
  PAY: 'CAPTURED',
  VERIFY: 'VERIFIED',
  'standalone CAPTURE': 'CAPTURED',
  'standalone REFUND': 'EXCESSIVELY_REFUNDED',
} as const
const mayNotOpen = allOf(openings, 'ORDER_ALREADY_STARTED')
const noCapture = { 'CAPTURE 10': 'NOTHING_TO_CAPTURE', 'CAPTURE 100': 'NOTHING_TO_CAPTURE' } as const
const noRefund = {
  'REFUND 10': 'NOTHING_TO_REFUND',
  'REFUND 100': 'NOTHING_TO_REFUND',
  'ask to REFUND 10': 'NOTHING_TO_REFUND',
} as const
const voids = {
  'VOID authorization': 'NOTHING_TO_VOID',
  'VOID capture': 'NOTHING_TO_VOID',
  'VOID payment': 'NOTHING_TO_VOID',
  'VOID refund': 'NOTHING_TO_VOID',
} as const
const noSuchTarget = allOf(voids, 'TARGET_UNSUITABLE')
const noUpdate = { 'UPDATE to 120': 'NOTHING_TO_UPDATE' } as const
const noChargeback = { 'record a chargeback': 'NOTHING_TO_REFUND' } as const
/** Of an order that was paid at once. */
const paid = { ...mayNotOpen, ...noCapture, ...noSuchTarget, ...noUpdate, 'record a chargeback': 'DISPUTED' } as const
/** Refunding, voiding and the like of an order whose status is about something else. */
const stays = <S extends OrderStatus>(status: S) => ({
  'REFUND 10': status,
  'REFUND 100': status,
  'ask to REFUND 10': status,
  'VOID payment': status,
  'record a fee': status,
})

const table: Readonly<Record<State, Row>> = {
  FAILED: { ...mayOpen, ...noCapture, ...noRefund, ...voids, ...noUpdate, ...noChargeback, 'record a fee': 'FUNDING' },
  VERIFIED: {
    ...{ ...mayOpen, ...noCapture, ...noRefund, ...voids, ...noUpdate, ...noChargeback },
    'record a fee': 'VERIFIED',
  },
  AUTHORIZED: {
    ...{ ...mayNotOpen, ...noRefund, ...noSuchTarget, ...noChargeback },
    'CAPTURE 10': 'PARTIALLY_CAPTURED',
    'CAPTURE 100': 'CAPTURED',
    'VOID authorization': 'CANCELLED',
    'UPDATE to 120': 'AUTHORIZED',
    'record a fee': 'AUTHORIZED',
  },
  'AUTHORIZED, in review': {
    ...{ ...mayNotOpen, ...noRefund, ...noSuchTarget, ...noChargeback },
    'CAPTURE 10': 'WAITS_FOR_REVIEW',
    'CAPTURE 100': 'WAITS_FOR_REVIEW',
    'VOID authorization': 'CANCELLED',
    'UPDATE to 120': 'AUTHORIZED',
    'record a fee': 'AUTHORIZED',
  },
  'AUTHORIZED, undecided': allOf(operations, 'LOCKED'),
  PARTIALLY_CAPTURED: {
    ...{ ...mayNotOpen, ...noSuchTarget },
    'CAPTURE 10': 'PARTIALLY_CAPTURED',
    'CAPTURE 100': 'AMOUNT_EXCEEDED',
    'REFUND 10': 'PARTIALLY_REFUNDED',
    'REFUND 100': 'AMOUNT_EXCEEDED',
    'ask to REFUND 10': 'REFUND_REQUESTED',
    'VOID authorization': 'TARGET_DEPENDED_ON',
    'VOID capture': 'AUTHORIZED',
    'UPDATE to 120': 'PARTIALLY_CAPTURED',
    'record a chargeback': 'AMOUNT_EXCEEDED',
    'record a fee': 'PARTIALLY_CAPTURED',
  },
  CAPTURED: {
    ...{ ...mayNotOpen, ...noSuchTarget, ...noUpdate },
    'CAPTURE 10': 'AMOUNT_EXCEEDED',
    'CAPTURE 100': 'AMOUNT_EXCEEDED',
    'REFUND 10': 'PARTIALLY_REFUNDED',
    'REFUND 100': 'REFUNDED',
    'ask to REFUND 10': 'REFUND_REQUESTED',
    'VOID authorization': 'TARGET_DEPENDED_ON',
    'VOID capture': 'AUTHORIZED',
    'record a chargeback': 'DISPUTED',
    'record a fee': 'CAPTURED',
  },
  'CAPTURED, paid': {
    ...paid,
    'REFUND 10': 'PARTIALLY_REFUNDED',
    'REFUND 100': 'REFUNDED',
    'ask to REFUND 10': 'REFUND_REQUESTED',
    'VOID payment': 'CANCELLED',
    'record a fee': 'CAPTURED',
  },
  'CAPTURED, standalone': {
    ...paid,
    'REFUND 10': 'PARTIALLY_REFUNDED',
    'REFUND 100': 'REFUNDED',
    'ask to REFUND 10': 'REFUND_REQUESTED',
    'VOID capture': 'CANCELLED',
    'record a fee': 'CAPTURED',
  },
  PARTIALLY_REFUNDED: {
    ...paid,
    'REFUND 10': 'PARTIALLY_REFUNDED',
    'REFUND 100': 'AMOUNT_EXCEEDED',
    'ask to REFUND 10': 'REFUND_REQUESTED',
    'VOID payment': 'TARGET_DEPENDED_ON',
    'VOID refund': 'CAPTURED',
    'record a fee': 'PARTIALLY_REFUNDED',
  },
  REFUNDED: {
    ...paid,
    ...allOf(noRefund, 'AMOUNT_EXCEEDED'),
    'VOID payment': 'TARGET_DEPENDED_ON',
    'VOID refund': 'CAPTURED',
    'record a fee': 'REFUNDED',
  },
  EXCESSIVELY_REFUNDED: {
    ...{ ...mayNotOpen, ...noCapture, ...noRefund, ...noSuchTarget, ...noUpdate, ...noChargeback },
    'VOID refund': 'CANCELLED',
    'record a fee': 'EXCESSIVELY_REFUNDED',
  },
  REFUND_REQUESTED: { ...paid, ...stays('REFUND_REQUESTED') },
  CANCELLED: {
    ...{ ...mayNotOpen, ...noCapture, ...noRefund, ...voids, ...noUpdate, ...noChargeback },
    'record a fee': 'CANCELLED',
  },
  DISPUTED: { ...paid, ...stays('DISPUTED') },
  // The bank has returned all of it to the payer.
  CHARGEBACK_PROCESSED: {
    ...{ ...paid, ...stays('CHARGEBACK_PROCESSED') },
    ...allOf(noRefund, 'AMOUNT_EXCEEDED'),
    'VOID payment': 'TARGET_DEPENDED_ON',
  },
  // A provider's fee is no payment: the order can still get one.
  FUNDING: {
    ...{ ...mayOpen, ...noCapture, ...noRefund, ...voids, ...noUpdate, ...noChargeback },
    'record a fee': 'FUNDING',
  },
  'in flight': allOf(operations, 'LOCKED'),
}

function allOf<Name extends string, E extends Expected>(
  names: Readonly<Record<Name, unknown>>,
  expected: E,
): Readonly<Record<Name, E>> {
  return Object.fromEntries(Object.keys(names).map((name) => [name, expected])) as Record<Name, E>
}

/** The result of a plan: the reason for a refusal, or the status of the order once the acquirer has approved. */
function outcomeOf(planned: Plan, order: Order): Expected | undefined {
  if (planned.kind === 'LOCKED') return 'LOCKED'
  if (planned.kind === 'REJECTED') return planned.reason
  const { type, amountMinor, target } = planned
  const isAwaited = type === 'REFUND_REQUEST' || type === 'CHARGEBACK'
  const next: OrderTransaction = {
    ...{ id: 'next', type, amountMinor, gatewayCode: 'APPROVED' },
    ...(target && { targetTransactionId: target.id }),
    ...(isAwaited && { decision: 'PENDING' }),
  }
  return statusOf([...order.transactions, next])
}

describe('every operation on an order in every state', () => {
  for (const [state, order] of Object.entries(states)) {
    it(`${state}: is refused, or leads to the status of the table`, () => {
      const row: Readonly<Record<string, Expected>> = table[state as State]
      const expected = Object.fromEntries(
        Object.keys(operations).map((name) => [name, row[name] ?? 'not in the table']),
      )
      const seen = Object.entries(operations).map(([name, plan]) => [name, outcomeOf(plan(order), order)])
      assert.deepEqual(Object.fromEntries(seen), expected)
    })
  }

  it('covers every status that these operations reach', () => {
    const reached = new Set(Object.values(states).map(({ transactions }) => statusOf(transactions)))
    const missing = orderStatuses.filter((status) => !reached.has(status))
    const ofOthers = missing.filter((status) => status !== 'INITIATED' && !status.startsWith('AUTHENTICAT'))
    assert.deepEqual(ofOthers, [])
    for (const [state, { transactions }] of Object.entries(states)) {
      const status = state.split(',')[0]
      assert.equal(statusOf(transactions), status === 'in flight' ? undefined : status)
    }
  })
})
