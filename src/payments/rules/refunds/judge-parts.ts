// The outcome of a refund in parts, from that of the part that was asked for last. Those before it were approved: otherwise it
// would not have been begun.
import { gatewayCodes } from '../../../kernel/gateway-code.ts'
import type { Judgement } from '../judgement.ts'
import { isSuccessful } from '../order.ts'
import type { RefundPart } from './refund-parts.ts'

interface RefundInParts {
  /** What the merchant has requested. */
  readonly amountMinor: bigint
  readonly parts?: readonly RefundPart[] | undefined
}

/**
 * An open outcome stays open. Otherwise the refund has succeeded if any part was approved, with the sum of those; the last part
 * may be owed a reversal all the same.
 */
export function judgeParts(ofLast: Judgement, { amountMinor: requestedMinor, parts }: RefundInParts): Judgement {
  if (!parts) return ofLast
  const isApproved = isSuccessful(ofLast)
  const approved = isApproved ? parts : parts.slice(0, -1)
  if (gatewayCodes[ofLast.gatewayCode].isOpen || approved.length === 0)
    return { ...ofLast, amountMinor: requestedMinor }
  const amountMinor = approved.reduce((sum, part) => sum + part.amountMinor, 0n)
  if (amountMinor === requestedMinor) return { ...ofLast, amountMinor }
  return { ...ofLast, gatewayCode: 'PARTIALLY_APPROVED', amountMinor, isPartial: true }
}
