// Records an attempt, or returns why it cannot be made now.
import type { PlannedTransaction } from '../../domain/payments/plan.ts'
import { reject } from '../../domain/rejection.ts'
import type { Attempt } from '../../ports/payments/transactions.ts'
import type { Call, OperationResult, Ports } from '../call.ts'
import type { AttemptParts } from './build-attempt.ts'
import { lockFailure } from './lock-failure.ts'

/** The deadline for sending it to the acquirer, or the response when it must not be sent. */
export async function recordAttempt(
  attempt: Attempt,
  step: Pick<AttemptParts, 'storedRequest' | 'link' | 'entryPoint'> & { readonly call: Call },
  planned: PlannedTransaction,
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
): Promise<{ readonly sendBefore: number } | { readonly refused: OperationResult }> {
  const { call } = step
  const recorded = await store.recordAttempt(attempt)
  if (recorded.kind === 'RECORDED') return { sendBefore: recorded.sendBefore }
  // An attempt that was not recorded did not commit its audit log entries either.
  for (const opening of attempt.auditEntries ?? []) call.unsealAudit.add(opening)
  const respondBusy = () => lockFailure(step, planned.type, { store, clock })
  if (recorded.kind === 'ORDER_BUSY') return { refused: await respondBusy() }
  if (recorded.kind === 'ORDER_MOVED') return { refused: { kind: 'moved', respondBusy } }
  if (recorded.kind === 'OVERLOADED')
    return { refused: reject('OVERLOADED', 'The gateway is too busy to process this request.') }
  return { refused: { kind: 'moved' } }
}
