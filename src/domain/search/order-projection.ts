// The search rows of an order follow from its events, one after the other. They contain nothing else, so they can be
// rebuilt at any time.

import { parseMoney } from '../money.ts'
import { omitUndefined } from '../omit-undefined.ts'
import { type GatewayCode, gatewayCodes, type TransactionResult } from '../payments/gateway-code.ts'
import {
  type Decision,
  isSuccessful,
  type OrderTransaction,
  pendingRefundRequests,
  statusOf,
} from '../payments/order.ts'
import type { OrderStatus } from '../payments/order-status.ts'
import type { TransactionType } from '../payments/transaction-type.ts'

/** The instrument, as far as it may be shown. */
export interface MaskedInstrument {
  readonly source: string | undefined
  readonly scheme: string | undefined
  readonly account: string | undefined
  readonly firstSix: string | undefined
  readonly lastFour: string | undefined
  readonly token: string | undefined
}

export interface OrderSearchRow extends MaskedInstrument {
  readonly status: OrderStatus | undefined
  readonly currency: string
  readonly amountMinor: bigint
  readonly authorizedMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
  readonly reference: string | undefined
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface TransactionSearchRow extends MaskedInstrument {
  readonly transactionId: string
  /** On the order, oldest first. */
  readonly place: number
  readonly type: TransactionType
  readonly result: TransactionResult
  readonly gatewayCode: GatewayCode
  readonly acquirerCode: string | undefined
  readonly currency: string
  readonly amountMinor: bigint
  readonly reference: string | undefined
  readonly orderReference: string | undefined
  readonly acquirerId: string | undefined
  readonly batch: number | undefined
  readonly entryPoint: string
  readonly targetTransactionId: string | undefined
  readonly approvesTransactionId: string | undefined
  readonly decision: Decision | undefined
  readonly review: 'RISK' | 'REFUND_REQUEST' | undefined
  readonly requestedBy: string | undefined
  readonly isReversalRefused: boolean
  readonly isJourney: boolean
  readonly timeOfRecord: Date
  readonly orderCreatedAt: Date
  readonly updatedAt: Date
}

export interface OrderSearchRows {
  readonly order: OrderSearchRow
  /** Oldest first. */
  readonly transactions: readonly TransactionSearchRow[]
}

/** An event of an order with the immutable values of its transaction. */
export interface ProjectedOrderEvent {
  readonly kind: 'OUTCOME' | 'INTERACTION' | 'DECISION' | 'REVERSAL'
  readonly at: Date
  readonly answer: object
  readonly transaction: {
    readonly id: string
    readonly place: number
    readonly type: TransactionType
    readonly request: object
    readonly recordedAt: Date
    readonly targetTransactionId: string | undefined
    readonly approvesTransactionId: string | undefined
    /** Of a chargeback, set by its event and never changed. */
    readonly decision: Decision | undefined
    /** As it is now: the event that sets or ends it has nothing of it in its answer. */
    readonly isReversalRefused: boolean
  }
}

/** The members of requests and answers that are read. */
interface MessageRecord {
  readonly result?: TransactionResult
  readonly response?: { readonly gatewayCode?: GatewayCode; readonly acquirerCode?: string }
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
  readonly risk?: { readonly response?: { readonly review?: { readonly decision?: string } } }
  readonly sourceOfFunds?: {
    readonly type?: string
    readonly token?: string
    readonly provided?: Readonly<Record<string, Provided | undefined>>
  }
  readonly transaction?: {
    readonly amount?: string
    readonly currency?: string
    readonly reference?: string
    readonly acquirer?: { readonly id?: string; readonly batch?: number }
  }
}

interface Provided {
  readonly number?: string
  readonly bankAccountNumber?: string
  readonly scheme?: string
}

/** The rows after an event; `before` is undefined for the first of an order. */
export function applyOrderEvent(before: OrderSearchRows | undefined, news: ProjectedOrderEvent): OrderSearchRows {
  const known = before?.transactions.find(({ transactionId }) => transactionId === news.transaction.id)
  const transaction = transactionAfter(known, news)
  const others = before?.transactions.filter((each) => each !== known) ?? []
  const transactions = withReviews([...others, transaction].toSorted((a, b) => a.place - b.place))
  return { order: orderAfter(before?.order, news, { transaction, transactions }), transactions }
}

function transactionAfter(
  known: TransactionSearchRow | undefined,
  { kind, at, answer, transaction }: ProjectedOrderEvent,
): TransactionSearchRow {
  const message = answer as MessageRecord
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
    entryPoint: message.gatewayEntryPoint ?? known?.entryPoint ?? 'WEB_SERVICES_API',
    targetTransactionId: transaction.targetTransactionId,
    approvesTransactionId: transaction.approvesTransactionId,
    decision: decisionAfter(kind, message, transaction),
    review: undefined,
    requestedBy: transaction.type === 'REFUND_REQUEST' ? request.userId : undefined,
    isReversalRefused: transaction.isReversalRefused,
    isJourney: message.browserPayment !== undefined,
    timeOfRecord: transaction.recordedAt,
    orderCreatedAt: known?.orderCreatedAt ?? openedAt(message, transaction),
    updatedAt: at,
  }
}

