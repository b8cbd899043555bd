// What follows when somebody outside was asked and did not answer. Silence is not a no.
import type { TransactionType } from './transaction-type.ts'

/**
 * - REVERSE: what was asked counts as declined, so that the merchant may try again at once, and is reversed.
 * - ASK: undoing or changing an earlier transaction cannot be reversed in turn without doing harm; its outcome stays open
 *   and is asked for.
 */
export type TimeoutPolicy = 'REVERSE' | 'ASK'

/** For acquirers that know no advices. */
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

/** What an acquirer is asked for a transaction; of the others none ever hears. */
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
  const asked = requestKinds[type]
  return asked === undefined ? 'REVERSE' : policy[asked]
}
