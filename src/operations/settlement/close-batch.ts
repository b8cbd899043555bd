// Closes a merchant's open settlement batch with its acquirer. Its transactions can be refunded, but no longer voided.

import { noAnswer, replyWithin } from '../../concurrency/with-timeout.ts'
import type { BatchReply } from '../../ports/acquirers/acquirer.ts'
import type { Ports } from '../call.ts'

export type CloseBatchResult =
  | (Extract<BatchReply, { kind: 'closed' }> & { readonly acquirerId: string })
  | { readonly kind: 'nothingOpen' | 'noAnswer' | 'unknownMerchant' | 'noAcquirer' | 'notSupported' }

export async function closeBatch(
  { merchantId, userId }: { merchantId: string; userId: string },
  { store, acquirers, clock, timeouts }: Pick<Ports, 'store' | 'acquirers' | 'clock' | 'timeouts'>,
): Promise<CloseBatchResult> {
  const access = await store.findMerchant(merchantId)
  if (!access) return { kind: 'unknownMerchant' }
  const link = access.merchant.profile.acquirerLink
  const acquirer = acquirers.of(link)
  if (!acquirer) return { kind: 'noAcquirer' }
  if (!acquirer.capabilities.closesBatches) return { kind: 'notSupported' }
  const reply = await replyWithin(acquirer.closeBatch({ acquirerMerchantId: link.acquirerMerchantId }), {
    timeoutMs: timeouts.acquirerTimeoutMs,
    silence: noAnswer,
  })
  if (reply.kind !== 'closed') return reply
  const { batch } = reply
  const { acquirerId } = link
  const at = clock.now()
  const totals = reply.totals.map((total) => ({
    ...total,
    capturedMinor: String(total.capturedMinor),
    refundedMinor: String(total.refundedMinor),
  }))
  // If this is not stored, a void is still refused: it names its batch, and the acquirer knows that it is closed.
  await store.recordClosedBatch(
    { merchantId, acquirerId, batch, totals, closedAt: at },
    { merchantId, actor: userId, action: 'BATCH_CLOSED', subject: { acquirerId, batch }, at },
  )
  return { ...reply, acquirerId }
}
