// The rows of the projection: how they are written and read. The column names are those of the domain.

import type { GatewayCode, TransactionResult } from '../../kernel/gateway-code.ts'
import type { DisputeState, OrderStatus } from '../../kernel/order-status.ts'
import type { TransactionType } from '../../kernel/transaction-type.ts'
import type { Decision, Dispute, OpenReversal } from '../../payments/index.ts'
import type { ReviewFacts } from '../rules/attention.ts'
import type {
  MaskedInstrument,
  OrderSearchRow,
  OrderSearchRows,
  TransactionSearchRow,
} from '../rules/order-search-rows.ts'
import { type Columns, generationStatement, insertion } from './generation-rows.ts'

export interface OrderToWrite extends OrderSearchRow {
  readonly orderId: string
}

export interface TransactionToWrite extends TransactionSearchRow {
  readonly orderId: string
}

interface InstrumentColumns {
  readonly source: string | null
  readonly scheme: string | null
  readonly account: string | null
  readonly first_six: string | null
  readonly last_four: string | null
  readonly token: string | null
}

export interface OrderColumns extends InstrumentColumns {
  readonly order_id: string
  readonly status: OrderStatus | null
  readonly currency: string
  readonly amount_minor: string
  readonly authorized_minor: string
  readonly captured_minor: string
  readonly refunded_minor: string
  readonly disputed_minor: string
  readonly is_in_review: boolean
  readonly open_reversal: OpenReversal | null
  readonly reference: string | null
  readonly created_at: Date
  readonly updated_at: Date
}

export interface TransactionColumns extends InstrumentColumns {
  readonly order_id: string
  readonly transaction_id: string
  readonly place: number
  readonly type: TransactionType
  readonly result: TransactionResult
  readonly gateway_code: GatewayCode
  readonly acquirer_code: string | null
  readonly currency: string
  readonly amount_minor: string
  readonly reference: string | null
  readonly order_reference: string | null
  readonly acquirer_id: string | null
  readonly batch: number | null
  readonly entry_point: string
  readonly target_transaction_id: string | null
  readonly approves_transaction_id: string | null
  readonly decision: Decision | null
  readonly review: 'RISK' | 'REFUND_REQUEST' | null
  readonly requested_by: string | null
  readonly review_facts: string | null
  readonly dispute_state: DisputeState | null
  readonly respond_by: string | null
  readonly open_reversal: OpenReversal | null
  readonly is_journey: boolean
  readonly time_of_record: Date
  readonly order_created_at: Date
  readonly updated_at: Date
  /** Absent in what searches read, and null in rows of an older release. */
  readonly search_keys?: readonly number[] | null
}

const instrumentColumns = {
  source: ['text', ({ source }) => source],
  scheme: ['text', ({ scheme }) => scheme],
  account: ['text', ({ account }) => account],
  first_six: ['text', ({ firstSix }) => firstSix],
  last_four: ['text', ({ lastFour }) => lastFour],
  token: ['text', ({ token }) => token],
} as const satisfies Columns<MaskedInstrument>

const orderColumns = {
  order_id: ['text', ({ orderId }) => orderId],
  status: ['text', ({ status }) => status],
  currency: ['text', ({ currency }) => currency],
  amount_minor: ['bigint', ({ amountMinor }) => amountMinor],
  authorized_minor: ['bigint', ({ authorizedMinor }) => authorizedMinor],
  captured_minor: ['bigint', ({ capturedMinor }) => capturedMinor],
  refunded_minor: ['bigint', ({ refundedMinor }) => refundedMinor],
  disputed_minor: ['bigint', ({ disputedMinor }) => disputedMinor],
  is_in_review: ['boolean', ({ isInReview }) => isInReview],
  open_reversal: ['text', ({ openReversal }) => openReversal],
  reference: ['text', ({ reference }) => reference],
  ...instrumentColumns,
  created_at: ['timestamptz', ({ createdAt }) => createdAt.toISOString()],
  updated_at: ['timestamptz', ({ updatedAt }) => updatedAt.toISOString()],
} as const satisfies Columns<OrderToWrite>

const transactionColumns = {
  order_id: ['text', ({ orderId }) => orderId],
  transaction_id: ['text', ({ transactionId }) => transactionId],
  place: ['integer', ({ place }) => place],
  type: ['text', ({ type }) => type],
  result: ['text', ({ result }) => result],
  gateway_code: ['text', ({ gatewayCode }) => gatewayCode],
  acquirer_code: ['text', ({ acquirerCode }) => acquirerCode],
  currency: ['text', ({ currency }) => currency],
  amount_minor: ['bigint', ({ amountMinor }) => amountMinor],
  reference: ['text', ({ reference }) => reference],
  order_reference: ['text', ({ orderReference }) => orderReference],
  ...instrumentColumns,
  acquirer_id: ['text', ({ acquirerId }) => acquirerId],
  batch: ['integer', ({ batch }) => batch],
  entry_point: ['text', ({ entryPoint }) => entryPoint],
  target_transaction_id: ['text', ({ targetTransactionId }) => targetTransactionId],
  approves_transaction_id: ['text', ({ approvesTransactionId }) => approvesTransactionId],
  decision: ['text', ({ decision }) => decision],
  review: ['text', ({ review }) => review],
  requested_by: ['text', ({ requestedBy }) => requestedBy],
  review_facts: ['text', ({ reviewFacts }) => reviewFacts && JSON.stringify(reviewFacts)],
  dispute_state: ['text', ({ disputeState }) => disputeState],
  respond_by: ['text', ({ respondBy }) => respondBy],
  open_reversal: ['text', ({ openReversal }) => openReversal],
  is_reversal_refused: ['boolean', ({ openReversal }) => openReversal === 'REFUSED'],
  is_journey: ['boolean', ({ isJourney }) => isJourney],
  time_of_record: ['timestamptz', ({ timeOfRecord }) => timeOfRecord.toISOString()],
  order_created_at: ['timestamptz', ({ orderCreatedAt }) => orderCreatedAt.toISOString()],
  updated_at: ['timestamptz', ({ updatedAt }) => updatedAt.toISOString()],
  // An array of arrays would be one list.
  search_keys: ['text', ({ searchKeys }) => `{${searchKeys.join()}}`, 'integer[]'],
} as const satisfies Columns<TransactionToWrite>

