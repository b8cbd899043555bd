// The second half of every operation that moves money: record, ask, apply, record.

import type { GatewayCode } from '../../domain/payments/gateway-code.ts'
import type { PlannedTransaction } from '../../domain/payments/plan.ts'
import type { AcquirerRequest, RequestIdentity, SendDeadline } from '../../ports/acquirers/acquirer.ts'
import type { Attempt } from '../../ports/payments/transactions.ts'
import type { Call, OperationResult, Ports } from '../call.ts'
import { askInTurn, identityOf, prepareRequest, recordedWire } from './ask-acquirer.ts'
import { completeAttempt } from './complete-attempt.ts'
import { type AttemptParts, afterRecording, buildAttempt, recordAttempt } from './record-attempt.ts'
import type { ResolvedLink } from './resolve-link.ts'

export type TransactionPorts = Pick<
  Ports,
  | 'store'
  | 'paymentAgreements'
  | 'tokens'
  | 'vault'
  | 'acquirers'
  | 'risk'
  | 'audit'
  | 'clock'
  | 'identifiers'
  | 'timeouts'
>

export interface TransactionStep extends AttemptParts {
  readonly call: Call
  /** The links that are called in turn, each only when those before it certainly did not receive the request. */
  readonly alternatives?: readonly ResolvedLink[]
  /** The request to the acquirer, under the reference of the attempt; or the outcome, when no acquirer is called. */
  readonly ask: ((identity: RequestIdentity) => AcquirerRequest) | { readonly decidedHere: GatewayCode }
  /** Claims a value that only one payment may use, now that this one is recorded; false when another payment has it. */
  readonly reserve?: () => Promise<boolean>
}

export async function executeTransaction(
  planned: PlannedTransaction,
  step: TransactionStep,
  ports: TransactionPorts,
): Promise<OperationResult> {
  // Committed before we ask, so that a crash leaves a record that recovery can finish.
  const attempt = await prepareAttempt(buildAttempt(planned, step, ports), step, ports)
  const recorded = await recordAttempt(attempt, step, planned, ports)
  if ('refused' in recorded) return recorded.refused
  return afterRecording(() => askAndRecord(attempt, { planned, step, terms: recorded }, ports))
}

/** With the identity of the request on the wire, where the acquirer's messages have one. */
async function prepareAttempt(
  attempt: Attempt,
  { link, ask }: TransactionStep,
  { timeouts }: Pick<Ports, 'timeouts'>,
): Promise<Attempt> {
  if ('decidedHere' in ask || !link.acquirer.prepare) return attempt
  const question = () => ask(identityOf(attempt, link))
  return { ...attempt, ...recordedWire(await prepareRequest(link.acquirer, question, timeouts.acquirerTimeoutMs)) }
}

async function askAndRecord(
  attempt: Attempt,
  {
    planned,
    step,
    terms,
  }: { readonly planned: PlannedTransaction; readonly step: TransactionStep; readonly terms: SendDeadline },
  ports: TransactionPorts,
): Promise<OperationResult> {
  const { call, link, alternatives = [], ask, reserve = async () => true } = step
  const buildRequest = 'decidedHere' in ask || (await reserve()) ? ask : { decidedHere: 'DECLINED' as const }
  const context = { order: planned.order, merchant: call.merchant }
  if ('decidedHere' in buildRequest) {
    const decided = { kind: 'decidedHere' as const, gatewayCode: buildRequest.decidedHere }
    return completeAttempt(decided, { attempt, ...context }, ports)
  }
  const { reply, attempt: asRecorded } = await askInTurn(
    attempt,
    { ask: buildRequest, links: [link, ...alternatives], terms },
    ports,
  )
  return completeAttempt(reply, { attempt: asRecorded, ...context }, ports)
}
