// How commands show search results.
import { formatMoney } from '../domain/money.ts'
import type { OrderSearchResult, SettlementBatch, TransactionSearchResult } from '../ports/search/search.ts'
import { timestampText } from './merchant/view.ts'
import { table } from './table.ts'

export function minorMoneyText(amountMinor: bigint, currency: string): string {
  return `${formatMoney({ amountMinor, currency })} ${currency}`
}

/** Amounts as decimals. */
export function foundOrderData({
  amountMinor,
  authorizedMinor,
  capturedMinor,
  refundedMinor,
  ...order
}: OrderSearchResult): object {
  const decimal = (minor: bigint) => formatMoney({ amountMinor: minor, currency: order.currency })
  return {
    ...order,
    amount: decimal(amountMinor),
    authorized: decimal(authorizedMinor),
    captured: decimal(capturedMinor),
    refunded: decimal(refundedMinor),
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
      order.status ?? 'open',
      minorMoneyText(order.amountMinor, order.currency),
      minorMoneyText(order.capturedMinor, order.currency),
      minorMoneyText(order.refundedMinor, order.currency),
      order.account ?? order.source ?? '',
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
      transaction.result,
      transaction.gatewayCode,
      transaction.account ?? transaction.source ?? '',
      transaction.reference ?? transaction.orderReference ?? '',
      timestampText(transaction.timeOfRecord),
    ]),
  )
}

/** How to get the results that did not fit. */
export function moreText(next: string | undefined): string {
  return next === undefined ? '' : `\n\nMore results: --after ${next}`
}

export function batchData({ totals, ...batch }: SettlementBatch): object {
  return {
    ...batch,
    isOpen: batch.closedAt === undefined,
    totals: totals.map(({ scheme, currency, captured, refunded }) => ({
      scheme,
      currency,
      captured: formatMoney({ amountMinor: captured.amountMinor, currency }),
      capturedCount: captured.count,
      refunded: formatMoney({ amountMinor: refunded.amountMinor, currency }),
      refundedCount: refunded.count,
    })),
  }
}

/** One line for each sum; an empty batch still has one line. */
export function batchesText(batches: readonly SettlementBatch[]): string {
  return table(
    ['BATCH', 'ACQUIRER', 'CLOSED', 'SCHEME', 'CAPTURED', 'COUNT', 'REFUNDED', 'COUNT'],
    batches.flatMap(({ batch, acquirerId, closedAt, totals }) => {
      const name = [String(batch), acquirerId, closedAt ? timestampText(closedAt) : 'open']
      if (totals.length === 0) return [[...name, 'none']]
      return totals.map(({ scheme, currency, captured, refunded }) => [
        ...name,
        scheme,
        minorMoneyText(captured.amountMinor, currency),
        String(captured.count),
        minorMoneyText(refunded.amountMinor, currency),
        String(refunded.count),
      ])
    }),
  )
}
