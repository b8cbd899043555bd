// Voids a transaction of the order before the acquirer has settled it.

import type { Call, OperationResult } from '../call.ts'
import type { TransactionResponse } from '../contract/transaction-response.ts'
import type { VoidRequest } from '../contract/void.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import type { AcquirerRequest } from '../ports/acquirer.ts'
import type { StoredOrder, StoredTransaction } from '../ports/transactions.ts'
import { planVoid, voidTypes } from '../rules/plan.ts'
import { answerRepeat, findRepeated } from './answer-repeat.ts'
import { type CommonRequestFields, continueOrder, refuseLateDetails } from './continue-order.ts'
import type { TransactionDependencies } from './execute-transaction.ts'
import { unknownOrder } from './retrieve-order.ts'

export async function voidTransaction(
  request: VoidRequest,
  call: Call,
  dependencies: TransactionDependencies,
): Promise<OperationResult<TransactionResponse>> {
  const stored = await dependencies.store.findOrder(call.key)
  const first = findRepeated(stored, call.key)
  if (first) return answerRepeat(first, request, call, dependencies)
  if (!stored) return unknownOrder(call.key)
  const refused = refuseLateDetails(request)
  if (refused) return refused
  return undoTransaction(request, { stored, call }, dependencies)
}

/** Also used to reverse a payment that was rejected in review. */
export async function undoTransaction(
  request: Pick<VoidRequest, 'transaction'>,
  { stored, call, entryPoint }: { stored: StoredOrder; call: Call; entryPoint?: 'AUTO' },
  dependencies: TransactionDependencies,
): Promise<OperationResult<TransactionResponse>> {
  const { targetTransactionId } = request.transaction
  const closed = await closedBatchesOf(stored, targetTransactionId, dependencies)
  const planned = planVoid(stored.order, { targetTransactionId, isSettlementBatchClosed: (batch) => closed.has(batch) })
  // The expected batch is sent: if the acquirer has closed it meanwhile, it must refuse.
  const ask = (common: CommonRequestFields, { batch, type }: StoredTransaction): AcquirerRequest => ({
    ...common,
    kind: 'VOID',
    ...(batch !== undefined && type !== 'AUTHORIZATION' && { batch }),
  })
  const target = stored.transactions.find(({ key }) => key.transactionId === targetTransactionId)
  const type = (target && voidTypes[target.type]) ?? 'VOID_PAYMENT'
  return continueOrder(planned, { request, stored, call, type, ask, ...(entryPoint && { entryPoint }) }, dependencies)
}

async function closedBatchesOf(
  { transactions }: StoredOrder,
  targetTransactionId: string,
  { store }: Pick<PaymentDependencies, 'store'>,
): Promise<ReadonlySet<number>> {
  const target = transactions.find(({ key }) => key.transactionId === targetTransactionId)
  if (target?.batch === undefined) return new Set()
  const { merchantId } = target.key
  return store.findClosedSettlementBatches({ merchantId, acquirerId: target.link.acquirerId, batches: [target.batch] })
}
