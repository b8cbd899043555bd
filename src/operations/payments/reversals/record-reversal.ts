// Records the result of an owed reversal.

import { statusOf } from '../../../domain/payments/order.ts'
import { mergeValues } from '../../../domain/values.ts'
import type { StoredAnswer } from '../../../ports/payments/stored-messages.ts'
import type { ReversalState, StoredTransaction, TransactionKey } from '../../../ports/payments/transactions.ts'
import type { Ports } from '../../call.ts'
import { describeReversal } from '../describe-transaction.ts'

/** The recorded state: the reversal stays owed when the order was locked at that moment. */
export async function recordReversal(
  key: TransactionKey,
  reversal: Exclude<ReversalState, 'OWED'>,
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
): Promise<ReversalState> {
  const stored = await store.findOrder(key)
  const transaction = stored?.transactions.find(({ key: { transactionId } }) => transactionId === key.transactionId)
  if (!stored || !transaction) return 'OWED'
  // Another process took it over when this one was slow, and has recorded it.
  if (transaction.reversal && transaction.reversal !== 'OWED') return transaction.reversal
  const isRecorded = await store.amend({
    key,
    orderRevision: stored.order.revision,
    at: clock.now(),
    kind: 'REVERSAL',
    reversal,
    orderStatus: statusOf(stored.order.transactions),
    answer: withReversal(transaction, reversal),
  })
  return isRecorded ? reversal : 'OWED'
}

/** Merchants are notified of a reversal that a risk rule or a reviewer caused. */
function withReversal(
  { answer = {}, gatewayCode, decision }: StoredTransaction,
  reversal: ReversalState,
): StoredAnswer {
  if (gatewayCode !== 'BLOCKED' && decision !== 'REJECTED') return answer
  return mergeValues(answer, { risk: { response: describeReversal(reversal) } })
}
