// Records the result of an owed reversal, and finds the reversals of an order that are not over.

import { mergeValues } from '../../../kernel/values.ts'
import { conflict, retryOnConflict } from '../../../platform/concurrency/retry-on-conflict.ts'
import type { PaymentDependencies } from '../../dependencies.ts'
import type { StoredResponse } from '../../ports/stored-messages.ts'
import type { ReversalState, StoredOrder, StoredTransaction, TransactionKey } from '../../ports/transactions.ts'
import { statusOf } from '../../rules/order.ts'
import { type OpenReversal, openReversalOf, worstReversal } from '../../rules/shown-status.ts'
import { stillOpenReversal } from '../../rules/undo-rejected.ts'
import { describeReversal } from '../describe-transaction.ts'

/**
 * The recorded state. It does not wait for the order's lock: another transaction of the order may be unresolved for days, and
 * a reversal that the acquirer has acknowledged is not sent again. It stays owed only when the order changes each time
 * between read and write.
 */
export async function recordReversal(
  key: TransactionKey,
  reversal: Exclude<ReversalState, 'OWED'>,
  { store, clock }: Pick<PaymentDependencies, 'store' | 'clock'>,
): Promise<ReversalState> {
  const recorded = await retryOnConflict(async (): Promise<ReversalState | typeof conflict> => {
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
      response: withReversal(transaction, reversal),
    })
    return isRecorded ? reversal : conflict
  })
  return recorded === conflict ? 'OWED' : recorded
}

/** Merchants are notified of a reversal that a risk rule or a reviewer caused. */
function withReversal(
  { response = {}, gatewayCode, decision }: StoredTransaction,
  reversal: ReversalState,
): StoredResponse {
  if (gatewayCode !== 'BLOCKED' && decision !== 'REJECTED') return response
  return mergeValues(response, { risk: { response: describeReversal(reversal) } })
}

type OrderWithTransactions = Pick<StoredOrder, 'order' | 'transactions'>

/** Which transactions of a stored order may have been executed although they were to be reversed. */
export function openReversalIn(
  { order }: OrderWithTransactions,
  { key, reversal }: Pick<StoredTransaction, 'key' | 'reversal'>,
): OpenReversal | undefined {
  return stillOpenReversal(openReversalOf(reversal), key.transactionId, order.transactions)
}

export function worstReversalIn(stored: OrderWithTransactions): OpenReversal | undefined {
  return worstReversal(stored.transactions.map((transaction) => openReversalIn(stored, transaction)))
}
