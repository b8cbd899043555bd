// Orders and transactions as the services tell of them.
import type { EntryPoint } from '../../../../../src/domain/payments/entry-point.ts'
import type { Result } from '../../../../../src/domain/payments/gateway-code.ts'
import type { Decision } from '../../../../../src/domain/payments/order.ts'
import type { OrderAction } from '../../../../../src/domain/payments/order-actions.ts'
import type { OrderStatus } from '../../../../../src/domain/payments/order-status.ts'
import type { TransactionType } from '../../../../../src/domain/payments/transaction-type.ts'
import type { RiskResponse, Verdict } from '../../../../../src/domain/risk/risk.ts'
import type { AppliedRule } from '../../../../../src/domain/risk/risk-rules.ts'
import type { Delivery } from '../../../../../src/ports/events/notifications.ts'
import type { EventKind, Reversal } from '../../../../../src/ports/payments/transactions.ts'
import type { FoundOrder, FoundTransaction } from '../../../../../src/ports/search/search.ts'
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

export interface ListedOrder extends Jsonified<Omit<FoundOrder, Minor | 'status' | 'currency'>>, Totals {
  readonly status: OrderStatus | null
}

export interface ListedTransaction extends Jsonified<Omit<FoundTransaction, 'amountMinor'>> {
  readonly amount: string
}

/** What waits for a decision, and who brought it when that was a person. */
export interface Awaited extends ListedTransaction {
  readonly requestedBy?: string
}

export interface Listed<Row> {
  readonly rows: readonly Row[]
  readonly next?: string
}

/** The parts of an answer that are shown by name; all of it can be looked at, too. */
export interface KeptAnswer {
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

export interface KeptRequest {
  readonly sourceOfFunds?: {
    readonly type?: string
    readonly token?: string
    readonly provided?: { readonly card?: { readonly number?: string; readonly nameOnCard?: string } }
  }
  readonly order?: { readonly reference?: string; readonly description?: string }
  readonly customer?: { readonly email?: string; readonly firstName?: string; readonly lastName?: string }
  readonly transaction?: { readonly merchantNote?: string; readonly reference?: string; readonly source?: string }
}

export interface ShownTransaction {
  readonly transactionId: string
  readonly type: TransactionType
  readonly currency: string
  readonly amount: string
  readonly result: Result
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
  readonly risk?: Verdict
  readonly decision?: Decision
  readonly reversal?: Reversal
  readonly manualResolution?: string
  readonly request: KeptRequest
  readonly answer?: KeptAnswer
}

export type ShownAction =
  | { readonly kind: 'CAPTURE'; readonly left: string }
  | { readonly kind: 'REFUND'; readonly targetTransactionId: string; readonly left: string }
  | { readonly kind: 'UPDATE_AUTHORIZATION'; readonly authorized: string }
  | Exclude<OrderAction, { readonly kind: 'CAPTURE' | 'REFUND' | 'UPDATE_AUTHORIZATION' }>

export type ShownNotification = Jsonified<Omit<Delivery, 'body'>>

export interface ShownEvent {
  readonly number: number
  readonly kind: EventKind
  readonly transactionId: string
  readonly at: string
}

export interface ShownOrder extends Totals {
  readonly merchantId: string
  readonly orderId: string
  readonly status: OrderStatus | null
  readonly isBusy: boolean
  readonly createdAt: string
  readonly updatedAt: string
  readonly transactions: readonly ShownTransaction[]
  readonly events: readonly ShownEvent[]
  readonly notifications: readonly ShownNotification[]
  readonly actions: readonly ShownAction[]
}

/** What came of a transaction that was made by hand. */
export interface Made {
  readonly transactionId: string
  readonly type: TransactionType
  readonly amount: string
  readonly currency: string
  readonly result: Result
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
