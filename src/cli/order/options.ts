// The options of commands about an order: the order, the actor, and the note.
import { userInfo } from 'node:os'
import type { AuditStamp } from '../../audit/ports/audit.ts'
import { userId as userIdRow } from '../../contract/groups/call.ts'
import { orderRows } from '../../contract/groups/order.ts'
import { transactionRows } from '../../contract/groups/transaction.ts'
import { FieldError, type FieldRow } from '../../contract/row.ts'
import { mayHoldAccountNumber } from '../../kernel/account-numbers-in-text.ts'
import { merchantIdArgument } from '../merchant/merchant-id.ts'
import { type Arguments, accountNumberFault, type Options, requiredOption, textValue, type ValueRow } from '../rows.ts'

export const orderArguments = {
  merchantId: merchantIdArgument,
  orderId: textValue(orderRows.id, '<orderId>', `The order's id: ${orderRows.id.type.bounds} characters.`),
} as const satisfies Arguments

export const userOption = textValue(
  userIdRow,
  '<name>',
  'The user recorded in the audit log and on the order. Default: your login name.',
)

export const requestOption = textValue(
  transactionRows.id,
  '<transactionId>',
  'The refund request, if several are waiting; see "order show".',
)

export const amountOption: ValueRow<string> = {
  kind: 'VALUE',
  placeholder: '<decimal>',
  description: 'The amount, such as 10.00.',
  parse: amountAboveZero,
}

export const currencyOption = textValue(transactionRows.currency, '<code>', "The order's currency (ISO 4217).")

/** The record of an action by a bank or a provider. */
export const eventOptions = {
  amount: requiredOption(amountOption),
  currency: requiredOption(currencyOption),
  reference: textValue(transactionRows.reference, '<text>', "The bank's or provider's reference."),
  note: noteOption(transactionRows.merchantNote),
  user: userOption,
} as const satisfies Options

/** Users may paste anything into notes, and a note is neither sealed nor masked. */
export function noteOption(
  row: Pick<FieldRow<string>, 'type'>,
  purpose = 'A note stored with the transaction',
): ValueRow<string> {
  return {
    ...textValue(row, '<text>', `${purpose}: ${row.type.bounds} characters, no account numbers.`),
    parse: (text) => (mayHoldAccountNumber(text) ? accountNumberFault : row.type.read(text)),
  }
}

/** A user without a name on this machine, as in some containers, still has a number. */
export function commandActor(user: string | undefined): string {
  if (user !== undefined) return user
  try {
    return userInfo().username
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`
  }
}

/** The user who runs the command, and the current time. */
export function commandAuditStamp(user: string | undefined): AuditStamp {
  return { actor: commandActor(user), at: new Date() }
}

function amountAboveZero(text: string): string | FieldError {
  const read = transactionRows.amount.type.read(text)
  return read === '0' ? new FieldError('must be more than 0') : read
}
