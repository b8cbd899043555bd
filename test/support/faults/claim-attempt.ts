// Stores from which the recovery of a test takes attempts alone. The gateway under test runs recovery, too, and would
// otherwise be as likely to take what is overdue.
import assert from 'node:assert/strict'
import type { ClaimTerms } from '../../../src/payments/ports/recovery-store.ts'
import type { Store } from '../../../src/payments/ports/store.ts'
import type { TransactionKey } from '../../../src/payments/ports/transactions.ts'
import type { TestGateway } from '../gateway/gateway.ts'
import type { Owner } from '../gateway/process.ts'
import { replacePort } from './replaced-links.ts'

export async function claimAlone(
  { dependencies: { store }, query }: Pick<TestGateway, 'dependencies' | 'query'>,
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

/**
 * A store with the attempts of one link, which has none yet; the gateway's own recovery takes all others, until the file or test has
 * ended.
 */
export function claimLinkAlone(
  owner: Owner,
  { dependencies }: Pick<TestGateway, 'dependencies'>,
  linkId: string,
): Store {
  const { store } = dependencies
  const claim = ({ leaseMs, roomFor }: ClaimTerms, isOwn: boolean) =>
    store.claimOverdue({ leaseMs, roomFor: (link) => ((link.linkId === linkId) === isOwn ? roomFor(link) : 0) })
  replacePort(owner, dependencies, 'store', { ...store, claimOverdue: (terms) => claim(terms, false) })
  return { ...store, claimOverdue: (terms) => claim(terms, true) }
}
