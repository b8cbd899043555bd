// The options of commands that search.
import { orderRows } from '../contract/groups/order.ts'
import { transactionRows } from '../contract/groups/transaction.ts'
import { FieldError } from '../contract/row.ts'
import { type GatewayCode, gatewayCodes, type TransactionResult } from '../kernel/gateway-code.ts'
import { parseMoney } from '../kernel/money.ts'
import { omitUndefined } from '../kernel/omit-undefined.ts'
import { transactionTypes } from '../kernel/transaction-type.ts'
import { shownStatuses } from '../payments/rules/shown-status.ts'
import type { SearchFilter } from '../search/ports/search.ts'
import { sinceOption, untilOption, wholeNumber } from './options.ts'
import { type UsageError, usageError } from './result.ts'
import { choiceValue, type Options, type OptionValues, parseOneOf, textValue, type ValueRow } from './rows.ts'

export const defaultLimit = 50

export const pageOptions = {
  limit: wholeNumber({ min: 1, max: 1000 }, '<count>', `Maximum number of results (default ${defaultLimit}).`),
  after: value('<cursor>', 'Continues after the previous page, with the value that it printed.', (text) => text),
} as const satisfies Options

const results = ['SUCCESS', 'FAILURE', 'PENDING', 'UNKNOWN'] as const satisfies readonly TransactionResult[]
const codes = Object.keys(gatewayCodes) as readonly GatewayCode[]

export const searchOptions = {
  order: nameOption('<orderId>', 'The order id, or a prefix of it followed by an asterisk.'),
  transaction: nameOption('<transactionId>', 'The transaction id, or a prefix of it followed by an asterisk.'),
  reference: value('<text>', 'The reference of the order or a transaction.', (text) => text),
  firstSix: digits(6, "The first six digits of the card's number."),
  lastFour: digits(4, 'The last four digits of the card or account.'),
  token: value('<token>', 'The token used to pay.', (text) => text),
  currency: textValue(transactionRows.currency, '<code>', 'The currency (ISO 4217).'),
  amountFrom: amount('The minimum amount, such as 10.00; requires --currency.'),
  amountTo: amount('The maximum amount; requires --currency.'),
  since: sinceOption,
  until: untilOption,
  status: choiceValue(shownStatuses, '<status>', 'The status of the order.'),
  type: choiceValue(transactionTypes, '<type>', 'The transaction type.'),
  result: choiceValue(results, '<result>', 'The result of the transaction.'),
  code: value('<gatewayCode>', "The transaction's gateway code, such as INSUFFICIENT_FUNDS.", parseOneOf(codes)),
  ...pageOptions,
} as const satisfies Options

/** The criteria from the options, or the error in them. */
export function readSearchFilter(
  merchantId: string,
  options: OptionValues<typeof searchOptions>,
): SearchFilter | UsageError {
  const { order, transaction, reference, firstSix, lastFour, token, currency, since, until, status, type, result } =
    options
  const { amountFrom, amountTo, code } = options
  if ((amountFrom ?? amountTo) !== undefined && currency === undefined)
    return usageError('--amount-from and --amount-to require --currency, which determines the number of decimals.')
  const from = minorOf(amountFrom, currency)
  const to = minorOf(amountTo, currency)
  if (from === 'UNREADABLE' || to === 'UNREADABLE')
    return usageError(`An amount has more decimals than ${currency} allows.`)
  return {
    merchantId,
    ...omitUndefined({
      orderId: order,
      transactionId: transaction,
      reference,
      cardFirstSix: firstSix,
      cardLastFour: lastFour,
      token,
      currency,
      amountMinorFrom: from,
      amountMinorTo: to,
      from: since,
      to: until,
    }),
    ...(status && { status }),
    ...(type && { type }),
    ...(result && { result }),
    ...(code && { gatewayCode: code }),
  }
}

function minorOf(text: string | undefined, currency: string | undefined): bigint | undefined | 'UNREADABLE' {
  if (text === undefined || currency === undefined) return undefined
  return parseMoney({ amount: text, currency })?.amountMinor ?? 'UNREADABLE'
}

function value<Value>(
  placeholder: string,
  description: string,
  parse: (text: string) => Value | FieldError,
): ValueRow<Value> {
  return { kind: 'VALUE', placeholder, description, parse }
}

function nameOption(placeholder: string, description: string): ValueRow<string> {
  const row = placeholder === '<orderId>' ? orderRows.id : transactionRows.id
  return value(placeholder, description, (text) => {
    const name = text.replace(/\*$/, '')
    const read = name === '' ? name : row.type.read(name)
    return read instanceof FieldError ? read : text
  })
}

function digits(count: number, description: string): ValueRow<string> {
  const isRight = new RegExp(`^\\d{${count}}$`)
  return value(`<${count} digits>`, description, (text) =>
    isRight.test(text) ? text : new FieldError(`must have ${count} digits`),
  )
}

function amount(description: string): ValueRow<string> {
  return value('<decimal>', description, (text) => transactionRows.amount.type.read(text))
}
