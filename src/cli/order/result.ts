// What a command about an order says when the answer is no, and how it reads an answer that is yes.
import type { Rejection } from '../../domain/rejection.ts'
import type { Answered } from '../../operations/call.ts'
import type { OrderKey } from '../../ports/payments/transactions.ts'
import { type Refusal, refused } from '../result.ts'
import { printable } from '../table.ts'

export type OrderRefusal =
  | 'unknownMerchant'
  | 'unknownOrder'
  | 'busy'
  | 'nothingToReview'
  | 'nothingAwaited'
  | 'severalAwaited'
  | 'ownRequest'

const messages: Readonly<Record<OrderRefusal, (order: string, merchantId: string) => string>> = {
  unknownMerchant: (_, merchantId) => `There is no merchant ${merchantId}.`,
  unknownOrder: (order, merchantId) => `There is no order ${order} of ${merchantId}.`,
  busy: (order) => `Another transaction of order ${order} is under way; nothing was done, try again.`,
  nothingToReview: (order) => `No payment of order ${order} waits for a review.`,
  nothingAwaited: (order) => `No such refund request of order ${order} waits for an answer.`,
  severalAwaited: (order) => `Several refund requests of order ${order} wait; name one with --request.`,
  ownRequest: (order) => `Somebody else has to decide about what you have begun on order ${order} yourself.`,
}

export function refusalOf(no: Rejection | { readonly kind: OrderRefusal }, { merchantId, orderId }: OrderKey): Refusal {
  if (no.kind === 'rejected') return refused(no.explanation ?? `It was refused: ${no.reason}.`)
  return refused(messages[no.kind](orderName(orderId), merchantId))
}

/** Merchants choose the ids of their orders; on our terminal they stay on one line. */
export function orderName(orderId: string): string {
  return printable(orderId)
}

/** What commands tell of a transaction that was made. */
export interface MadeTransaction {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
  readonly type: string
  readonly amount: string
  readonly currency: string
  readonly result: string
  readonly gatewayCode: string
  /** Undefined while the order's only outcome is open. */
  readonly orderStatus: string | undefined
}

/** The transaction when it succeeded, or why it did not. */
export function madeOf({ answer }: Answered, key: OrderKey): MadeTransaction | Refusal {
  const { order, result, response, transaction } = answer as unknown as {
    readonly order: { readonly status?: string }
    readonly result: string
    readonly response: { readonly gatewayCode: string; readonly acquirerMessage?: string }
    readonly transaction: Pick<MadeTransaction, 'type' | 'amount' | 'currency'> & { readonly id: string }
  }
  const { gatewayCode, acquirerMessage } = response
  if (gatewayCode === 'LOCK_FAILURE') return refusalOf({ kind: 'busy' }, key)
  const { id: transactionId, type, amount, currency } = transaction
  if (result === 'SUCCESS')
    return { ...key, transactionId, type, amount, currency, result, gatewayCode, orderStatus: order.status }
  if (result === 'FAILURE') {
    const words = acquirerMessage === undefined ? '' : ` (${printable(acquirerMessage)})`
    return refused(`It did not succeed: the acquirer's answer is ${gatewayCode}${words}.`)
  }
  return refused(`Its outcome is not known yet; the gateway will learn it, and "order show" will tell.`)
}

export function isRefusal(value: object): value is Refusal {
  return 'kind' in value && value.kind === 'refused'
}
