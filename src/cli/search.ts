// How commands search, and how they show what they find.
import { orderRows } from '../contract/groups/order.ts'
import { transactionRows } from '../contract/groups/transaction.ts'
import { FieldError } from '../contract/row.ts'
import { type GatewayCode, gatewayCodes, type TransactionResult } from '../kernel/gateway-code.ts'
import { brandName } from '../kernel/labels.ts'
import { displayMoney, formatMoney, parseMoney } from '../kernel/money.ts'
import { transactionTypes } from '../kernel/transaction-type.ts'
import { type SettlementBatchTotal, shownStatuses, shownStatusOf } from '../payments/index.ts'
import type { OrderSearchResult, SearchFilter, SettlementBatch, TransactionSearchResult } from '../search/index.ts'
import { sinceOption, untilOption, wholeNumber } from './options.ts'
import { type UsageError, usageError } from './result.ts'
import { choiceValue, type Options, type OptionValues, parseOneOf, textValue, type ValueRow } from './rows.ts'
import { table, timestampText } from './table.ts'

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
    status,
    type,
    result,
    gatewayCode: code,
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

/** With every decimal of its currency; --json has the shortest exact text. */
export function minorMoneyText(amountMinor: bigint, currency: string): string {
  return `${displayMoney({ amountMinor, currency })} ${currency}`
}

/** Amounts as decimals. */
export function foundOrderData({
  amountMinor,
  authorizedMinor,
  capturedMinor,
  refundedMinor,
  disputedMinor,
  ...order
}: OrderSearchResult): object {
  const decimal = (minor: bigint) => formatMoney({ amountMinor: minor, currency: order.currency })
  return {
    ...order,
    amount: decimal(amountMinor),
    authorized: decimal(authorizedMinor),
    captured: decimal(capturedMinor),
    refunded: decimal(refundedMinor),
    disputed: decimal(disputedMinor),
  }
}

export function foundTransactionData({ amountMinor, ...transaction }: TransactionSearchResult): object {
  return { ...transaction, amount: formatMoney({ amountMinor, currency: transaction.currency }) }
}

export function foundOrdersText(orders: readonly OrderSearchResult[]): string {
  return table(
    ['ORDER', 'STATUS', 'AMOUNT', 'CAPTURED', 'REFUNDED', 'ACCOUNT', 'REFERENCE', 'OPENED'],
    orders.map((order) => [
      order.orderId,
      shownStatusOf(order) ?? 'open',
      minorMoneyText(order.amountMinor, order.currency),
      minorMoneyText(order.capturedMinor, order.currency),
      minorMoneyText(order.refundedMinor, order.currency),
      accountText(order),
      order.reference ?? '',
      timestampText(order.createdAt),
    ]),
  )
}

export function foundTransactionsText(transactions: readonly TransactionSearchResult[]): string {
  return table(
    ['ORDER', 'TRANSACTION', 'TYPE', 'AMOUNT', 'RESULT', 'CODE', 'ACCOUNT', 'REFERENCE', 'TIME OF RECORD'],
    transactions.map((transaction) => [
      transaction.orderId,
      transaction.transactionId,
      transaction.type,
      minorMoneyText(transaction.amountMinor, transaction.currency),
      stateOf(transaction),
      transaction.disputeState ?? transaction.gatewayCode,
      accountText(transaction),
      transaction.reference ?? transaction.orderReference ?? '',
      timestampText(transaction.timeOfRecord),
    ]),
  )
}

/** What may have been executed has not failed, and what is held has not succeeded. */
function stateOf({ openReversal, review, result }: TransactionSearchResult): string {
  if (openReversal) return `REVERSAL_${openReversal}`
  return review === 'RISK' ? 'IN_REVIEW' : result
}

/** "Visa 450875xxxxxx1019". */
function accountText({ source, scheme, account }: Pick<OrderSearchResult, 'source' | 'scheme' | 'account'>): string {
  return [brandName(scheme), account ?? source].filter((part) => part !== undefined).join(' ')
}

