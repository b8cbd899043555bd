// Closes the open settlement batch at the upstream gateway. The API names the batch that was closed and no totals, so that
// they cannot be compared.

import type { BatchToClose, ClosingResult } from '../../payments/ports/batches.ts'
import type { CloseBatchResponse } from '../../settlement/contract/close-batch.ts'
import type { DeepPartial } from './answers.ts'
import type { Upstream } from './upstream.ts'

/** By a currency of the batch: the upstream finds by it the link that has taken the payments. */
export async function closeAtUpstream(
  { acquirerMerchantId, batch }: BatchToClose,
  upstream: Upstream,
): Promise<ClosingResult> {
  const counted = await batch?.count()
  if (counted === undefined || counted === 'IN_FLIGHT') return { kind: 'NOTHING_OPEN' }
  const [total] = counted
  if (!total) return { kind: 'NOTHING_OPEN' }
  const closing = await upstream.closeBatch(acquirerMerchantId, total.currency)
  // A link of the upstream that closes batches on its schedule alone, for example.
  if (closing.kind === 'REFUSAL') return { kind: 'REFUSED' }
  if (closing.kind !== 'ANSWER') return { kind: 'NO_ANSWER' }
  const { merchant, result, acquirer } = closing.answer as DeepPartial<CloseBatchResponse>
  if (merchant !== acquirerMerchantId || result !== 'SUCCESS') return { kind: 'NO_ANSWER' }
  return acquirer?.batch === undefined ? { kind: 'NOTHING_OPEN' } : { kind: 'CLOSED', batch: acquirer.batch }
}
