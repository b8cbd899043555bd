// The interpretation of an acquirer's reply: the code for the merchant, the amount that counts, and whether the
// acquirer must be instructed to reverse what it did.

import type { Assessment } from '../risk/risk.ts'
import { type GatewayCode, gatewayCodes } from './gateway-code.ts'
import { isSuccessful } from './order.ts'
import type { TimeoutPolicy } from './timeout-policy.ts'
import type { TransactionType } from './transaction-type.ts'

export type ReplySummary =
  /** Nothing was sent outside. */
  | { readonly kind: 'decidedHere'; readonly gatewayCode: GatewayCode }
  /** Operators have recorded what the acquirer has done. Nothing is reversed on their word. */
  | { readonly kind: 'resolvedManually'; readonly gatewayCode: GatewayCode }
  | { readonly kind: 'answered'; readonly gatewayCode: GatewayCode; readonly approvedMinor?: bigint }
  | { readonly kind: 'notSent' }
  | { readonly kind: 'noAnswer' }

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

export function judgeReply(
  reply: ReplySummary,
  request: {
    readonly type: TransactionType
    readonly amountMinor: bigint
    readonly afterSilence: TimeoutPolicy
    readonly acceptsPartialAmount: boolean
    /** With the acquirer's reply, if there was one. */
    readonly assessment: Assessment | undefined
  },
): Judgement {
  const { type, amountMinor, assessment } = request
  const plain = { amountMinor, isPartial: false, owesReversal: false, awaitsReview: false }
  if (reply.kind === 'decidedHere') return { ...plain, gatewayCode: reply.gatewayCode }
  if (reply.kind === 'resolvedManually') {
    const { gatewayCode } = reply
    return { ...plain, gatewayCode, awaitsReview: isSuccessful(reply) && needsReview(request) }
  }
  if (reply.kind === 'notSent') return { ...plain, gatewayCode: 'ACQUIRER_SYSTEM_ERROR' }
  if (reply.kind === 'noAnswer' || !isPlausibleResponse(reply, request)) {
    if (request.afterSilence !== 'REVERSE') return { ...plain, gatewayCode: 'UNKNOWN' }
    return { ...plain, gatewayCode: 'TIMED_OUT', owesReversal: movesMoney.has(type) }
  }

  const { gatewayCode, approvedMinor = amountMinor } = reply
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

/** An impossible answer counts as no answer: the acquirer may have acted, and how is unknown. */
export function isPlausibleResponse(
  { gatewayCode, approvedMinor }: { readonly gatewayCode: GatewayCode; readonly approvedMinor?: bigint },
  { type, amountMinor }: { readonly type: TransactionType; readonly amountMinor: bigint },
): boolean {
  if (gatewayOnlyCodes.has(gatewayCode)) return false
  if (gatewayCode === 'PARTIALLY_APPROVED')
    return mayBePartial.has(type) && approvedMinor !== undefined && approvedMinor > 0n && approvedMinor < amountMinor
  const isFailure = gatewayCodes[gatewayCode].result === 'FAILURE'
  return approvedMinor === undefined || approvedMinor === amountMinor || (isFailure && approvedMinor === 0n)
}
