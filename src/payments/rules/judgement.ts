// The interpretation of an acquirer's response: the code for the merchant, the amount that counts, and whether the
// acquirer must be instructed to reverse what it did; and what follows when there is no response.

import { type GatewayCode, gatewayCodes } from '../../kernel/gateway-code.ts'
import { isExpressible } from '../../kernel/money.ts'
import type { TransactionType } from '../../kernel/transaction-type.ts'
import type { Assessment } from '../../risk/rules/risk.ts'
import { isSuccessful } from './order.ts'

export type ResultSummary =
  /** Nothing was sent outside. */
  | { readonly kind: 'DECIDED_HERE'; readonly gatewayCode: GatewayCode }
  /** Operators have recorded what the acquirer has done. Nothing is reversed on their word. */
  | { readonly kind: 'RESOLVED_MANUALLY'; readonly gatewayCode: GatewayCode }
  | { readonly kind: 'ANSWERED'; readonly gatewayCode: GatewayCode; readonly approvedMinor?: bigint | undefined }
  | { readonly kind: 'NOT_SENT' }
  | { readonly kind: 'NO_ANSWER' }

export interface Judgement {
  readonly gatewayCode: GatewayCode
  /** The transaction's amount: the approved amount, or the requested one when nothing was approved. */
  readonly amountMinor: bigint
  /** Less was approved than requested, and the merchant accepts it. */
  readonly isPartial: boolean
  /** The acquirer has, or may have, moved money that counts as not moved. */
  readonly owesReversal: boolean
  /** Approved, but a user has to review it before it is captured. */
  readonly awaitsReview: boolean
}

const movesMoney: ReadonlySet<TransactionType> = new Set(['AUTHORIZATION', 'CAPTURE', 'PAYMENT', 'REFUND'])

/**
 * What may be approved for less than requested. An earlier transaction is captured, refunded, changed or voided as
 * requested, or not at all.
 */
const mayBePartial: ReadonlySet<TransactionType> = new Set(['AUTHORIZATION', 'PAYMENT'])

export function judgeResult(
  acquirerResult: ResultSummary,
  request: {
    readonly type: TransactionType
    readonly amountMinor: bigint
    readonly currency?: string
    readonly afterSilence: TimeoutPolicy
    readonly acceptsPartialAmount: boolean
    /** With the acquirer's response, if there was one. */
    readonly assessment: Assessment | undefined
  },
): Judgement {
  const { type, amountMinor, assessment } = request
  const plain = { amountMinor, isPartial: false, owesReversal: false, awaitsReview: false }
  if (acquirerResult.kind === 'DECIDED_HERE') return { ...plain, gatewayCode: acquirerResult.gatewayCode }
  if (acquirerResult.kind === 'RESOLVED_MANUALLY') {
    const { gatewayCode } = acquirerResult
    return { ...plain, gatewayCode, awaitsReview: isSuccessful(acquirerResult) && needsReview(request) }
  }
  if (acquirerResult.kind === 'NOT_SENT') return { ...plain, gatewayCode: 'ACQUIRER_SYSTEM_ERROR' }
  if (acquirerResult.kind === 'NO_ANSWER' || !isPlausibleResponse(acquirerResult, request)) {
    if (request.afterSilence !== 'REVERSE') return { ...plain, gatewayCode: 'UNKNOWN' }
    return { ...plain, gatewayCode: 'TIMED_OUT', owesReversal: movesMoney.has(type) }
  }

  const { gatewayCode, approvedMinor = amountMinor } = acquirerResult
  const { result, isOpen, callsForReversal } = gatewayCodes[gatewayCode]
  // An advice is repeated until the acquirer knows what it did; it is never reversed.
  if (callsForReversal && request.afterSilence === 'REPEAT') return { ...plain, gatewayCode: 'UNKNOWN' }
  if (result !== 'SUCCESS' || isOpen)
    return { ...plain, gatewayCode, owesReversal: callsForReversal && movesMoney.has(type) }
  if (assessment?.verdict === 'REJECTED')
    return { ...plain, gatewayCode: 'BLOCKED', owesReversal: movesMoney.has(type) }
  const isPartial = gatewayCode === 'PARTIALLY_APPROVED'
  if (isPartial && !request.acceptsPartialAmount) return { ...plain, gatewayCode: 'DECLINED', owesReversal: true }
  const awaitsReview = needsReview(request)
  return { gatewayCode, amountMinor: approvedMinor, isPartial, owesReversal: false, awaitsReview }
}

function needsReview({
  type,
  assessment,
}: {
  readonly type: TransactionType
  readonly assessment: Assessment | undefined
}): boolean {
  return assessment?.verdict === 'REVIEW_REQUIRED' && movesMoney.has(type)
}

/** Codes that only the gateway may use; an acquirer that sends one is not trusted. */
const gatewayOnlyCodes: ReadonlySet<GatewayCode> = new Set(['APPROVED_AUTO', 'BLOCKED', 'LOCK_FAILURE', 'SUBMITTED'])

/** An impossible answer counts as no response: the acquirer may have acted, and how is unknown. */
export function isPlausibleResponse(
  { gatewayCode, approvedMinor }: { readonly gatewayCode: GatewayCode; readonly approvedMinor?: bigint | undefined },
  {
    type,
    amountMinor,
    currency,
  }: { readonly type: TransactionType; readonly amountMinor: bigint; readonly currency?: string },
): boolean {
  if (gatewayOnlyCodes.has(gatewayCode)) return false
  if (gatewayCode === 'PARTIALLY_APPROVED')
    return (
      mayBePartial.has(type) &&
      approvedMinor !== undefined &&
      approvedMinor > 0n &&
      approvedMinor < amountMinor &&
      // No response could show it.
      (currency === undefined || isExpressible({ amountMinor: approvedMinor, currency }))
    )
  const isFailure = gatewayCodes[gatewayCode].result === 'FAILURE'
  return approvedMinor === undefined || approvedMinor === amountMinor || (isFailure && approvedMinor === 0n)
}

// What follows when a request outside was not answered. No response is not a refusal.

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

interface RequestedTransaction {
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

/** The advice codes that mean: do not try again. */
const stopAdvices: ReadonlySet<string> = new Set(['03', '21'])

export function stopsRecurring({
  recurringPaymentAdvice = '',
}: {
  readonly recurringPaymentAdvice?: string | undefined
}): boolean {
  return stopAdvices.has(recurringPaymentAdvice)
}
