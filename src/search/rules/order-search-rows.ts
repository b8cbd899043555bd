// The search rows of an order and of its transactions, and what a transaction's row takes from the others of the order.
// The means of payment is shown masked.

import type { GatewayCode, TransactionResult } from '../../kernel/gateway-code.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { DisputeState, OrderStatus } from '../../kernel/order-status.ts'
import type { TransactionType } from '../../kernel/transaction-type.ts'
import {
  type Decision,
  isSuccessful,
  type OrderTransaction,
  pendingRefundRequests,
} from '../../payments/rules/order.ts'
import type { OpenReversal } from '../../payments/rules/shown-status.ts'
import { stillOpenReversal } from '../../payments/rules/undo-rejected.ts'
import type { ReviewFacts } from './attention.ts'

export interface OrderSearchRow extends MaskedInstrument {
  readonly status: OrderStatus | undefined
  readonly currency: string
  readonly amountMinor: bigint
  readonly authorizedMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
  /** Of disputes that are neither won nor lost. */
  readonly disputedMinor: bigint
  /** A risk rule holds a payment of it. */
  readonly isInReview: boolean
  /** Something of it may have been executed that was to be reversed. */
  readonly openReversal: OpenReversal | undefined
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
  /** Of a payment that a risk rule holds, as long as it does. */
  readonly reviewFacts: ReviewFacts | undefined
  /** Of a chargeback. */
  readonly disputeState: DisputeState | undefined
  readonly respondBy: string | undefined
  readonly openReversal: OpenReversal | undefined
  readonly isJourney: boolean
  readonly timeOfRecord: Date
  readonly orderCreatedAt: Date
  readonly updatedAt: Date
  /** Of all texts by which it is found, without those of earlier transactions of the order. */
  readonly searchKeys: readonly number[]
}

export interface OrderSearchRows {
  readonly order: OrderSearchRow
  /** Oldest first. */
  readonly transactions: readonly TransactionSearchRow[]
}

/** Reviews, reversals and batches of transactions that depend on what else the order has. */
export function withOtherTransactions(transactions: readonly TransactionSearchRow[]): readonly TransactionSearchRow[] {
  return withFeeBatches(withReversals(withReviews(transactions)))
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

/** A rejected payment that could not be reversed may be refunded later. */
function withReversals(transactions: readonly TransactionSearchRow[]): readonly TransactionSearchRow[] {
  if (transactions.every(({ openReversal }) => openReversal === undefined)) return transactions
  const ofOrder = transactions.map(asOrderTransaction)
  return transactions.map((row) => {
    const openReversal = stillOpenReversal(row.openReversal, row.transactionId, ofOrder)
    return openReversal === row.openReversal ? row : { ...row, openReversal }
  })
}

/**
 * A fee has no batch at the acquirer. It counts in the batch of the order's latest capture or refund before it, and in no
 * other; without any, in none.
 */
function withFeeBatches(transactions: readonly TransactionSearchRow[]): readonly TransactionSearchRow[] {
  return transactions.map((row, index) => {
    if (row.type !== 'FUNDING') return row
    const settled = transactions.slice(0, index).findLast(isInBatch)
    if (!settled) return row
    const { acquirerId, batch, source, scheme } = settled
    return { ...row, acquirerId, batch, source: row.source ?? source, scheme: row.scheme ?? scheme }
  })
}

function isInBatch(row: TransactionSearchRow): boolean {
  const movesMoney = row.type === 'CAPTURE' || row.type === 'PAYMENT' || row.type === 'REFUND'
  return movesMoney && row.batch !== undefined && isSuccessful(row)
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
    ...(row.type === 'CHARGEBACK' && row.reference !== undefined && { caseNumber: row.reference }),
    ...omitUndefined({ batch }),
  }
}

/** The instrument, as far as it may be shown. */
export interface MaskedInstrument {
  readonly source: string | undefined
  readonly scheme: string | undefined
  readonly account: string | undefined
  readonly firstSix: string | undefined
  readonly lastFour: string | undefined
  readonly token: string | undefined
}

/** The members of requests and answers that are read. */
export interface InstrumentRecord {
  readonly sourceOfFunds?: {
    readonly type?: string
    readonly token?: string
    readonly provided?: Readonly<Record<string, Provided | undefined>>
  }
}

interface Provided {
  readonly number?: string
  readonly bankAccountNumber?: string
  readonly scheme?: string
}

/** Values from the acquirer or provider replace those of the request. */
export function instrumentOf(request: InstrumentRecord, message: InstrumentRecord): MaskedInstrument {
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

export function hasInstrument({ source, account, token }: MaskedInstrument): boolean {
  return source !== undefined || account !== undefined || token !== undefined
}

export function pickInstrument({
  source,
  scheme,
  account,
  firstSix,
  lastFour,
  token,
}: MaskedInstrument): MaskedInstrument {
  return { source, scheme, account, firstSix, lastFour, token }
}