function openedAt({ order }: MessageRecord, { recordedAt }: ProjectedOrderEvent['transaction']): Date {
  return order?.creationTime === undefined ? recordedAt : new Date(order.creationTime)
}

const reviewDecisions: ReadonlySet<string | undefined> = new Set(['PENDING', 'ACCEPTED', 'REJECTED'])

/** A refund request begins undecided and can only be rejected: approving it creates a refund. */
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

/** A pending decision may be resolved by another transaction: the refund that was requested. */
function withReviews(transactions: readonly TransactionSearchRow[]): readonly TransactionSearchRow[] {
  const awaited = new Set(pendingRefundRequests(transactions.map(asOrderTransaction)).map(({ id }) => id))
  return transactions.map((row) => {
    const review = reviewOf(row, awaited)
    return review === row.review ? row : { ...row, review }
  })
}

function reviewOf(row: TransactionSearchRow, awaited: ReadonlySet<string>): TransactionSearchRow['review'] {
  if (row.type === 'REFUND_REQUEST') return awaited.has(row.transactionId) ? 'REFUND_REQUEST' : undefined
  if (row.type === 'CHARGEBACK') return undefined
  return row.decision === 'PENDING' && isSuccessful(row) ? 'RISK' : undefined
}

/** A later decision or reversal carries the order as it was at the transaction's own outcome, not as it is now. */
function orderAfter(
  before: OrderSearchRow | undefined,
  { kind, at, answer }: ProjectedOrderEvent,
  {
    transaction,
    transactions,
  }: { readonly transaction: TransactionSearchRow; readonly transactions: readonly TransactionSearchRow[] },
): OrderSearchRow {
  if (before && (kind === 'DECISION' || kind === 'REVERSAL')) {
    const isRefundDecided = kind === 'DECISION' && transaction.type === 'REFUND_REQUEST'
    const status = isRefundDecided ? statusOf(transactions.map(asOrderTransaction)) : before.status
    return { ...before, status, updatedAt: at }
  }
  const { order = {} } = answer as MessageRecord
  const currency = order.currency ?? transaction.currency
  return {
    ...(hasInstrument(transaction) || !before ? pickInstrument(transaction) : pickInstrument(before)),
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

export function asOrderTransaction(row: TransactionSearchRow): OrderTransaction {
  const { targetTransactionId, approvesTransactionId, decision, batch } = row
  return {
    id: row.transactionId,
    type: row.type,
    gatewayCode: row.gatewayCode,
    amountMinor: row.amountMinor,
    isJourney: row.isJourney,
    ...omitUndefined({ targetTransactionId, approvesTransactionId }),
    ...(decision && { decision }),
    ...omitUndefined({ batch }),
  }
}

function minorOf(amount: string | undefined, currency: string): bigint {
  return (amount !== undefined && parseMoney({ amount, currency })?.amountMinor) || 0n
}

/** Values from the acquirer or provider replace those of the request. */
function instrumentOf(request: MessageRecord, message: MessageRecord): MaskedInstrument {
  const provided = { ...request.sourceOfFunds?.provided, ...message.sourceOfFunds?.provided }
  const shown = Object.values(provided).find(
    (each) => each?.number !== undefined || each?.bankAccountNumber !== undefined,
  )
  const account = shown?.number ?? shown?.bankAccountNumber
  const isCard = shown !== undefined && shown === provided['card']
  return {
    source: message.sourceOfFunds?.type ?? request.sourceOfFunds?.type,
    scheme: provided['card']?.scheme,
    account,
    firstSix: isCard ? account?.match(/^\d{6}(?=x)/)?.[0] : undefined,
    lastFour: account?.match(/(?<=x)\d{4}$/)?.[0],
    token: message.sourceOfFunds?.token ?? request.sourceOfFunds?.token,
  }
}

function hasInstrument({ source, account, token }: MaskedInstrument): boolean {
  return source !== undefined || account !== undefined || token !== undefined
}

function pickInstrument({ source, scheme, account, firstSix, lastFour, token }: MaskedInstrument): MaskedInstrument {
  return { source, scheme, account, firstSix, lastFour, token }
}
