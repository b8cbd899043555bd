// What an acquirer's reply comes to: the code a merchant is told, the amount that counts, and whether the acquirer must be
// told to forget what it did.
import { type GatewayCode, gatewayCodes } from './gateway-code.ts'
import type { Assessment } from './risk.ts'
import type { TransactionType } from './transaction-type.ts'

export type Heard =
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

/**
 * Silence is not a no. What moves money counts as declined and is reversed, so that the merchant may try again at once.
 * Undoing or changing an earlier transaction cannot be reversed in turn without doing harm: its fate is asked for.
 */
const silenceMeans = {
  AUTHENTICATION: 'TIMED_OUT',
  AUTHORIZATION: 'TIMED_OUT',
  AUTHORIZATION_UPDATE: 'UNKNOWN',
  CAPTURE: 'TIMED_OUT',
  CHARGEBACK: 'TIMED_OUT',
  DISBURSEMENT: 'TIMED_OUT',
  FUNDING: 'TIMED_OUT',
  PAYMENT: 'TIMED_OUT',
  REFUND: 'TIMED_OUT',
  REFUND_REQUEST: 'TIMED_OUT',
  VERIFICATION: 'TIMED_OUT',
  VOID_AUTHORIZATION: 'UNKNOWN',
  VOID_CAPTURE: 'UNKNOWN',
  VOID_PAYMENT: 'UNKNOWN',
  VOID_REFUND: 'UNKNOWN',
} as const satisfies Readonly<Record<TransactionType, GatewayCode>>

const movesMoney: ReadonlySet<TransactionType> = new Set(['AUTHORIZATION', 'CAPTURE', 'PAYMENT', 'REFUND'])

export function judge(
  heard: Heard,
  asked: {
    readonly type: TransactionType
    readonly amountMinor: bigint
    readonly acceptsPartialAmount: boolean
    /** With what the acquirer said, when it said anything. */
    readonly assessment: Assessment | undefined
  },
): Judgement {
  const { type, amountMinor, assessment } = asked
  const plain = { amountMinor, isPartial: false, owesReversal: false, awaitsReview: false }
  if (heard.kind === 'decidedHere') return { ...plain, gatewayCode: heard.gatewayCode }
  if (heard.kind === 'notSent') return { ...plain, gatewayCode: 'ACQUIRER_SYSTEM_ERROR' }
  if (heard.kind === 'noAnswer' || !makesSense(heard, asked)) {
    const gatewayCode = silenceMeans[type]
    return { ...plain, gatewayCode, owesReversal: gatewayCode === 'TIMED_OUT' && movesMoney.has(type) }
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
const ours: ReadonlySet<GatewayCode> = new Set(['APPROVED_AUTO', 'BLOCKED', 'LOCK_FAILURE', 'SUBMITTED'])

/** An answer that cannot be is no answer: the acquirer may have acted, and nobody knows how. */
function makesSense(
  { gatewayCode, approvedMinor }: { readonly gatewayCode: GatewayCode; readonly approvedMinor?: bigint },
  { amountMinor }: { readonly amountMinor: bigint },
): boolean {
  if (ours.has(gatewayCode)) return false
  if (gatewayCode === 'PARTIALLY_APPROVED')
    return approvedMinor !== undefined && approvedMinor > 0n && approvedMinor < amountMinor
  const isFailure = gatewayCodes[gatewayCode].result === 'FAILURE'
  return approvedMinor === undefined || approvedMinor === amountMinor || (isFailure && approvedMinor === 0n)
}
