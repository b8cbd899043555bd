// The initial transaction that another one follows, directly or through others, as its acquirer knows it.
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import type { OrderKey, StoredOrder, StoredTransaction } from '../ports/transactions.ts'

type FollowedTransaction = Pick<StoredTransaction, 'key' | 'targetTransactionId' | 'acquirerReference' | 'link'>

/** Its acquirer's reference: the transaction's own when it follows none, and no payer authentication there. */
export function initialReferenceOf(
  transaction: FollowedTransaction,
  transactions: StoredOrder['transactions'],
): string {
  let initial = transaction
  // An order is short, and nothing in it follows what came later.
  for (let step = 0; step < transactions.length; step += 1) {
    const target = transactions.find(({ key }) => key.transactionId === initial.targetTransactionId)
    if (!target) break
    initial = target
  }
  return initial.link.orderReference ?? initial.acquirerReference
}

/** For requests about a transaction that was read on its own. Nothing is read for one that follows none. */
export async function findInitialReference(
  transaction: FollowedTransaction & { readonly key: OrderKey },
  { store }: Pick<PaymentDependencies, 'store'>,
): Promise<{ readonly initialReference?: string }> {
  if (transaction.targetTransactionId === undefined)
    return omitUndefined({ initialReference: transaction.link.orderReference })
  const stored = await store.findOrder(transaction.key)
  return stored ? { initialReference: initialReferenceOf(transaction, stored.transactions) } : {}
}
