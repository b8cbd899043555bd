// What an acquirer's reply comes to: the code a merchant is told, the amount that counts, and whether the acquirer must be
// told to forget what it did.

import type { Assessment } from '../risk/risk.ts'
import { type GatewayCode, gatewayCodes } from './gateway-code.ts'
import type { TimeoutPolicy } from './timeout-policy.ts'
import type { TransactionType } from './transaction-type.ts'

export type ReplySummary =
  /** Nobody outside was asked. */
  | { readonly kind: 'decidedHere'; readonly gatewayCode: GatewayCode }
  | { readonly kind: 'answered'; readonly gatewayCode: GatewayCode; readonly approvedMinor?: bigint }
  | { readonly kind: 'notSent' }
  | { readonly kind: 'noAnswer' }

export interface Judgement {
  readonly gatewayCode: GatewayCode
  /** What the transaction comes to: the approved amount, or what was asked for when nothing was approved. */
  readonly amountMinor: bigint
  /** Less was approved than asked for, and the merchant takes it. */
  readonly isPartial: boolean
  /** The acquirer has, or may have, moved money that counts as not moved. */
  readonly owesReversal: boolean
  /** Approved, but somebody has to look at it before it is captured. */
  readonly awaitsReview: boolean
}

const movesMoney: ReadonlySet<TransactionType> = new Set(['AUTHORIZATION', 'CAPTURE', 'PAYMENT', 'REFUND'])

/** What may be approved for less than was asked for. An earlier transaction is captured, refunded, changed or undone as
 * asked, or not at all. */
const mayBePartial: ReadonlySet<TransactionType> = new Set(['AUTHORIZATION', 'PAYMENT'])

export function judgeReply(
  heard: ReplySummary,
  asked: {
    readonly type: TransactionType
    readonly amountMinor: bigint
    readonly afterSilence: TimeoutPolicy
    readonly acceptsPartialAmount: boolean
    /** With what the acquirer said, when it said anything. */
    readonly assessment: Assessment | undefined
  },
): Judgement {
  const { type, amountMinor, assessment } = asked
  const plain = { amountMinor, isPartial: false, owesReversal: false, awaitsReview: false }
  if (heard.kind === 'decidedHere') return { ...plain, gatewayCode: heard.gatewayCode }
  if (heard.kind === 'notSent') return { ...plain, gatewayCode: 'ACQUIRER_SYSTEM_ERROR' }
  if (heard.kind === 'noAnswer' || !isPlausibleResponse(heard, asked)) {
    if (asked.afterSilence === 'ASK') return { ...plain, gatewayCode: 'UNKNOWN' }
    return { ...plain, gatewayCode: 'TIMED_OUT', owesReversal: movesMoney.has(type) }
  }

  const { gatewayCode, approvedMinor = amountMinor } = heard
  const { result, isOpen, callsForReversal } = gatewayCodes[gatewayCode]
  if (result !== 'SUCCESS' || isOpen)
    return { ...plain, gatewayCode, owesReversal: callsForReversal && movesMoney.has(type) }
  if (assessment?.verdict === 'REJECTED')
    return { ...plain, gatewayCode: 'BLOCKED', owesReversal: movesMoney.has(type) }
  const isPartial = gatewayCode === 'PARTIALLY_APPROVED'
  if (isPartial && !asked.acceptsPartialAmount) return { ...plain, gatewayCode: 'DECLINED', owesReversal: true }
  const awaitsReview = assessment?.verdict === 'REVIEW_REQUIRED' && movesMoney.has(type)
  return { gatewayCode, amountMinor: approvedMinor, isPartial, owesReversal: false, awaitsReview }
}

/** Codes that are ours alone to give; an acquirer that sends one is not to be believed. */
const gatewayOnlyCodes: ReadonlySet<GatewayCode> = new Set(['APPROVED_AUTO', 'BLOCKED', 'LOCK_FAILURE', 'SUBMITTED'])

/** An answer that cannot be is no answer: the acquirer may have acted, and nobody knows how. */
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
