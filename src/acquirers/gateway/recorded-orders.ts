// What the upstream has recorded under an order: the fate of each request, and whether it was reversed since.
import type { AcquirerResponse } from '../../payments/index.ts'
import type { RedactedRequest } from '../redaction/redactor.ts'
import type { RequestOwner } from './recorded-requests.ts'
import type { UpstreamIds } from './requests.ts'
import { isSuccessful, moneyOf, outcomeOf, type UpstreamResponse, type UpstreamResult } from './responses.ts'
import type { Upstream } from './upstream.ts'

/** A void, or a refund where it is too late for one. */
export type UndoKind = 'VOID' | 'REFUND'

const idEnds: Readonly<Record<UndoKind, string>> = { VOID: '-R', REFUND: '-RF' }

/** The id of a try to undo a request: the same at every repeat until the upstream has recorded a failure under it. */
export function undoId(kind: UndoKind, reference: string, time: number): string {
  return `${reference}${idEnds[kind]}${time === 1 ? '' : time}`
}

/** The request that an id of this form undoes. */
export function undoneReference(id: string): string | undefined {
  return /^(.+)-RF?(?:[2-9]|[1-9]\d)?$/.exec(id)?.[1]
}

/** What is recorded of all tries, in their order. */
export function recordedUndos<Response>(
  kind: UndoKind,
  reference: string,
  find: (id: string) => Response | undefined,
): readonly Response[] {
  const undos: Response[] = []
  for (;;) {
    const response = find(undoId(kind, reference, undos.length + 1))
    if (response === undefined) return undos
    undos.push(response)
  }
}

/** The tries to undo a request. */
export type RecordedUndos = Readonly<Record<UndoKind, readonly UpstreamResponse[]>>

/** What the tries have refunded: an upstream may approve a part of a refund. */
export function refundedMinor(undos: RecordedUndos): bigint {
  return undos.REFUND.filter(isSuccessful).reduce(
    (sum, { transaction }) => sum + (moneyOf(transaction)?.amountMinor ?? 0n),
    0n,
  )
}

/** By a void, or by refunds of all of it. */
export function isUndone(undos: RecordedUndos, undone: UpstreamResponse): boolean {
  if (undos.VOID.some(isSuccessful)) return true
  const amountMinor = moneyOf(undone.transaction)?.amountMinor
  return undos.REFUND.some(isSuccessful) && amountMinor !== undefined && refundedMinor(undos) >= amountMinor
}

export interface FoundTransaction {
  readonly kind: 'FOUND'
  readonly response: UpstreamResponse
  readonly outcome: AcquirerResponse
  readonly isReversed: boolean
  readonly undos: RecordedUndos
  readonly order: RecordedOrder
}

export type RecordedTransaction =
  /** It is there, and can be understood. */
  | FoundTransaction
  /** The upstream has never received it. */
  | { readonly kind: 'UNKNOWN' }
  | { readonly kind: 'NO_ANSWER' }

export async function findTransaction(
  ids: UpstreamIds,
  upstream: Upstream,
  { owner, ...about }: RedactedRequest & { readonly owner?: RequestOwner } = {},
): Promise<RecordedTransaction> {
  const { merchantId, orderId, transactionId } = ids
  const result = await upstream.retrieveOrder({ merchantId, orderId }, owner, about)
  if (isUnknownOrder(result)) return { kind: 'UNKNOWN' }
  if (result.kind !== 'ANSWER') return { kind: 'NO_ANSWER' }
  const order = result.response as RecordedOrder
  if (order.id !== orderId || order.merchant !== merchantId || !order.transaction) return { kind: 'NO_ANSWER' }
  const withId = (id: string) => order.transaction?.find(({ transaction }) => transaction?.id === id)
  const response = withId(transactionId)
  if (!response) return { kind: 'UNKNOWN' }
  const outcome = outcomeOf(response)
  if (!outcome) return { kind: 'NO_ANSWER' }
  const undos = {
    VOID: recordedUndos('VOID', transactionId, withId),
    REFUND: recordedUndos('REFUND', transactionId, withId),
  }
  return { kind: 'FOUND', response, outcome, isReversed: isUndone(undos, response), undos, order }
}

interface RecordedOrder {
  readonly id?: string
  readonly merchant?: string
  readonly totalAuthorizedAmount?: string
  readonly totalCapturedAmount?: string
  readonly totalRefundedAmount?: string
  readonly currency?: string
  readonly transaction?: readonly UpstreamResponse[]
}

/**
 * An unknown order is refused with an explanation alone. Any other refusal of this request is about credentials, address
 * or version, and says nothing about the order.
 */
function isUnknownOrder(result: UpstreamResult): boolean {
  if (result.kind !== 'REFUSAL' || result.status !== 400) return false
  const { cause, field, validationType } = result.error
  return cause === 'INVALID_REQUEST' && field === undefined && validationType === undefined
}
