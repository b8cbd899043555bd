// How a payment that was rejected in review is cancelled: by a void while that is possible, otherwise by a refund of
// the remaining amount. It is owed until it is done; a decision of the acquirer against both, or too many tries, leave it
// for manual handling.

import type { GatewayCode } from '../../kernel/gateway-code.ts'
import type { Rejection } from '../../kernel/rejection.ts'
import {
  effectiveTransactions,
  isSuccessful,
  leftToRefundMinor,
  type OrderTransaction,
  refundableTransactions,
} from './order.ts'
import { type FailureCode, progressOf, type RefusalMeaning, type UndoTry } from './refusal.ts'
import type { OpenReversal } from './shown-status.ts'

/**
 * The result of a void or a refund: refused before the acquirer was called, overtaken by another change, or answered.
 */
export type UndoResult = Pick<Rejection, 'kind' | 'reason' | 'cause'> | { readonly kind: 'MOVED' } | UndoResponse

interface UndoResponse {
  readonly kind: 'ANSWERED'
  readonly gatewayCode: GatewayCode | undefined
}

/**
 * - DONE: it is cancelled.
 * - OWED: it is not, and has to be retried.
 * - IMPOSSIBLE: it cannot be cancelled this way.
 */
export type UndoStatus = 'DONE' | 'OWED' | 'IMPOSSIBLE'

/** Each try is a visible transaction of the order; with the pauses between them these are nearly two days. */
export const undoTriesMax = 50
/** Rounds include those in which nothing could be tried, for want of a link, for example; nearly a week. */
export const undoRoundsMax = 160

interface UndoHistory {
  /** The earlier tries of the same kind. */
  readonly tries: readonly UndoTry[]
  meaningOf(code: FailureCode): RefusalMeaning
}

export function undoStatusOf(result: UndoResult, { tries, meaningOf }: UndoHistory): UndoStatus {
  if (result.kind === 'MOVED') return 'OWED'
  if (result.kind === 'REJECTED')
    return result.cause === 'INVALID_REQUEST' && !mayChange.has(result.reason) ? 'IMPOSSIBLE' : 'OWED'
  switch (progressOf([...tries, result], meaningOf)) {
    case 'DONE':
      return 'DONE'
    case 'REFUSED':
      return 'IMPOSSIBLE'
    default:
      return 'OWED'
  }
}

/**
 * What a change of the order or of the operator's settings may resolve: its target is gone, or it has no link at
 * present.
 */
const mayChange: ReadonlySet<Rejection['reason']> = new Set([
  'NO_ACQUIRER_LINK',
  'NOTHING_TO_REFUND',
  'NOTHING_TO_VOID',
  'TARGET_UNSUITABLE',
])

/** What a refund must return so that nothing of a payment is kept; excludes what was refunded or banks took back. */
export function minorToRefund(transactions: readonly OrderTransaction[], transactionId: string): bigint {
  const standsMinor = leftToRefundMinor(transactions)
  const leftMinor =
    refundableTransactions(transactions).find(({ transaction }) => transaction.id === transactionId)?.leftMinor ?? 0n
  return standsMinor < leftMinor ? standsMinor : leftMinor
}

/** An update or a partial refund refers to the same transaction but does not reverse it. */
export function isStillHeld(transactions: readonly OrderTransaction[], transactionId: string): boolean {
  const heldTransaction = effectiveTransactions(transactions).find(({ id }) => id === transactionId)
  if (!heldTransaction) return false
  return heldTransaction.type === 'AUTHORIZATION' || minorToRefund(transactions, transactionId) > 0n
}

/** Of a transaction of the order. A rejected payment that was voided or refunded since, by whatever means, needs none any more. */
export function stillOpenReversal(
  openReversal: OpenReversal | undefined,
  transactionId: string,
  transactions: readonly OrderTransaction[],
): OpenReversal | undefined {
  if (!openReversal) return undefined
  const reversed = transactions.find(({ id }) => id === transactionId)
  return reversed && isSuccessful(reversed) && !isStillHeld(transactions, transactionId) ? undefined : openReversal
}
