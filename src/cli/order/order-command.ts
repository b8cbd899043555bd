// What commands about an order share: their arguments, the message when they are refused, and how they read a
// successful response.

import { orderRows } from '../../contract/groups/order.ts'
import { transactionRows } from '../../contract/groups/transaction.ts'
import type { Rejection } from '../../kernel/rejection.ts'
import type { OperationResponse, OrderKey, TransactionResponse } from '../../payments/index.ts'
import { amountOption, currencyOption, merchantIdArgument, noteOption, userOption } from '../options.ts'
import { type CommandRefusal, commandRefused } from '../result.ts'
import { type Arguments, type Options, requiredOption, textValue } from '../rows.ts'
import { printable } from '../table.ts'

export const orderArguments = {
  merchantId: merchantIdArgument,
  orderId: textValue(orderRows.id, '<orderId>', `The order's id: ${orderRows.id.type.bounds} characters.`),
} as const satisfies Arguments

export const requestOption = textValue(
  transactionRows.id,
  '<transactionId>',
  'The refund request, if several are waiting; see "order show".',
)

/** The record of an action by a bank or a provider. */
export const eventOptions = {
  amount: requiredOption(amountOption),
  currency: requiredOption(currencyOption),
  reference: textValue(transactionRows.reference, '<text>', "The bank's or provider's reference."),
  note: noteOption(transactionRows.merchantNote),
  user: userOption,
} as const satisfies Options

export type OrderRefusal =
  | 'UNKNOWN_MERCHANT'
  | 'UNKNOWN_ORDER'
  | 'LOCKED'
  | 'NOTHING_TO_REVIEW'
  | 'NOTHING_AWAITED'
  | 'SEVERAL_AWAITED'
  | 'OWN_REQUEST'

const messages: Readonly<Record<OrderRefusal, (order: string, merchantId: string) => string>> = {
  UNKNOWN_MERCHANT: (_, merchantId) => `Merchant ${merchantId} does not exist.`,
  UNKNOWN_ORDER: (order, merchantId) => `Order ${order} of ${merchantId} does not exist.`,
  LOCKED: (order) => `Another transaction of order ${order} is in progress. Nothing was executed; try again.`,
  NOTHING_TO_REVIEW: (order) => `No payment of order ${order} is waiting for review.`,
  NOTHING_AWAITED: (order) => `No such refund request of order ${order} is waiting for approval.`,
  SEVERAL_AWAITED: (order) => `Several refund requests of order ${order} are waiting; specify one with --request.`,
  OWN_REQUEST: (order) => `You cannot decide on your own request for order ${order}; another user must do it.`,
}

export function refuseOrderCommand(
  no: Rejection | { readonly kind: OrderRefusal },
  { merchantId, orderId }: OrderKey,
): CommandRefusal {
  if (no.kind === 'REJECTED') return commandRefused(no.explanation ?? `Rejected: ${no.reason}.`)
  return commandRefused(messages[no.kind](orderName(orderId), merchantId))
}

/** Merchants choose the ids of their orders; on the terminal they stay on one line. */
export function orderName(orderId: string): string {
  return printable(orderId)
}

/** What commands show of a new transaction. */
export interface CreatedTransaction {
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
export function readCreatedTransaction(
  { response: body }: OperationResponse<TransactionResponse>,
  key: OrderKey,
): CreatedTransaction | CommandRefusal {
  const { order, result, response, transaction } = body
  const { gatewayCode, acquirerMessage } = response
  if (gatewayCode === 'LOCK_FAILURE') return refuseOrderCommand({ kind: 'LOCKED' }, key)
  const { id: transactionId, type, amount, currency } = transaction
  if (result === 'SUCCESS')
    return { ...key, transactionId, type, amount, currency, result, gatewayCode, orderStatus: order.status }
  if (result === 'FAILURE') {
    const notes = acquirerMessage === undefined ? '' : ` (${printable(acquirerMessage)})`
    return commandRefused(`Failed: the gateway code is ${gatewayCode}${notes}.`)
  }
  return commandRefused(`The outcome is not known yet. The gateway keeps checking; see "order show" later.`)
}

export function isCommandRefusal(value: object): value is CommandRefusal {
  return 'kind' in value && value.kind === 'REFUSED'
}
