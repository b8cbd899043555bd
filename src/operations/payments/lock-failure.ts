// The order is busy with another transaction. Nothing is recorded and no acquirer is called; the same transaction id
// may be sent again.
import { mergeValues } from '../../domain/merge-values.ts'
import { formatMoney } from '../../domain/money.ts'
import type { TransactionType } from '../../domain/payments/transaction-type.ts'
import type { OperationResult, Ports } from '../call.ts'
import type { AttemptParts } from './build-attempt.ts'
import { asTransactionResponse, describeOrder, describeResult } from './describe-transaction.ts'

export async function lockFailure(
  { storedRequest, call, link, entryPoint }: Pick<AttemptParts, 'storedRequest' | 'call' | 'link' | 'entryPoint'>,
  type: TransactionType,
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
): Promise<OperationResult> {
  // Read again, so that the response shows the current order.
  const stored = await store.findOrder(call.key)
  if (!stored) return { kind: 'moved' }
  const { order } = stored
  const answer = mergeValues(storedRequest, {
    merchant: call.key.merchantId,
    timeOfRecord: clock.now().toISOString(),
    gatewayEntryPoint: entryPoint ?? call.entryPoint ?? 'WEB_SERVICES_API',
    ...describeResult('LOCK_FAILURE'),
    order: describeOrder(order),
    transaction: {
      id: call.key.transactionId,
      type,
      amount: formatMoney({ amountMinor: 0n, currency: order.currency }),
      currency: order.currency,
      acquirer: { id: link.acquirerId },
    },
  })
  return { kind: 'answered', isFirst: false, answer: asTransactionResponse(answer) }
}
