// How commands about an order are told which one, who acts, and what to write down.
import { userInfo } from 'node:os'
import { userId as userIdRow } from '../../contract/groups/caller.ts'
import { orderRows } from '../../contract/groups/order.ts'
import { transactionRows } from '../../contract/groups/transaction.ts'
import { type FieldRow, Refused } from '../../contract/row.ts'
import { mayHoldAccountNumber } from '../../domain/account-numbers-in-text.ts'
import type { By } from '../../ports/users/users.ts'
import { merchantIdArgument } from '../merchant/merchant-id.ts'
import { type Arguments, type Options, required, text, type ValueRow } from '../rows.ts'

export const orderArguments = {
  merchantId: merchantIdArgument,
  orderId: text(orderRows.id, '<orderId>', `The order's id: ${orderRows.id.type.bounds} characters.`),
} as const satisfies Arguments

export const userOption = text(
  userIdRow,
  '<name>',
  'Who acts, as the audit and the order remember it. Your login name if not given.',
)

export const requestOption = text(
  transactionRows.id,
  '<transactionId>',
  'Which request, where several wait; "order show" lists them.',
)

export const amountOption: ValueRow<string> = {
  kind: 'value',
  placeholder: '<decimal>',
  description: 'The amount, such as 10.00.',
  parse: amountAboveZero,
}

export const currencyOption = text(transactionRows.currency, '<code>', "The order's currency, by ISO 4217.")

/** What is written down of something that a bank or a provider did. */
export const eventOptions = {
  amount: required(amountOption),
  currency: required(currencyOption),
  reference: text(transactionRows.reference, '<text>', 'What the bank or the provider calls it.'),
  note: noteOption(transactionRows.merchantNote),
  user: userOption,
} as const satisfies Options

/** People paste all sorts of things into notes, and a note is neither sealed nor masked. */
export function noteOption(row: Pick<FieldRow<string>, 'type'>): ValueRow<string> {
  const refused = new Refused('holds digits that could be an account number')
  return {
    ...text(row, '<text>', `A note, kept with the transaction: ${row.type.bounds} characters, no account numbers.`),
    parse: (given) => (mayHoldAccountNumber(given) ? refused : row.type.read(given)),
  }
}

/** Somebody without a name on this machine, as in some containers, still has a number. */
export function actorOf(user: string | undefined): string {
  if (user !== undefined) return user
  try {
    return userInfo().username
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`
  }
}

/** Whoever calls a command, now. */
export function byUser(user: string | undefined): By {
  return { actor: actorOf(user), at: new Date() }
}

function amountAboveZero(given: string): string | Refused {
  const read = transactionRows.amount.type.read(given)
  return read === '0' ? new Refused('must be more than 0') : read
}
