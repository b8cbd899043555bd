// The options of commands about an order: the order, the actor, and the note.
import { orderRows } from '../../contract/groups/order.ts'
import { transactionRows } from '../../contract/groups/transaction.ts'
import { amountOption, currencyOption, merchantIdArgument, noteOption, userOption } from '../options.ts'
import { type Arguments, type Options, requiredOption, textValue } from '../rows.ts'

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
