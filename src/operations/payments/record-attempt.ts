// Records an attempt, or says why it cannot be made now.
import type { PlannedTransaction } from '../../domain/payments/plan.ts'
import { reject } from '../../domain/rejection.ts'
import type { Attempt } from '../../ports/payments/transactions.ts'
import type { Call, OperationResult, Ports } from '../call.ts'
import type { AttemptParts } from './build-attempt.ts'
import { lockFailure } from './lock-failure.ts'

/** The time before which somebody outside may be asked about it, or the answer when nobody may. */
export async function recordAttempt(
  attempt: Attempt,
  step: Pick<AttemptParts, 'storedRequest' | 'link' | 'entryPoint'> & { readonly call: Call },
  planned: PlannedTransaction,
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
): Promise<{ readonly sendBefore: number } | { readonly refused: OperationResult }> {
  const { call } = step
  const recorded = await store.recordAttempt(attempt)
  if (recorded.kind === 'RECORDED') return { sendBefore: recorded.sendBefore }
  // What was not recorded did not take the lines about its openings along.
  for (const opening of attempt.auditEntries ?? []) call.unsealAudit.add(opening)
  const respondBusy = () => lockFailure(step, planned.type, { store, clock })
  if (recorded.kind === 'ORDER_BUSY') return { refused: await respondBusy() }
  if (recorded.kind === 'ORDER_MOVED') return { refused: { kind: 'moved', respondBusy } }
  if (recorded.kind === 'OVERLOADED')
    return { refused: reject('OVERLOADED', 'The gateway is too busy to process this request.') }
  return { refused: { kind: 'moved' } }
}
