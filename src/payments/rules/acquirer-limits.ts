// What an acquirer cannot do, refused before anything is recorded or sent.
import { type Rejection, reject } from '../../kernel/rejection.ts'
import { authorizedAmountOf, effectiveTransactions, totalsOf } from './order.ts'
import { type PlannedTransaction, voidTypes } from './plan.ts'

export interface AcquirerLimits {
  readonly canCapturePartially: boolean
  readonly voidWindowMs?: number | undefined
}

const voids: ReadonlySet<string> = new Set(Object.values(voidTypes))

/** `targetAgeMs`: since the time of record of the transaction that it is about. */
export function refuseByLimits(
  { type, order, target, amountMinor }: PlannedTransaction,
  { canCapturePartially, voidWindowMs }: AcquirerLimits,
  targetAgeMs: number,
): Rejection | undefined {
  if (voidWindowMs !== undefined && voids.has(type) && targetAgeMs > voidWindowMs)
    return reject('VOID_TOO_LATE', 'The acquirer no longer voids this transaction. A captured amount can be refunded.')
  if (canCapturePartially || type !== 'CAPTURE' || !order || !target) return undefined
  const { transactions } = order
  const leftMinor =
    authorizedAmountOf(target, effectiveTransactions(transactions)) - totalsOf(transactions).capturedMinor
  return amountMinor < leftMinor
    ? reject('PARTIAL_CAPTURE_NOT_SUPPORTED', 'The acquirer captures only the whole amount of an authorization.')
    : undefined
}
