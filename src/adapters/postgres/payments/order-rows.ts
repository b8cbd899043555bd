// Maps rows of orders and transactions to the gateway's types.

import { omitUndefined } from '../../../domain/omit-undefined.ts'
import type { OrderTransaction } from '../../../domain/payments/order.ts'
import type { OrderStatus } from '../../../domain/payments/order-status.ts'
import type { ClaimedTransaction } from '../../../ports/payments/recovery-store.ts'
import type { OrderCopy, OrderKey, StoredOrder, StoredTransaction } from '../../../ports/payments/transactions.ts'
import type { TransactionRow } from './transaction-columns.ts'

/** With the columns that recovery and reversals use. */
export interface ClaimedRow extends TransactionRow {
  readonly since_sendable_ms: number
  readonly since_reversal_sent_ms?: number | null
  readonly tries: number
}

export interface OrderRow extends TransactionRow {
  readonly currency: string
  readonly order_amount_minor: string
  readonly revision: number
  readonly is_busy: boolean
  readonly created_ms: number
  readonly updated_ms: number
}

/** With the copies of values that follow from the transactions. */
export interface PagedRow extends OrderRow {
  readonly status: OrderStatus | null
  readonly total_authorized_minor: string
  readonly total_captured_minor: string
  readonly total_refunded_minor: string
}

export function orderCopyOf(row: PagedRow): OrderCopy {
  return {
    status: row.status ?? undefined,
    totals: {
      authorizedMinor: BigInt(row.total_authorized_minor),
      capturedMinor: BigInt(row.total_captured_minor),
      refundedMinor: BigInt(row.total_refunded_minor),
    },
  }
}

/** A row names its order by merchant and order id; so does a request. Neither contains the separator. */
export function nameOfOrder(merchantId: string, orderId: string): string {
  return `${merchantId}\u0000${orderId}`
}

/** Orders by name, from rows that hold one transaction each, oldest first. */
export function ordersOf(rows: readonly OrderRow[]): ReadonlyMap<string, StoredOrder> {
  const grouped = new Map<string, OrderRow[]>()
  for (const row of rows) {
    const name = nameOfOrder(row.merchant_id, row.order_id)
    const existing = grouped.get(name)
    if (existing) existing.push(row)
    else grouped.set(name, [row])
  }
  return new Map([...grouped].map(([name, itsRows]) => [name, storedOrder(itsRows)]))
}

function storedOrder(rows: readonly OrderRow[]): StoredOrder {
  const [row] = rows
  if (!row) throw new Error('an order has at least one transaction')
  return {
    order: {
      id: row.order_id,
      currency: row.currency,
      amountMinor: BigInt(row.order_amount_minor),
      revision: row.revision,
      isBusy: row.is_busy,
      createdAt: new Date(row.created_ms),
      updatedAt: new Date(row.updated_ms),
      transactions: rows.map(orderTransaction),
    },
    transactions: rows.map(storedTransaction),
  }
}

function orderTransaction(row: TransactionRow): OrderTransaction {
  return {
    id: row.transaction_id,
    type: row.type,
    amountMinor: BigInt(row.amount_minor),
    ...(row.gateway_code && { gatewayCode: row.gateway_code }),
    ...(row.target_transaction_id !== null && { targetTransactionId: row.target_transaction_id }),
    ...(row.approves_transaction_id !== null && { approvesTransactionId: row.approves_transaction_id }),
    ...(row.decision && { decision: row.decision }),
    ...(row.batch !== null && { batch: row.batch }),
    ...(row.journey && { isJourney: true }),
    ...(row.journey?.kind === 'PAYER_AUTHENTICATION' && { authentication: row.journey.status }),
  }
}

export function storedTransaction(row: TransactionRow): StoredTransaction {
  const key: OrderKey & { transactionId: string } = {
    merchantId: row.merchant_id,
    orderId: row.order_id,
    transactionId: row.transaction_id,
  }
  const { id: _, isJourney: __, authentication: ___, type, ...common } = orderTransaction(row)
  return {
    key,
    type,
    ...common,
    entryPoint: row.entry_point,
    isInFlight: row.gateway_code === null,
    claim: row.claim,
    link: row.acquirer_link,
    acquirerReference: row.acquirer_reference,
    ...(row.wire_identity && { wire: row.wire_identity }),
    requestHash: { keyId: row.request_key_id, hash: row.request_hash },
    ...(row.account_key_id !== null &&
      row.account_hash && { accountHash: { keyId: row.account_key_id, hash: row.account_hash } }),
    ...(row.accounts_key_id !== null &&
      row.accounts_sealed && { accounts: { keyId: row.accounts_key_id, sealed: row.accounts_sealed } }),
    ...(row.instrument_transaction_id !== null && { instrumentTransactionId: row.instrument_transaction_id }),
    request: row.request,
    ...(row.answer && { answer: row.answer }),
    ...(row.risk && { risk: row.risk }),
    ...(row.reversal && { reversal: row.reversal }),
    ...(row.journey && { journey: row.journey }),
    isReversalSent: row.is_reversal_sent,
    ...(row.manual_resolution && { manualResolution: row.manual_resolution }),
    recordedAt: new Date(row.recorded_ms),
    updatedAt: new Date(row.decided_ms),
  }
}

export function claimedTransaction(row: ClaimedRow): ClaimedTransaction {
  const sinceReversalSentMs = row.since_reversal_sent_ms ?? undefined
  return {
    ...storedTransaction(row),
    sinceSendableMs: row.since_sendable_ms,
    ...omitUndefined({ sinceReversalSentMs }),
    tries: row.tries,
  }
}
