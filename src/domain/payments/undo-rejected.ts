// How a payment that was rejected in review is undone: by a void while that is possible, otherwise by a refund of what still
// stands. It is owed until it is done; only a definite no of the acquirer makes it a case for people.

import type { Rejection } from '../rejection.ts'
import { type GatewayCode, gatewayCodes } from './gateway-code.ts'
import { leftToRefundMinor, type OrderTransaction, refundableTransactions } from './order.ts'

/** What a void or a refund came to: refused before anybody was asked, overtaken by another change, or answered. */
export type UndoResult = Pick<Rejection, 'kind' | 'reason' | 'cause'> | { readonly kind: 'moved' } | UndoAnswer

interface UndoAnswer {
  readonly kind: 'answered'
  readonly gatewayCode: GatewayCode | undefined
}

/**
 * - DONE: it is undone.
 * - OWED: it is not, and has to be tried again.
 * - IMPOSSIBLE: this way it cannot be undone.
 */
export type UndoStatus = 'DONE' | 'OWED' | 'IMPOSSIBLE'

/** Failures that are not the acquirer's no: it was out of reach, somebody else was faster, or it did not say why. */
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

/** What the order or the operator's settings may make good: its target is gone, or it has no link just now. */
const mayChange: ReadonlySet<Rejection['reason']> = new Set([
  'NO_ACQUIRER_LINK',
  'NOTHING_TO_REFUND',
  'NOTHING_TO_VOID',
  'TARGET_UNSUITABLE',
])

/** What a refund must give back so that nothing of a payment is kept: neither what was refunded nor what banks took back. */
export function minorToRefund(transactions: readonly OrderTransaction[], transactionId: string): bigint {
  const standsMinor = leftToRefundMinor(transactions)
  const leftMinor =
    refundableTransactions(transactions).find(({ transaction }) => transaction.id === transactionId)?.leftMinor ?? 0n
  return standsMinor < leftMinor ? standsMinor : leftMinor
}
