// Ends one reversal that is owed. A payment that failed or timed out is reversed at the acquirer behind the scenes; one
// that succeeded and was rejected in review is undone by a void on the order, which everybody can see.
import { layOver } from '../domain/lay-over.ts'
import { isSuccessful, standingOf, statusOf } from '../domain/order.ts'
import type { Reversal, StoredTransaction } from '../ports/store.ts'
import type { Call, Ports } from './call.ts'
import { askToReverse } from './steps/ask-to-reverse.ts'
import { describeReversal } from './steps/describe-outcome.ts'
import { Openings } from './steps/open-sealed.ts'
import { undo } from './void.ts'

/** False when it stays owed. */
export async function reverseOwed(owed: StoredTransaction, ports: Ports): Promise<boolean> {
  const reversal = isSuccessful(owed) ? await undoRejected(owed, ports) : await askToReverse(owed, ports)
  if (reversal === 'OWED') return false
  const stored = await ports.store.findOrder(owed.key)
  const transaction = stored?.transactions.find(({ key }) => key.transactionId === owed.key.transactionId)
  if (!stored || !transaction) return false
  // Another process took it over when this one was slow, and has recorded it.
  if (transaction.reversal !== 'OWED') return true
  return ports.store.amend({
    key: owed.key,
    orderRevision: stored.order.revision,
    at: ports.clock.now(),
    kind: 'REVERSAL',
    reversal,
    orderStatus: statusOf(stored.order.transactions),
    answer: withReversal(transaction, reversal),
  })
}

/** Merchants are told of a reversal where a risk rule or a reviewer was its cause. */
function withReversal({ answer = {}, gatewayCode, decision }: StoredTransaction, reversal: Reversal): object {
  if (gatewayCode !== 'BLOCKED' && decision !== 'REJECTED') return answer
  return layOver(answer as Record<string, unknown>, { risk: { response: describeReversal(reversal) } })
}

async function undoRejected(owed: StoredTransaction, ports: Ports): Promise<Reversal> {
  const { merchantId, orderId, transactionId: targetTransactionId } = owed.key
  const [stored, access] = await Promise.all([ports.store.findOrder(owed.key), ports.store.findMerchant(merchantId)])
  if (!stored || !access) return 'OWED'
  // Not by what follows it alone: an update or a refund is about the same transaction and undoes nothing of it.
  if (!standingOf(stored.order.transactions).some(({ id }) => id === targetTransactionId)) return 'DONE'
  const call: Call = {
    merchant: access.merchant,
    key: { merchantId, orderId, transactionId: ports.identifiers.transactionId('reversal') },
    traits: {},
    openings: new Openings(),
    reader: { hasCertificate: false, asksUnmasked: false },
  }
  const result = await undo({ transaction: { targetTransactionId } }, { stored, call, entryPoint: 'AUTO' }, ports)
  if (result.kind === 'rejected') return 'REFUSED'
  if (result.kind === 'moved') return 'OWED'
  const { result: outcome, response } = result.answer as { result: string; response?: { gatewayCode?: string } }
  if (outcome === 'UNKNOWN') return 'OWED'
  if (outcome === 'SUCCESS') return 'DONE'
  return response?.gatewayCode === 'LOCK_FAILURE' ? 'OWED' : 'REFUSED'
}