export const writeOrders = generationStatement<OrderToWrite>('projected_orders', orderColumns, ['order_id'])

export const writeTransactions = generationStatement<TransactionToWrite>('projected_transactions', transactionColumns, [
  'order_id',
  'transaction_id',
])

/**
 * Of orders that the projection meets for the first time. An insertion that could meet an existing row writes half as much
 * again into the log.
 */
export const addOrders = insertion<OrderToWrite>('add-projected_orders', 'projected_orders', orderColumns, '')
export const addTransactions = insertion<TransactionToWrite>(
  'add-projected_transactions',
  'projected_transactions',
  transactionColumns,
  '',
)
/** What searches read. */
export const orderColumnNames = Object.keys(orderColumns)
export const transactionColumnNames = Object.keys(transactionColumns).filter((name) => name !== 'search_keys')

function instrumentOf(row: InstrumentColumns): MaskedInstrument {
  return {
    source: row.source ?? undefined,
    scheme: row.scheme ?? undefined,
    account: row.account ?? undefined,
    firstSix: row.first_six ?? undefined,
    lastFour: row.last_four ?? undefined,
    token: row.token ?? undefined,
  }
}

export function orderRowOf(row: OrderColumns): OrderToWrite {
  return {
    ...instrumentOf(row),
    orderId: row.order_id,
    status: row.status ?? undefined,
    currency: row.currency,
    amountMinor: BigInt(row.amount_minor),
    authorizedMinor: BigInt(row.authorized_minor),
    capturedMinor: BigInt(row.captured_minor),
    refundedMinor: BigInt(row.refunded_minor),
    disputedMinor: BigInt(row.disputed_minor),
    isInReview: row.is_in_review,
    openReversal: row.open_reversal ?? undefined,
    reference: row.reference ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function transactionRowOf(row: TransactionColumns): TransactionToWrite {
  return {
    ...instrumentOf(row),
    orderId: row.order_id,
    transactionId: row.transaction_id,
    place: row.place,
    type: row.type,
    result: row.result,
    gatewayCode: row.gateway_code,
    acquirerCode: row.acquirer_code ?? undefined,
    currency: row.currency,
    amountMinor: BigInt(row.amount_minor),
    reference: row.reference ?? undefined,
    orderReference: row.order_reference ?? undefined,
    acquirerId: row.acquirer_id ?? undefined,
    batch: row.batch ?? undefined,
    entryPoint: row.entry_point,
    targetTransactionId: row.target_transaction_id ?? undefined,
    approvesTransactionId: row.approves_transaction_id ?? undefined,
    decision: row.decision ?? undefined,
    review: row.review ?? undefined,
    requestedBy: row.requested_by ?? undefined,
    reviewFacts: row.review_facts === null ? undefined : (JSON.parse(row.review_facts) as ReviewFacts),
    disputeState: row.dispute_state ?? undefined,
    respondBy: row.respond_by ?? undefined,
    openReversal: row.open_reversal ?? undefined,
    isJourney: row.is_journey,
    timeOfRecord: row.time_of_record,
    orderCreatedAt: row.order_created_at,
    updatedAt: row.updated_at,
    searchKeys: row.search_keys ?? [],
  }
}

/** Orders with their transactions, by the order's id. */
export function foundRowsOf(
  orders: readonly OrderColumns[],
  transactions: readonly TransactionColumns[],
): Map<string, OrderSearchRows> {
  const byOrder = Map.groupBy(transactions, ({ order_id }) => order_id)
  return new Map(
    orders.map((row) => [
      row.order_id,
      {
        order: orderRowOf(row),
        transactions: (byOrder.get(row.order_id) ?? []).map(transactionRowOf).toSorted((a, b) => a.place - b.place),
      },
    ]),
  )
}

interface DisputeToWrite extends Dispute {
  readonly orderId: string
  readonly currency: string
}

export interface DisputeColumns {
  readonly order_id: string
  readonly case_number: string
  readonly state: DisputeState
  readonly currency: string
  readonly amount_minor: string
  readonly respond_by: string | null
  readonly opened_at: Date
  readonly changed_at: Date
  readonly transaction_id: string
}

const disputeColumns = {
  order_id: ['text', ({ orderId }) => orderId],
  case_number: ['text', ({ caseNumber }) => caseNumber],
  state: ['text', ({ state }) => state],
  currency: ['text', ({ currency }) => currency],
  amount_minor: ['bigint', ({ amountMinor }) => amountMinor],
  respond_by: ['text', ({ respondBy }) => respondBy],
  opened_at: ['timestamptz', ({ openedAt }) => openedAt.toISOString()],
  changed_at: ['timestamptz', ({ updatedAt }) => updatedAt.toISOString()],
  transaction_id: ['text', ({ transactionId }) => transactionId],
} as const satisfies Columns<DisputeToWrite>

export const writeDisputes = generationStatement<DisputeToWrite>('projected_disputes', disputeColumns, [
  'order_id',
  'case_number',
])

/** What searches read. */
export const disputeColumnNames = Object.keys(disputeColumns)
