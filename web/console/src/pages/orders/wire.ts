// Orders and transactions as the services tell of them.
import type { EntryPoint } from '../../../../../src/domain/payments/entry-point.ts'
import type { TransactionResult } from '../../../../../src/domain/payments/gateway-code.ts'
import type { Decision } from '../../../../../src/domain/payments/order.ts'
import type { OrderAction } from '../../../../../src/domain/payments/order-actions.ts'
import type { OrderStatus } from '../../../../../src/domain/payments/order-status.ts'
import type { TransactionType } from '../../../../../src/domain/payments/transaction-type.ts'
import type { RiskResponse, RiskVerdict } from '../../../../../src/domain/risk/risk.ts'
import type { AppliedRule } from '../../../../../src/domain/risk/risk-rules.ts'
import type { Delivery } from '../../../../../src/ports/events/notifications.ts'
import type { EventKind, ReversalState } from '../../../../../src/ports/payments/transactions.ts'
import type { OrderSearchResult, TransactionSearchResult } from '../../../../../src/ports/search/search.ts'
import { path } from '../../api/client.ts'
import type { Jsonified } from '../../api/json.ts'

type Minor = 'amountMinor' | 'authorizedMinor' | 'capturedMinor' | 'refundedMinor'

interface Totals {
  readonly currency: string
  readonly amount: string
  readonly authorized: string
  readonly captured: string
  readonly refunded: string
}

export interface OrderListItem extends Jsonified<Omit<OrderSearchResult, Minor | 'status' | 'currency'>>, Totals {
  readonly status: OrderStatus | null
}

export interface TransactionListItem extends Jsonified<Omit<TransactionSearchResult, 'amountMinor'>> {
  readonly amount: string
}

/** What waits for a decision, and who brought it when that was a person. */
export interface ReviewListItem extends TransactionListItem {
  readonly requestedBy?: string
}

export interface ListPage<Row> {
  readonly rows: readonly Row[]
  readonly next?: string
}

/** The parts of an answer that are shown by name; all of it can be looked at, too. */
export interface StoredAnswerView {
  readonly response?: {
    readonly acquirerCode?: string
    readonly acquirerMessage?: string
    readonly cardSecurityCode?: { readonly gatewayCode?: string }
    readonly cardholderVerification?: { readonly avs?: { readonly gatewayCode?: string } }
  }
  readonly transaction?: {
    readonly authorizationCode?: string
    readonly receipt?: string
    readonly stan?: string
    readonly terminal?: string
  }
  readonly risk?: { readonly response?: Partial<RiskResponse> & { readonly rule?: readonly AppliedRule[] } }
}

export interface StoredRequestView {
  readonly sourceOfFunds?: {
    readonly type?: string
    readonly token?: string
    readonly provided?: { readonly card?: { readonly number?: string; readonly nameOnCard?: string } }
  }
  readonly order?: { readonly reference?: string; readonly description?: string }
  readonly customer?: { readonly email?: string; readonly firstName?: string; readonly lastName?: string }
  readonly transaction?: { readonly merchantNote?: string; readonly reference?: string; readonly source?: string }
}

export interface TransactionDetailsView {
  readonly transactionId: string
  readonly type: TransactionType
  readonly currency: string
  readonly amount: string
  readonly result: TransactionResult
  readonly gatewayCode?: string
  readonly timeOfRecord: string
  readonly updatedAt: string
  readonly entryPoint: EntryPoint
  readonly userId?: string
  /** The amount came from the shop's page, where the payer can change it. */
  readonly amountSource?: 'PAGE'
  readonly targetTransactionId?: string
  readonly approvesTransactionId?: string
  readonly acquirerId: string
  readonly batch?: number
  readonly risk?: RiskVerdict
  readonly decision?: Decision
  readonly reversal?: ReversalState
  readonly manualResolution?: string
  readonly request: StoredRequestView
  readonly answer?: StoredAnswerView
}

export type AvailableAction =
  | { readonly kind: 'CAPTURE'; readonly left: string }
  | { readonly kind: 'REFUND'; readonly targetTransactionId: string; readonly left: string }
  | { readonly kind: 'UPDATE_AUTHORIZATION'; readonly authorized: string }
  | Exclude<OrderAction, { readonly kind: 'CAPTURE' | 'REFUND' | 'UPDATE_AUTHORIZATION' }>

export type NotificationSummary = Jsonified<Omit<Delivery, 'body'>>

export interface EventSummary {
  readonly number: number
  readonly kind: EventKind
  readonly transactionId: string
  readonly at: string
}

export interface OrderDetails extends Totals {
  readonly merchantId: string
  readonly orderId: string
  readonly status: OrderStatus | null
  readonly isBusy: boolean
  readonly createdAt: string
  readonly updatedAt: string
  readonly transactions: readonly TransactionDetailsView[]
  readonly events: readonly EventSummary[]
  readonly notifications: readonly NotificationSummary[]
  readonly actions: readonly AvailableAction[]
}

/** What came of a transaction that was made by hand. */
export interface ManualTransactionResult {
  readonly transactionId: string
  readonly type: TransactionType
  readonly amount: string
  readonly currency: string
  readonly result: TransactionResult
  readonly gatewayCode: string
  readonly acquirerCode?: string
  readonly acquirerMessage?: string
  readonly orderStatus: OrderStatus | null
}

export const ordersPath = (merchantId: string) => path`/merchants/${merchantId}/orders`
export const transactionsPath = (merchantId: string) => path`/merchants/${merchantId}/transactions`
export const reviewsPath = (merchantId: string) => path`/merchants/${merchantId}/reviews`
/** Of the service and, since addresses mirror it, of the page. */
export const orderPath = (merchantId: string, orderId: string) => path`/merchants/${merchantId}/orders/${orderId}`

/** What shows an order in some way, and is read again when one has moved. */
export function pathsOfOrders(merchantId: string): readonly string[] {
  return [ordersPath(merchantId), transactionsPath(merchantId), reviewsPath(merchantId)]
}