/** How to get the results that did not fit. */
export function moreText(next: string | undefined): string {
  return next === undefined ? '' : `\n\nMore results: --after ${next}`
}

export function batchData({ totals, closing, ...batch }: SettlementBatch): object {
  const { difference, ...state } = closing ?? {}
  return {
    ...batch,
    closing: closing && {
      ...state,
      why: difference?.why,
      ours: difference?.ours.map(countedData),
      theirs: difference?.theirs.map(countedData),
    },
    isOpen: batch.closedAt === undefined,
    totals: totals.map(({ scheme, currency, captured, refunded, fees }) => ({
      scheme,
      currency,
      captured: formatMoney({ amountMinor: captured.amountMinor, currency }),
      capturedCount: captured.count,
      refunded: formatMoney({ amountMinor: refunded.amountMinor, currency }),
      refundedCount: refunded.count,
      fees: formatMoney({ amountMinor: fees.amountMinor, currency }),
      feeCount: fees.count,
      net: formatMoney({ amountMinor: netOf({ captured, refunded, fees }), currency }),
    })),
  }
}

/** Captured, without refunds and fees. */
function netOf({ captured, refunded, fees }: Pick<BatchSum, 'captured' | 'refunded' | 'fees'>): bigint {
  return captured.amountMinor - refunded.amountMinor - fees.amountMinor
}

type BatchSum = SettlementBatch['totals'][number]

function countedData({ currency, capturedMinor, refundedMinor, ...counts }: SettlementBatchTotal): object {
  return {
    currency,
    captured: formatMoney({ amountMinor: capturedMinor, currency }),
    refunded: formatMoney({ amountMinor: refundedMinor, currency }),
    ...counts,
  }
}

/** Both sides of a batch that is not closed because the acquirer counts something else; empty for others. */
export function differencesText(batches: readonly SettlementBatch[]): string {
  return batches
    .flatMap(({ batch, acquirerId, closing }) => {
      if (!closing?.difference) return []
      const { why, ours, theirs } = closing.difference
      const lines = (side: string, totals: readonly SettlementBatchTotal[]) =>
        totals.map(({ currency, capturedCount, capturedMinor, refundedCount, refundedMinor }) => [
          side,
          minorMoneyText(capturedMinor, currency),
          String(capturedCount),
          minorMoneyText(refundedMinor, currency),
          String(refundedCount),
        ])
      const both = [...lines('gateway', ours), ...lines(acquirerId, theirs)]
      const sides = table(['COUNTED BY', 'CAPTURED', 'COUNT', 'REFUNDED', 'COUNT'], both)
      return [`Batch ${batch} at ${acquirerId} is out of balance (${why}):\n\n${sides}`]
    })
    .map((text) => `\n\n${text}`)
    .join('')
}

const closingTexts = { CLOSING: 'closing', DIFFERS: 'out of balance' } as const

/** One line for each sum; an empty batch still has one line. */
export function batchesText(batches: readonly SettlementBatch[]): string {
  return table(
    ['BATCH', 'ACQUIRER', 'CLOSED', 'SCHEME', 'CAPTURED', 'COUNT', 'REFUNDED', 'COUNT', 'FEES', 'NET'],
    batches.flatMap(({ batch, acquirerId, closedAt, totals, closing }) => {
      const state = closing ? closingTexts[closing.state] : 'open'
      const name = [String(batch), acquirerId, closedAt ? timestampText(closedAt) : state]
      if (totals.length === 0) return [[...name, 'none']]
      return totals.map(({ scheme, currency, captured, refunded, fees }) => [
        ...name,
        brandName(scheme) ?? scheme,
        minorMoneyText(captured.amountMinor, currency),
        String(captured.count),
        minorMoneyText(refunded.amountMinor, currency),
        String(refunded.count),
        minorMoneyText(fees.amountMinor, currency),
        minorMoneyText(netOf({ captured, refunded, fees }), currency),
      ])
    }),
  )
}
