// The search rows of an order follow from its events, one after the other. They contain nothing else, so they can be
// rebuilt at any time.

import { type GatewayCode, gatewayCodes, type TransactionResult } from '../../kernel/gateway-code.ts'
import { parseMoney } from '../../kernel/money.ts'
import type { OrderStatus } from '../../kernel/order-status.ts'
import type { TransactionType } from '../../kernel/transaction-type.ts'
import { type Decision, statusOf } from '../../payments/rules/order.ts'
import type { OpenReversal } from '../../payments/rules/shown-status.ts'
import { type AttentionRecord, attentionOf, disputeColumnsOf, reviewFactsOf } from './attention.ts'
import { findableTexts, keysOfTexts } from './findable-texts.ts'
import {
  asOrderTransaction,
  hasInstrument,
  type InstrumentRecord,
  instrumentOf,
  type OrderSearchRow,
  type OrderSearchRows,
  pickInstrument,
  type TransactionSearchRow,
  withOtherTransactions,
} from './order-search-rows.ts'

/** An event of an order with the immutable values of its transaction. */
export interface ProjectedOrderEvent {
  readonly merchantId: string
  readonly orderId: string
  readonly kind: 'OUTCOME' | 'INTERACTION' | 'DECISION' | 'REVERSAL'
  readonly at: Date
  readonly response: object
  readonly transaction: {
    readonly id: string
    readonly place: number
    readonly type: TransactionType
    readonly request: object
    readonly acquirerReference: string | undefined
    readonly recordedAt: Date
    readonly targetTransactionId: string | undefined
    readonly approvesTransactionId: string | undefined
    /** Of a chargeback, set by its event and never changed. */
    readonly decision: Decision | undefined
    /** As it is now: the event that sets or ends it has nothing of it in its response. */
    readonly openReversal: OpenReversal | undefined
  }
}

/** The members of requests and answers that are read. */
interface MessageRecord extends AttentionRecord, InstrumentRecord {
  readonly result?: TransactionResult
  readonly response?: AttentionRecord['response'] & {
    readonly gatewayCode?: GatewayCode
    readonly acquirerCode?: string
  }
  readonly gatewayEntryPoint?: string
  readonly userId?: string
  readonly browserPayment?: object
  readonly order?: {
    readonly amount?: string
    readonly currency?: string
    readonly reference?: string
    readonly creationTime?: string
    readonly status?: OrderStatus
    readonly totalAuthorizedAmount?: string
    readonly totalCapturedAmount?: string
    readonly totalRefundedAmount?: string
  }
  readonly transaction?: {
    readonly amount?: string
    readonly currency?: string
    readonly reference?: string
    readonly acquirer?: { readonly id?: string; readonly batch?: number }
  }
}

/** The rows after an event; `before` is undefined for the first of an order. */
export function applyOrderEvent(before: OrderSearchRows | undefined, news: ProjectedOrderEvent): OrderSearchRows {
  const earlier = before?.transactions.find(({ transactionId }) => transactionId === news.transaction.id)
  const others = before?.transactions.filter((each) => each !== earlier) ?? []
  const transaction = { ...transactionAfter(earlier, news), searchKeys: searchKeysAfter(others, news) }
  const transactions = withOtherTransactions([...others, transaction].toSorted((a, b) => a.place - b.place))
  return { order: orderAfter(before?.order, news, { transaction, transactions }), transactions }
}

