// The second half of every story that moves money: record, ask, apply, record.

import { inTime, noAnswer } from '../../concurrency/with-timeout.ts'
import type { GatewayCode } from '../../domain/payments/gateway-code.ts'
import type { PlannedTransaction } from '../../domain/payments/plan.ts'
import type { AskTerms, Question } from '../../ports/acquirers/acquirer.ts'
import type { Attempt } from '../../ports/payments/transactions.ts'
import type { Call, OperationResult, Ports } from '../call.ts'
import { type AttemptParts, attemptOf } from './attempt-of.ts'
import { onceRecorded } from './between-commits.ts'
import { recordAttempt } from './record-attempt.ts'
import { settle } from './settle.ts'

export interface Step extends AttemptParts {
  readonly call: Call
  /** What the acquirer is asked under the reference of the attempt; or the outcome, when nobody is to be asked. */
  readonly ask: ((reference: string) => Question) | { readonly decidedHere: GatewayCode }
  /** Takes what only one payment may use, now that this one is recorded; false when another was faster. */
  readonly reserve?: () => Promise<boolean>
}

export async function carryOut(planned: PlannedTransaction, step: Step, ports: Ports): Promise<OperationResult> {
  // Committed before we ask, so that a crash leaves a trace that recovery can finish.
  const attempt = attemptOf(planned, step, ports)
  const recorded = await recordAttempt(attempt, step, planned, ports)
  if ('refused' in recorded) return recorded.refused
  return onceRecorded(() => askAndSettle(attempt, { planned, step, terms: recorded }, ports))
}

async function askAndSettle(
  attempt: Attempt,
  { planned, step, terms }: { readonly planned: PlannedTransaction; readonly step: Step; readonly terms: AskTerms },
  ports: Ports,
): Promise<OperationResult> {
  const { call, link, ask, reserve = async () => true } = step
  const asked = 'decidedHere' in ask || (await reserve()) ? ask : { decidedHere: 'DECLINED' as const }
  const reply =
    'decidedHere' in asked
      ? { kind: 'decidedHere' as const, gatewayCode: asked.decidedHere }
      : await inTime(link.acquirer.ask(asked(attempt.acquirerReference), terms), {
          timeoutMs: ports.patience.acquirerTimeoutMs,
          silence: noAnswer,
        })
  return settle(reply, { attempt, order: planned.order, merchant: call.merchant }, ports)
}
