// How a payment that was rejected in review is cancelled: by a void while that is possible, otherwise by a refund of
// the remaining amount. It is owed until it is done; only a definite refusal of the acquirer leaves it for manual
// handling.

import type { Rejection } from '../rejection.ts'
import { type GatewayCode, gatewayCodes } from './gateway-code.ts'
import { leftToRefundMinor, type OrderTransaction, refundableTransactions } from './order.ts'

/**
 * The result of a void or a refund: refused before the acquirer was called, overtaken by another change, or answered.
 */
export type UndoResult = Pick<Rejection, 'kind' | 'reason' | 'cause'> | { readonly kind: 'moved' } | UndoAnswer

interface UndoAnswer {
  readonly kind: 'answered'
  readonly gatewayCode: GatewayCode | undefined
}

/**
 * - DONE: it is cancelled.
 * - OWED: it is not, and has to be retried.
 * - IMPOSSIBLE: it cannot be cancelled this way.
 */
export type UndoStatus = 'DONE' | 'OWED' | 'IMPOSSIBLE'

/**
 * Failures that are not the acquirer's refusal: it was unreachable, another change came first, or it gave no reason.
 */
const notAcquirerDecisions: ReadonlySet<GatewayCode> = new Set([
  'ABORTED',
  'ACQUIRER_SYSTEM_ERROR',
  'BLOCKED',
  'CANCELLED',
  'LOCK_FAILURE',
  'SYSTEM_ERROR',
  'TIMED_OUT',
  'UNSPECIFIED_FAILURE',
])

export function undoStatusOf(result: UndoResult): UndoStatus {
  if (result.kind === 'moved') return 'OWED'
  if (result.kind === 'rejected')
    return result.cause === 'INVALID_REQUEST' && !mayChange.has(result.reason) ? 'IMPOSSIBLE' : 'OWED'
  if (result.gatewayCode === undefined) return 'OWED'
  const { result: outcome, isOpen } = gatewayCodes[result.gatewayCode]
  if (isOpen) return 'OWED'
  if (outcome === 'SUCCESS') return 'DONE'
  return notAcquirerDecisions.has(result.gatewayCode) ? 'OWED' : 'IMPOSSIBLE'
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
