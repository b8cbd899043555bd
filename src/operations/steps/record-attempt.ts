// Records an attempt, or says why it cannot be made now.
import type { PlannedTransaction } from '../../domain/plan.ts'
import { reject } from '../../domain/rejection.ts'
import type { Attempt } from '../../ports/store.ts'
import type { Call, OperationResult, Ports } from '../call.ts'
import type { AttemptParts } from './attempt-of.ts'
import { lockFailure } from './lock-failure.ts'

/** Undefined when it is recorded: now somebody outside may be asked. */
export async function recordAttempt(
  attempt: Attempt,
  step: Pick<AttemptParts, 'kept' | 'link' | 'entryPoint'> & { readonly call: Call },
  planned: PlannedTransaction,
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
): Promise<OperationResult | undefined> {
  const { call } = step
  const recorded = await store.recordAttempt(attempt)
  if (recorded === 'RECORDED') return undefined
  // What was not recorded did not take the lines about its openings along.
  for (const opening of attempt.openings ?? []) call.openings.add(opening)
  const isBusy = recorded === 'ORDER_BUSY' || (recorded === 'ORDER_MOVED' && call.isLastTelling)
  if (isBusy) return lockFailure(step, planned.type, { store, clock })
  if (recorded === 'OVERLOADED') return reject('OVERLOADED', 'The gateway is too busy to take this request now.')
  return { kind: 'moved' }
}
