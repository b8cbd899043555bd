// What follows when a request outside was not answered. No reply is not a refusal.
import type { TransactionType } from './transaction-type.ts'

/**
 * - REVERSE: the request counts as declined, which lets the merchant try again at once, and is reversed.
 * - ASK: voiding or changing an earlier transaction cannot be reversed without harm; its outcome stays open and is
 *   inquired for.
 * - REPEAT: an advice. The same request is sent under the same reference until it is acknowledged; the order stays locked,
 *   and no reversal is ever sent for it.
 */
export type TimeoutPolicy = 'REVERSE' | 'ASK' | 'REPEAT'

/** Requests about an earlier transaction: everything in them is stored, so that they can be sent again as they were. */
type RepeatableKind = 'CAPTURE' | 'REFUND' | 'UPDATE_AUTHORIZATION' | 'VOID'

/** What follows silence, by request. One with an instrument cannot be repeated: security codes are never stored. */
export type TimeoutPolicies = {
  readonly [Kind in keyof typeof defaultTimeoutPolicies]: Kind extends RepeatableKind
    ? TimeoutPolicy
    : Exclude<TimeoutPolicy, 'REPEAT'>
}

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

export interface RequestedTransaction {
  readonly type: TransactionType
  /** The transaction that provided the account; none when this one did. */
  readonly instrumentTransactionId?: string | undefined
}

export function timeoutPolicyFor(
  transaction: RequestedTransaction,
  policies: TimeoutPolicies = defaultTimeoutPolicies,
): TimeoutPolicy {
  const requestKind = requestKindOf(transaction)
  return requestKind === undefined ? 'REVERSE' : policies[requestKind]
}

/** A capture or refund that provides its own account is a standalone one. */
function requestKindOf({ type, instrumentTransactionId }: RequestedTransaction) {
  const kind = requestKinds[type]
  if (instrumentTransactionId !== undefined) return kind
  if (kind === 'CAPTURE') return 'STANDALONE_CAPTURE'
  return kind === 'REFUND' ? 'STANDALONE_REFUND' : kind
}
