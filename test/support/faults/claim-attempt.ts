// A store from which recovery takes one attempt alone. The gateway under test runs recovery, too, and would otherwise be as
// likely to take what is overdue.
import assert from 'node:assert/strict'
import type { Store } from '../../../src/ports/payments/store.ts'
import type { TransactionKey } from '../../../src/ports/payments/transactions.ts'
import type { TestGateway } from '../gateway/gateway.ts'

export async function claimAlone(
  { ports: { store }, query }: Pick<TestGateway, 'ports' | 'query'>,
  key: TransactionKey,
): Promise<Store> {
  const ids = [key.merchantId, key.orderId, key.transactionId]
  await query(
    `update transactions set claim = claim + 1, deadline_at = now() + interval '1 hour'
     where merchant_id = $1 and order_id = $2 and transaction_id = $3 and isfinite(deadline_at)`,
    ids,
  )
  const stored = await store.findOrder(key)
  const attempt = stored?.transactions.find(({ key: { transactionId } }) => transactionId === key.transactionId)
  const due = [{ ...(attempt ?? assert.fail('there is no such attempt')), sinceSendableMs: 0, tries: 1 }]
  return { ...store, claimOverdue: async () => due.splice(0), retryLater: async () => {} }
}
