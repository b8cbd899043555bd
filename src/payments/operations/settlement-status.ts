// A transaction approved pending settlement is returned as approved once its batch is closed.
import { mergeValues } from '../../kernel/values.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import type { StoredOrder, StoredTransaction } from '../ports/transactions.ts'

export async function withSettlementStatus(
  stored: StoredOrder,
  { store }: Pick<PaymentDependencies, 'store'>,
): Promise<StoredOrder> {
  const pending = stored.transactions.filter(isPending)
  const [first] = pending
  if (!first) return stored
  const closed = await store.findClosedSettlementBatches({
    merchantId: first.key.merchantId,
    acquirerId: first.link.acquirerId,
    batches: pending.flatMap(({ batch }) => batch ?? []),
  })
  const isSettled = (transaction: StoredTransaction) =>
    isPending(transaction) && transaction.batch !== undefined && closed.has(transaction.batch)
  return {
    ...stored,
    transactions: stored.transactions.map((transaction) =>
      isSettled(transaction) ? asSettled(transaction) : transaction,
    ),
  }
}

function isPending({ gatewayCode }: StoredTransaction): boolean {
  return gatewayCode === 'APPROVED_PENDING_SETTLEMENT'
}

function asSettled(transaction: StoredTransaction): StoredTransaction {
  const response = mergeValues(transaction.response ?? {}, { response: { gatewayCode: 'APPROVED' as const } })
  return { ...transaction, gatewayCode: 'APPROVED', response }
}
