// What follows when a request outside was not answered. No reply is not a refusal.
import type { TransactionType } from './transaction-type.ts'

/**
 * - REVERSE: the request counts as declined, which lets the merchant try again at once, and is reversed.
 * - ASK: voiding or changing an earlier transaction cannot be reversed without harm; its outcome stays open and is
 *   inquired for.
 */
export type TimeoutPolicy = 'REVERSE' | 'ASK'

/** For acquirers that do not support advices. */
export const defaultTimeoutPolicies = {
  AUTHORIZE: 'REVERSE',
  CAPTURE: 'REVERSE',
  PAY: 'REVERSE',
  REFUND: 'REVERSE',
  STANDALONE_CAPTURE: 'REVERSE',
  STANDALONE_REFUND: 'REVERSE',
  UPDATE_AUTHORIZATION: 'ASK',
  VERIFY: 'REVERSE',
  VOID: 'ASK',
} as const satisfies Readonly<Record<string, TimeoutPolicy>>

/** The request to an acquirer for a kind of transaction; the other kinds are never sent to one. */
const requestKinds = {
  AUTHENTICATION: undefined,
  AUTHORIZATION: 'AUTHORIZE',
  AUTHORIZATION_UPDATE: 'UPDATE_AUTHORIZATION',
  CAPTURE: 'CAPTURE',
  CHARGEBACK: undefined,
  DISBURSEMENT: undefined,
  FUNDING: undefined,
  PAYMENT: 'PAY',
  REFUND: 'REFUND',
  REFUND_REQUEST: undefined,
  VERIFICATION: 'VERIFY',
  VOID_AUTHORIZATION: 'VOID',
  VOID_CAPTURE: 'VOID',
  VOID_PAYMENT: 'VOID',
  VOID_REFUND: 'VOID',
} as const satisfies Readonly<Record<TransactionType, keyof typeof defaultTimeoutPolicies | undefined>>

export function timeoutPolicyFor(
  type: TransactionType,
  policy: Readonly<Record<keyof typeof defaultTimeoutPolicies, TimeoutPolicy>> = defaultTimeoutPolicies,
): TimeoutPolicy {
  const requestKind = requestKinds[type]
  return requestKind === undefined ? 'REVERSE' : policy[requestKind]
}
