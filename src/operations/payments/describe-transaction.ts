// The canonical response of a transaction: the masked request, overlaid with its outcome.

import type { TransactionResponse } from '../../contract/operations/payments/transaction-response.ts'
import { mergeValues } from '../../domain/merge-values.ts'
import { formatMoney } from '../../domain/money.ts'
import { type GatewayCode, gatewayCodes, type TransactionResult } from '../../domain/payments/gateway-code.ts'
import { chargedBackMinor, type Order, statusOf, totalsOf } from '../../domain/payments/order.ts'
import type { StoredAnswer } from '../../ports/payments/stored-messages.ts'
import type { StoredTransaction } from '../../ports/payments/transactions.ts'

/** As it was answered when its outcome was recorded. */
export function describeTransaction({
  request,
  answer = {},
}: Pick<StoredTransaction, 'request' | 'answer'>): TransactionResponse {
  return asTransactionResponse(mergeValues(request, answer))
}

/** Its current state: the same with the order's current status and totals, and with an open outcome marked as such. */
export function describeTransactionNow(
  stored: StoredTransaction,
  order: Order,
  /** The same for all transactions of an order. */
  orderGroup: StoredAnswer['order'] = describeOrder(order),
): TransactionResponse {
  const described = stored.isInFlight ? describeInFlight(stored, order) : describeTransaction(stored)
  return asTransactionResponse(mergeValues(described, { order: orderGroup }))
}

/** Assembled from recorded parts; every test checks the result against the contract. */
export function asTransactionResponse(parts: StoredAnswer): TransactionResponse {
  return parts as TransactionResponse
}

/** Before the acquirer replies the transaction has no answer, but it exists. */
function describeInFlight(stored: StoredTransaction, order: Order): StoredAnswer {
  return mergeValues(stored.request, {
    merchant: stored.key.merchantId,
    timeOfRecord: stored.recordedAt.toISOString(),
    gatewayEntryPoint: stored.entryPoint,
    transaction: {
      id: stored.key.transactionId,
      type: stored.type,
      amount: formatMoney({ amountMinor: stored.amountMinor, currency: order.currency }),
      currency: order.currency,
      acquirer: { id: stored.link.acquirerId },
    },
    ...describeResult('PENDING'),
  })
}

export function describeResult(gatewayCode: GatewayCode): {
  result: TransactionResult
  response: { gatewayCode: GatewayCode }
} {
  return { result: gatewayCodes[gatewayCode].result, response: { gatewayCode } }
}

/** The order group of an answer. */
export function describeOrder(order: Order): NonNullable<StoredAnswer['order']> {
  const { currency, amountMinor, transactions } = order
  const amount = formatMoney({ amountMinor, currency })
  const { authorizedMinor, capturedMinor, refundedMinor } = totalsOf(transactions)
  const status = statusOf(transactions)
  const { authentication } = transactions.findLast(({ type }) => type === 'AUTHENTICATION') ?? {}
  return {
    id: order.id,
    amount,
    currency,
    merchantAmount: amount,
    merchantCurrency: currency,
    creationTime: order.createdAt.toISOString(),
    lastUpdatedTime: order.updatedAt.toISOString(),
    totalAuthorizedAmount: formatMoney({ amountMinor: authorizedMinor, currency }),
    totalCapturedAmount: formatMoney({ amountMinor: capturedMinor, currency }),
    totalRefundedAmount: formatMoney({ amountMinor: refundedMinor, currency }),
    totalDisbursedAmount: '0',
    chargeback: { amount: formatMoney({ amountMinor: chargedBackMinor(transactions), currency }), currency },
    ...(authentication && { authenticationStatus: authentication }),
    // Left out, not FAILED, while the only outcome is open; undefined also removes the value of an earlier answer.
    status,
  }
}
