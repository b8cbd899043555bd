// How commands show search results.
import { brandName } from '../kernel/labels.ts'
import { displayMoney, formatMoney } from '../kernel/money.ts'
import type { BatchTotal } from '../payments/ports/batches.ts'
import { shownStatusOf } from '../payments/rules/shown-status.ts'
import type { OrderSearchResult, TransactionSearchResult } from '../search/ports/search.ts'
import type { SettlementBatch } from '../search/ports/settlement-batches.ts'
import { table, timestampText } from './table.ts'

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
  const { why, ours = [], theirs = [] } = difference ?? {}
  return {
    ...batch,
    ...(closing && {
      closing: {
        ...state,
        ...(why !== undefined && { why, ours: ours.map(countedData), theirs: theirs.map(countedData) }),
      },
    }),
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

function countedData({ currency, capturedMinor, refundedMinor, ...counts }: BatchTotal): object {
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
      const lines = (side: string, totals: readonly BatchTotal[]) =>
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