function transactionAfter(
  earlier: TransactionSearchRow | undefined,
  { kind, at, response, transaction }: ProjectedOrderEvent,
): Omit<TransactionSearchRow, 'searchKeys'> {
  const message = response as MessageRecord
  const request = transaction.request as MessageRecord
  const gatewayCode = message.response?.gatewayCode ?? 'PENDING'
  const currency = message.transaction?.currency ?? message.order?.currency ?? request.order?.currency ?? ''
  return {
    ...instrumentOf(request, message),
    transactionId: transaction.id,
    place: transaction.place,
    type: transaction.type,
    result: message.result ?? gatewayCodes[gatewayCode].result,
    gatewayCode,
    acquirerCode: message.response?.acquirerCode,
    currency,
    amountMinor: minorOf(message.transaction?.amount, currency),
    reference: message.transaction?.reference ?? request.transaction?.reference,
    orderReference: message.order?.reference ?? request.order?.reference,
    acquirerId: message.transaction?.acquirer?.id,
    batch: message.transaction?.acquirer?.batch,
    entryPoint: message.gatewayEntryPoint ?? earlier?.entryPoint ?? 'WEB_SERVICES_API',
    targetTransactionId: transaction.targetTransactionId,
    approvesTransactionId: transaction.approvesTransactionId,
    decision: decisionAfter(kind, message, transaction),
    review: undefined,
    requestedBy: transaction.type === 'REFUND_REQUEST' ? request.userId : undefined,
    reviewFacts: reviewFactsOf(request, message),
    ...disputeColumnsOf(transaction.type, { dispute: request.dispute, decision: transaction.decision }),
    openReversal: transaction.openReversal,
    isJourney: message.browserPayment !== undefined,
    timeOfRecord: transaction.recordedAt,
    orderCreatedAt: earlier?.orderCreatedAt ?? openedAt(message, transaction),
    updatedAt: at,
  }
}

/** What several transactions of an order have in common is found by the first of them. */
function searchKeysAfter(
  others: readonly TransactionSearchRow[],
  { merchantId, orderId, response, transaction }: ProjectedOrderEvent,
): readonly number[] {
  const { id: transactionId, request, acquirerReference, place } = transaction
  const texts = findableTexts({ orderId, transactionId, acquirerReference, request, response })
  const earlier = others.filter((other) => other.place < place)
  return keysOfTexts(merchantId, texts, new Set(earlier.flatMap(({ searchKeys }) => searchKeys)))
}

function openedAt({ order }: MessageRecord, { recordedAt }: ProjectedOrderEvent['transaction']): Date {
  return order?.creationTime === undefined ? recordedAt : new Date(order.creationTime)
}

const reviewDecisions: ReadonlySet<string | undefined> = new Set(['PENDING', 'ACCEPTED', 'REJECTED'])

/** A refund request begins undecided and can only be declined: approving it creates a refund. */
function decisionAfter(
  kind: ProjectedOrderEvent['kind'],
  { risk }: MessageRecord,
  { type, decision }: ProjectedOrderEvent['transaction'],
): Decision | undefined {
  if (type === 'CHARGEBACK') return decision
  if (type === 'REFUND_REQUEST') return kind === 'DECISION' ? 'REJECTED' : 'PENDING'
  const reviewed = risk?.response?.review?.decision
  return reviewDecisions.has(reviewed) ? (reviewed as Decision) : undefined
}

/** A later decision or reversal carries the order as it was at the transaction's own outcome, not as it is now. */
function orderAfter(
  before: OrderSearchRow | undefined,
  { kind, at, response }: ProjectedOrderEvent,
  {
    transaction,
    transactions,
  }: { readonly transaction: TransactionSearchRow; readonly transactions: readonly TransactionSearchRow[] },
): OrderSearchRow {
  const attention = attentionOf(transactions)
  if (before && (kind === 'DECISION' || kind === 'REVERSAL')) {
    const isRefundDecided = kind === 'DECISION' && transaction.type === 'REFUND_REQUEST'
    const status = isRefundDecided ? statusOf(transactions.map(asOrderTransaction)) : before.status
    return { ...before, ...attention, status, updatedAt: at }
  }
  const { order = {} } = response as MessageRecord
  const currency = order.currency ?? transaction.currency
  return {
    ...(hasInstrument(transaction) || !before ? pickInstrument(transaction) : pickInstrument(before)),
    ...attention,
    status: order.status,
    currency,
    amountMinor: minorOf(order.amount, currency),
    authorizedMinor: minorOf(order.totalAuthorizedAmount, currency),
    capturedMinor: minorOf(order.totalCapturedAmount, currency),
    refundedMinor: minorOf(order.totalRefundedAmount, currency),
    reference: transaction.orderReference ?? before?.reference,
    createdAt: before?.createdAt ?? transaction.orderCreatedAt,
    updatedAt: at,
  }
}

function minorOf(amount: string | undefined, currency: string): bigint {
  return (amount !== undefined && parseMoney({ amount, currency })?.amountMinor) || 0n
}
