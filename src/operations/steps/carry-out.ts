// The second half of every story that moves money: record, ask, apply, record.
import type { GatewayCode } from '../../domain/gateway-code.ts'
import type { PlannedTransaction } from '../../domain/plan.ts'
import { reject } from '../../domain/rejection.ts'
import type { Question } from '../../ports/acquirer.ts'
import type { Call, OperationResult, Ports } from '../call.ts'
import { type AttemptParts, attemptOf } from './attempt-of.ts'
import { inTime, noAnswer } from './in-time.ts'
import { lockFailure } from './lock-failure.ts'
import { settle } from './settle.ts'

export interface Step extends AttemptParts {
  readonly call: Call
  /** What the acquirer is asked under the reference of the attempt; or the outcome, when nobody is to be asked. */
  readonly ask: ((reference: string) => Question) | { readonly decidedHere: GatewayCode }
}

export async function carryOut(planned: PlannedTransaction, step: Step, ports: Ports): Promise<OperationResult> {
  const { call, link, ask } = step
  // Committed before we ask, so that a crash leaves a trace that recovery can finish.
  const attempt = attemptOf(planned, step, ports)
  const recorded = await ports.store.recordAttempt(attempt)
  // What was not recorded did not take the lines about its openings along.
  if (recorded !== 'RECORDED') for (const opening of attempt.openings ?? []) call.openings.add(opening)
  const isBusy = recorded === 'ORDER_BUSY' || (recorded === 'ORDER_MOVED' && call.isLastTelling)
  if (isBusy) return lockFailure(step, planned.type, ports)
  if (recorded === 'OVERLOADED') return reject('OVERLOADED', 'The gateway is too busy to take this request now.')
  if (recorded !== 'RECORDED') return { kind: 'moved' }

  const reply =
    'decidedHere' in ask
      ? { kind: 'decidedHere' as const, gatewayCode: ask.decidedHere }
      : await inTime(link.acquirer.ask(ask(attempt.acquirerReference)), {
          timeoutMs: ports.patience.acquirerTimeoutMs,
          silence: noAnswer,
        })
  return settle(reply, { attempt, order: planned.order, merchant: call.merchant }, ports)
}
