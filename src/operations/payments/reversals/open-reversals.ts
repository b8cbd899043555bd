// Which transactions of a stored order may have been executed although they were to be reversed.
import { type OpenReversal, openReversalOf, worstReversal } from '../../../domain/payments/shown-status.ts'
import { stillOpenReversal } from '../../../domain/payments/undo-rejected.ts'
import type { StoredOrder, StoredTransaction } from '../../../ports/payments/transactions.ts'

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
