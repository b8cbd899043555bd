// What the upstream has recorded under an order: the fate of each request, and whether it was reversed since.
import type { AcquirerResponse } from '../../../ports/acquirers/acquirer.ts'
import { isSuccessful, outcomeOf, type UpstreamAnswer, type UpstreamReply } from './answers.ts'
import type { RequestOwner } from './recorded-requests.ts'
import type { UpstreamIds } from './requests.ts'
import type { Upstream } from './upstream.ts'

/** A reversal has the same id at every repeat: a void, or a refund where it is too late for one. */
export const reversalIds = {
  voidOf: (reference: string) => `${reference}-R`,
  refundOf: (reference: string) => `${reference}-RF`,
} as const

export type RecordedTransaction =
  /** It is there, and can be understood. */
  | {
      readonly kind: 'found'
      readonly answer: UpstreamAnswer
      readonly outcome: AcquirerResponse
      readonly isReversed: boolean
    }
  /** The upstream has never received it. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'noAnswer' }

export async function findTransaction(
  ids: UpstreamIds,
  upstream: Upstream,
  owner?: RequestOwner,
): Promise<RecordedTransaction> {
  const { merchantId, orderId, transactionId } = ids
  const reply = await upstream.retrieveOrder({ merchantId, orderId }, owner)
  if (isUnknownOrder(reply)) return { kind: 'unknown' }
  if (reply.kind !== 'answer') return { kind: 'noAnswer' }
  const order = reply.answer as RecordedOrder
  if (order.id !== orderId || order.merchant !== merchantId || !order.transaction) return { kind: 'noAnswer' }
  const withId = (id: string) => order.transaction?.find(({ transaction }) => transaction?.id === id)
  const answer = withId(transactionId)
  if (!answer) return { kind: 'unknown' }
  const outcome = outcomeOf(answer)
  const undone = [withId(reversalIds.voidOf(transactionId)), withId(reversalIds.refundOf(transactionId))]
  return outcome ? { kind: 'found', answer, outcome, isReversed: undone.some(isSuccessful) } : { kind: 'noAnswer' }
}

interface RecordedOrder {
  readonly id?: string
  readonly merchant?: string
  readonly transaction?: readonly UpstreamAnswer[]
}

/**
 * An unknown order is refused with an explanation alone. Any other refusal of this request is about credentials, address
 * or version, and says nothing about the order.
 */
function isUnknownOrder(reply: UpstreamReply): boolean {
  if (reply.kind !== 'refusal' || reply.status !== 400) return false
  const { cause, field, validationType } = reply.error
  return cause === 'INVALID_REQUEST' && field === undefined && validationType === undefined
}
