// Which transactions of a stored order may have been executed although they were to be reversed.

import type { StoredOrder, StoredTransaction } from '../../ports/transactions.ts'
import { type OpenReversal, openReversalOf, worstReversal } from '../../rules/shown-status.ts'
import { stillOpenReversal } from '../../rules/undo-rejected.ts'

type OrderWithTransactions = Pick<StoredOrder, 'order' | 'transactions'>

export function openReversalIn(
  { order }: OrderWithTransactions,
  { key, reversal }: Pick<StoredTransaction, 'key' | 'reversal'>,
): OpenReversal | undefined {
  return stillOpenReversal(openReversalOf(reversal), key.transactionId, order.transactions)
}

export function worstReversalIn(stored: OrderWithTransactions): OpenReversal | undefined {
  return worstReversal(stored.transactions.map((transaction) => openReversalIn(stored, transaction)))
}
