// A refund of several captures at an acquirer that knows each capture by itself: one request for each, oldest first, and the
// first that is not approved is the last.

/** What one of the requests refunds. */
export interface RefundPart {
  /** The capture or payment that it is taken from. */
  readonly targetTransactionId: string
  readonly amountMinor: bigint
}

interface Refundable {
  readonly transaction: { readonly id: string }
  readonly leftMinor: bigint
}

/**
 * A refund that names no target, taken from the oldest capture first. What exceeds all of them, which needs a privilege, is
 * asked for with the last part.
 */
export function splitRefund(candidates: readonly Refundable[], amountMinor: bigint): readonly RefundPart[] {
  const parts: RefundPart[] = []
  let restMinor = amountMinor
  for (const { transaction, leftMinor } of candidates) {
    const partMinor = restMinor < leftMinor ? restMinor : leftMinor
    if (partMinor <= 0n) continue
    parts.push({ targetTransactionId: transaction.id, amountMinor: partMinor })
    restMinor -= partMinor
  }
  if (restMinor === 0n) return parts
  const last = parts.pop() ?? { targetTransactionId: candidates[0]?.transaction.id ?? '', amountMinor: 0n }
  return [...parts, { ...last, amountMinor: last.amountMinor + restMinor }]
}

/** The parts that the amount of a successful refund consists of: the first ones, each approved as a whole. */
export function approvedParts<Part extends RefundPart>(refund: {
  readonly parts?: readonly Part[] | undefined
  readonly amountMinor: bigint
}): readonly Part[] {
  const { parts = [], amountMinor } = refund
  let sumMinor = 0n
  return parts.filter((part) => {
    sumMinor += part.amountMinor
    return sumMinor <= amountMinor
  })
}

interface RequestedTransaction {
  readonly amountMinor: bigint
  readonly targetTransactionId?: string | undefined
  /** Those that were begun: each is recorded before it is sent. */
  readonly parts?: readonly RefundPart[] | undefined
}

/** A transaction as its acquirer was asked for it last: the part that was begun last, or all of it. */
export function lastAsked<Requested extends RequestedTransaction>(requested: Requested): Requested {
  const part = requested.parts?.at(-1)
  if (!part) return requested
  const { targetTransactionId, amountMinor } = part
  return { ...requested, targetTransactionId, amountMinor }
}

/** Whether its outcome depends on more than one request, so that no request can undo all of it. */
export function hasSeveralParts({ parts = [] }: Pick<RequestedTransaction, 'parts'>): boolean {
  return parts.length > 1
}
