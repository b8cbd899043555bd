// The response of services on a manual transaction.

import { isRejection, type Rejection } from '../../kernel/rejection.ts'
import {
  isInReview,
  type OperationResponse,
  type OrderKey,
  openReversalIn,
  type TransactionResponse,
} from '../../payments/index.ts'
import { pathNotFound } from '../access.ts'
import type { ConsoleDependencies } from '../dependencies.ts'
import type { ManualTransactionBody } from '../response-bodies/orders.ts'
import { consoleRefusal, createdResponse, okResponse, refusalForRejection } from '../responses.ts'
import type { ConsoleResponse } from '../route.ts'

/** A decline is not an error: the transaction was executed, and this is its outcome. */
export async function transactionResponse(
  result: OperationResponse<TransactionResponse> | Rejection | { readonly kind: 'UNKNOWN_MERCHANT' },
  orderKey: OrderKey,
  { store }: Pick<ConsoleDependencies, 'store'>,
  more: Pick<ManualTransactionBody, 'receiptTo'> = {},
): Promise<ConsoleResponse> {
  if (isRejection(result)) return refusalForRejection(result)
  if (result.kind === 'UNKNOWN_MERCHANT') return pathNotFound
  const { order, result: outcome, response, transaction } = result.response
  const { gatewayCode, acquirerCode, acquirerMessage } = response
  if (gatewayCode === 'LOCK_FAILURE')
    return consoleRefusal(
      409,
      'ORDER_LOCKED',
      'Another transaction of the order is in progress. Nothing was executed; try again.',
    )
  const { id: transactionId, type, amount, currency } = transaction
  // The answer says neither that what failed may have been executed, nor that a risk rule holds what succeeded.
  const stored = await store.findOrder(orderKey)
  const failed =
    outcome === 'FAILURE' ? stored?.transactions.find(({ key }) => key.transactionId === transactionId) : undefined
  const openReversal = stored && failed && openReversalIn(stored, failed)
  const body: ManualTransactionBody = {
    transactionId,
    type,
    amount,
    currency,
    result: outcome,
    gatewayCode,
    acquirerCode,
    acquirerMessage,
    openReversal,
    orderStatus: order?.status ?? null,
    isInReview: stored !== undefined && isInReview(stored.order.transactions),
    ...more,
  }
  return result.isFirst ? createdResponse<ManualTransactionBody>(body) : okResponse<ManualTransactionBody>(body)
}
