// Orders and transactions as the services return them, and where.
import type { MessageExchangeBody } from '../../../../../src/console/response-bodies/links.ts'
import type {
  AvailableActionBody,
  ManualTransactionBody,
  OrderDetailsBody,
  ReviewListItemBody,
  TransactionDetailsBody,
} from '../../../../../src/console/response-bodies/orders.ts'
import { path } from '../../api/client.ts'
import type { Jsonified } from '../../api/json.ts'

export type ReviewListItem = Jsonified<ReviewListItemBody>
export type TransactionDetailsView = Jsonified<TransactionDetailsBody>
export type AvailableAction = Jsonified<AvailableActionBody>
export type OrderDetails = Jsonified<OrderDetailsBody>
export type NotificationSummary = OrderDetails['notifications'][number]
export type EventSummary = OrderDetails['events'][number]
export type DisputeView = OrderDetails['disputes'][number]
export type ManualTransactionResult = Jsonified<ManualTransactionBody>
export type MessageExchangeView = Jsonified<MessageExchangeBody>

export const ordersPath = (merchantId: string) => path`/merchants/${merchantId}/orders`
export const transactionsPath = (merchantId: string) => path`/merchants/${merchantId}/transactions`
export const reviewsPath = (merchantId: string) => path`/merchants/${merchantId}/reviews`
export const disputesPath = (merchantId: string) => path`/merchants/${merchantId}/disputes`
/** What waits for a user, counted. */
export const waitingPath = (merchantId: string) => path`/merchants/${merchantId}/waiting`
/** Of the service and, since addresses mirror it, of the page. */
export const orderPath = (merchantId: string, orderId: string) => path`/merchants/${merchantId}/orders/${orderId}`

export const orderMessagesPath = (merchantId: string, orderId: string) =>
  path`/merchants/${merchantId}/orders/${orderId}/messages`

/** What shows an order in some way, and is read again when one has moved. */
export function pathsOfOrders(merchantId: string): readonly string[] {
  return [ordersPath, transactionsPath, reviewsPath, disputesPath, waitingPath].map((of) => of(merchantId))
}
