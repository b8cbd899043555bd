// Closes a merchant's open settlement batches with the acquirers of its routes. Their transactions can be refunded, but no
// longer voided.

import { noAnswer, replyWithin } from '../../concurrency/with-timeout.ts'
import type { BatchReply } from '../../ports/acquirers/acquirer.ts'
import type { Ports } from '../call.ts'
import { type ResolvedLink, resolveRouteLinks } from '../payments/resolve-link.ts'

export type AcquirerBatch = Omit<Extract<BatchReply, { kind: 'closed' }>, 'kind'> & { readonly acquirerId: string }

export type CloseBatchResult =
  | {
      readonly kind: 'closed'
      readonly batches: readonly AcquirerBatch[]
      /** Acquirers that did not respond: it is not known whether theirs were closed. */
      readonly silent: readonly string[]
    }
  | { readonly kind: 'nothingOpen' | 'noAnswer' | 'unknownMerchant' | 'noAcquirer' | 'notSupported' }

interface BatchToClose {
  readonly merchantId: string
  readonly userId: string
  /** Of this acquirer only. */
  readonly acquirerId?: string | undefined
}

type ClosingPorts = Pick<Ports, 'store' | 'acquirers' | 'clock' | 'timeouts'>

export async function closeBatch(
  { merchantId, userId, acquirerId }: BatchToClose,
  ports: ClosingPorts,
): Promise<CloseBatchResult> {
  const access = await ports.store.findMerchant(merchantId)
  if (!access) return { kind: 'unknownMerchant' }
  const links = resolveRouteLinks(access.merchant, ports.acquirers).filter(
    (link) => acquirerId === undefined || link.acquirerId === acquirerId,
  )
  if (links.length === 0) return { kind: 'noAcquirer' }
  const closing = links.filter((link) => link.acquirer.capabilities.closesBatches)
  if (closing.length === 0) return { kind: 'notSupported' }
  const replies = await Promise.all(closing.map((link) => closeAtLink(link, { merchantId, userId }, ports)))
  const batches = replies.flatMap((reply) => (reply.kind === 'closed' ? reply.closed : []))
  const silent = replies.flatMap((reply) => (reply.kind === 'noAnswer' ? reply.acquirerId : []))
  if (batches.length > 0) return { kind: 'closed', batches, silent }
  return { kind: silent.length > 0 ? 'noAnswer' : 'nothingOpen' }
}

type LinkReply = { readonly acquirerId: string } & (
  | { readonly kind: 'closed'; readonly closed: AcquirerBatch }
  | { readonly kind: 'nothingOpen' | 'noAnswer' }
)

async function closeAtLink(
  { acquirer, acquirerId, acquirerMerchantId }: ResolvedLink,
  { merchantId, userId }: { readonly merchantId: string; readonly userId: string },
  { store, clock, timeouts }: ClosingPorts,
): Promise<LinkReply> {
  const reply = await replyWithin(acquirer.closeBatch({ acquirerMerchantId }), {
    timeoutMs: timeouts.acquirerTimeoutMs,
    silence: noAnswer,
  })
  if (reply.kind !== 'closed') return { kind: reply.kind, acquirerId }
  const { batch } = reply
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
  return { kind: 'closed', acquirerId, closed: { acquirerId, batch, totals: reply.totals } }
}
