// Resolves abandoned attempts: those a crash or a pause left in flight, and those whose outcome was open. It inquires for
// the outcome, or has it reversed. It never repeats a payment; only advices are repeated, under the same reference.

import { gatewayCodes } from '../../kernel/gateway-code.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { elapsedMs } from '../../platform/concurrency/elapsed-time.ts'
import { noAnswer, responseWithin } from '../../platform/concurrency/with-timeout.ts'
import { ignore, type OnError } from '../../platform/jobs/repeat.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import { maskedNumberOf, reasonNeverSent } from '../operations/ask-acquirer.ts'
import { type DecidingResult, decideOutcome, recordOutcome } from '../operations/complete-attempt.ts'
import { findInitialReference } from '../operations/initial-reference.ts'
import { storedRequestOf } from '../operations/stored-request.ts'
import type {
  Acquirer,
  AcquirerResponse,
  InquiryResult,
  Repetition,
  ReversalResult,
  SendDeadline,
} from '../ports/acquirer.ts'
import type { ClaimedTransaction } from '../ports/recovery-store.ts'
import type { Outcome } from '../ports/transactions.ts'
import { isBrowserPayment } from '../rules/journey.ts'
import { isPlausibleResponse, timeoutPolicyFor } from '../rules/judgement.ts'
import {
  firstRecoveryStep,
  type InquiryOutcome,
  type RecoveryContext,
  type RecoveryState,
  type RecoveryStep,
  type RepeatOutcome,
  stepAfterInquiry,
  stepAfterReversal,
  stepsAfterRepeat,
} from '../rules/recovery.ts'
import { lastAsked } from '../rules/refunds/refund-parts.ts'
import { acquirerLeaseMs, type DueWork, runDueWorkOnce, type WorkResult } from './work-runner.ts'

export type RecoveryDependencies = Pick<
  PaymentDependencies,
  'store' | 'clock' | 'timeouts' | 'acquirers' | 'risk' | 'browserPaymentProgress'
>

export function dueAttempts(dependencies: RecoveryDependencies, onError: OnError): DueWork<ClaimedTransaction> {
  const leaseMs = acquirerLeaseMs(dependencies)
  return {
    claim: (roomFor) => dependencies.store.claimOverdue({ leaseMs, roomFor }),
    work: (attempt) => recover(attempt, dependencies),
    onError,
  }
}

/** Everything that is overdue now. Returns how many attempts were resolved. */
export function recoverAttempts(dependencies: RecoveryDependencies, onError: OnError = ignore): Promise<number> {
  return runDueWorkOnce(dueAttempts(dependencies, onError))
}

async function recover(attempt: ClaimedTransaction, dependencies: RecoveryDependencies): Promise<WorkResult> {
  const { journey, type, link } = attempt
  if (isBrowserPayment(journey))
    return { isEnded: await dependencies.browserPaymentProgress.followUp(attempt, journey), isAnswered: true }
  // An authentication is never sent to an acquirer.
  if (type === 'AUTHENTICATION') return recordResult({ kind: 'NO_ANSWER' }, attempt, dependencies)
  const neverSent = reasonNeverSent(attempt.wire)
  if (neverSent !== undefined) return recordResult({ kind: 'NOT_SENT', why: neverSent }, attempt, dependencies)
  const acquirer = dependencies.acquirers.of(link)
  if (!acquirer) return retryLater(attempt, dependencies)
  return runRecoverySteps(attempt, acquirer, dependencies)
}

/** Step by step, until there is an outcome or nothing more to be done now. */
async function runRecoverySteps(
  attempt: ClaimedTransaction,
  acquirer: Acquirer,
  dependencies: RecoveryDependencies,
): Promise<WorkResult> {
  const recovery = recoveryContextOf(attempt, acquirer, dependencies)
  let state: RecoveryState = attempt.isReversalSent ? 'REVERSAL_SENT' : 'OPEN'
  let step: RecoveryStep = firstRecoveryStep(state, recovery)
  let inquiryResult: InquiryResult = noAnswer
  let isTryRecorded = false
  for (;;) {
    switch (step) {
      case 'INQUIRE': {
        inquiryResult = await inquire(attempt, acquirer, dependencies)
        step = stepAfterInquiry(
          inquiryOutcome(inquiryResult, attempt),
          state === 'OPEN' ? 'OPEN' : 'REVERSAL_REFUSED',
          recovery,
        )
        break
      }
      case 'REPEAT': {
        const { result, outcome } = await repeat(attempt, acquirer, dependencies)
        inquiryResult = result
        step = stepsAfterRepeat[outcome]
        break
      }
      case 'REVERSE': {
        const sendBefore = elapsedMs() + dependencies.timeouts.acquirerTimeoutMs
        if (!(await dependencies.store.markReversalSent(attempt, acquirerLeaseMs(dependencies))))
          return { isEnded: false, isAnswered: true }
        const isRepeat = attempt.isReversalSent || state !== 'OPEN'
        const { kind, isRecorded = false } = await reverse(attempt, acquirer, { dependencies, isRepeat, sendBefore })
        isTryRecorded = isRecorded
        state = kind === 'REFUSED' ? 'REVERSAL_REFUSED' : 'REVERSAL_SENT'
        step = stepAfterReversal(kind, recovery)
        if (kind === 'NO_ANSWER') inquiryResult = noAnswer
        break
      }
      case 'TAKE_ANSWER':
        if (inquiryResult.kind !== 'ANSWERED') throw new Error('there is no response to apply')
        return recordResult(inquiryResult, attempt, dependencies)
      case 'COUNT_AS_SILENT':
        return recordResult({ kind: 'NO_ANSWER' }, attempt, dependencies)
      case 'FAIL':
        return recordResult({ kind: 'NOT_SENT', why: 'the acquirer does not know the request' }, attempt, dependencies)
      case 'WAIT':
        // When the next reversal is sent, none before it can still arrive.
        if (state === 'REVERSAL_REFUSED' && !recovery.isReversalArrivalOver)
          return retryAfter(attempt, dependencies, reversalArrivalMs(acquirer.capabilities, dependencies))
        return retryLater(attempt, dependencies, isTryRecorded || inquiryResult.kind !== 'NO_ANSWER')
      case 'RESOLVE_BY_HAND':
        // The merchant is first informed that the outcome is unknown.
        if (attempt.isInFlight) return recordResult({ kind: 'NO_ANSWER' }, attempt, dependencies)
        await dependencies.store.holdForManualResolution(attempt, 'CANNOT_BE_SETTLED')
        return { isEnded: true, isAnswered: true }
    }
  }
}

function recoveryContextOf(
  attempt: ClaimedTransaction,
  { capabilities }: Acquirer,
  dependencies: Pick<PaymentDependencies, 'timeouts'>,
): RecoveryContext {
  const { lateArrivalMs, timeoutPolicies: afterSilence } = capabilities
  return {
    ...capabilities,
    timeoutPolicy: timeoutPolicyFor(attempt, afterSilence),
    isLateArrivalOver: attempt.sinceSendableMs > lateArrivalMs,
    isReversalArrivalOver:
      (attempt.sinceReversalSentMs ?? Number.POSITIVE_INFINITY) > reversalArrivalMs(capabilities, dependencies),
  }
}

/** From when a reversal is recorded until it can no longer arrive: it may be sent until the timeout. */
function reversalArrivalMs(
  { lateArrivalMs }: Acquirer['capabilities'],
  { timeouts }: Pick<PaymentDependencies, 'timeouts'>,
): number {
  return timeouts.acquirerTimeoutMs + lateArrivalMs
}

async function inquire(
  attempt: ClaimedTransaction,
  acquirer: Acquirer,
  dependencies: RecoveryDependencies,
): Promise<InquiryResult> {
  return responseWithin(acquirer.inquire(await referenceOf(attempt, dependencies)), {
    timeoutMs: dependencies.timeouts.acquirerTimeoutMs,
    silence: noAnswer,
  })
}

/** A process that slept does not send it: another may have taken the attempt over, and decided. */
async function reverse(
  attempt: ClaimedTransaction,
  acquirer: Acquirer,
  { dependencies, isRepeat, sendBefore }: Repetition & SendDeadline & { readonly dependencies: RecoveryDependencies },
): Promise<ReversalResult> {
  const reference = await referenceOf(attempt, dependencies)
  if (elapsedMs() >= sendBefore) return noAnswer
  return responseWithin(acquirer.reverse(reference, omitUndefined({ isRepeat })), {
    timeoutMs: dependencies.timeouts.acquirerTimeoutMs,
    silence: noAnswer,
  })
}

/** Sends an advice again; the acquirer knows it by its reference. */
async function repeat(
  attempt: ClaimedTransaction,
  acquirer: Acquirer,
  { store, timeouts: { acquirerTimeoutMs: timeoutMs } }: RecoveryDependencies,
): Promise<{ readonly result: InquiryResult; readonly outcome: RepeatOutcome }> {
  const { key } = attempt
  const [stored, access] = await Promise.all([store.findOrder(key), store.findMerchant(key.merchantId)])
  if (!stored || !access) return { result: noAnswer, outcome: 'NO_ANSWER' }
  const request = storedRequestOf(attempt, { stored, merchant: access.merchant })
  if (!request) return { result: noAnswer, outcome: 'IMPOSSIBLE' }
  const sendBefore = elapsedMs() + timeoutMs
  const result = await responseWithin(acquirer.ask(request, { sendBefore, isRepeat: true }), {
    timeoutMs,
    silence: noAnswer,
  })
  if (result.kind === 'NO_ANSWER' && 'isFinal' in result) return { result: noAnswer, outcome: 'NONSENSE' }
  if (result.kind !== 'ANSWERED') return { result: noAnswer, outcome: result.kind }
  return { result, outcome: responseOutcome(result.response, attempt) }
}

async function referenceOf(attempt: ClaimedTransaction, dependencies: RecoveryDependencies) {
  const { link, key, acquirerReference: reference, wire, request } = attempt
  const initial = await findInitialReference(attempt, dependencies)
  const { acquirerMerchantId } = link
  return { acquirerMerchantId, reference, key, ...omitUndefined({ wire }), ...maskedNumberOf(request), ...initial }
}

function inquiryOutcome(inquiryResult: InquiryResult, attempt: ClaimedTransaction): InquiryOutcome {
  return inquiryResult.kind === 'ANSWERED' ? responseOutcome(inquiryResult.response, attempt) : inquiryResult.kind
}

function responseOutcome(response: AcquirerResponse, attempt: ClaimedTransaction): 'DEFINITE' | 'OPEN' | 'NONSENSE' {
  if (!isPlausibleResponse(response, lastAsked(attempt))) return 'NONSENSE'
  return gatewayCodes[response.gatewayCode].isOpen ? 'OPEN' : 'DEFINITE'
}

/** Records the judgement of a response. An outcome that stays open is not a change: no notification is sent again. */
async function recordResult(
  result: DecidingResult,
  attempt: ClaimedTransaction,
  dependencies: RecoveryDependencies,
): Promise<WorkResult> {
  const { key, claim } = attempt
  const [stored, access] = await Promise.all([
    dependencies.store.findOrder(key),
    dependencies.store.findMerchant(key.merchantId),
  ])
  if (!stored || !access) return retryLater(attempt, dependencies)
  const context = {
    attempt: { ...attempt, at: attempt.recordedAt },
    order: stored.order,
    merchant: access.merchant,
    claim,
  }
  const outcome = await decideOutcome(result, context, dependencies)
  if (isKnown(outcome, attempt)) return retryLater(attempt, dependencies, true)
  const { recorded } = await recordOutcome(outcome, context, dependencies)
  return { isEnded: recorded === 'RECORDED', isAnswered: true }
}

function isKnown(outcome: Outcome, { gatewayCode, amountMinor, batch }: ClaimedTransaction): boolean {
  return (
    outcome.askAgainAfterMs !== undefined &&
    outcome.gatewayCode === gatewayCode &&
    outcome.amountMinor === amountMinor &&
    outcome.batch === batch
  )
}

/**
 * An unresponsive acquirer is asked again within half a minute; one that answers without a decision less often with
 * every hour that it takes.
 */
async function retryLater(
  attempt: ClaimedTransaction,
  dependencies: RecoveryDependencies,
  isAnswered = false,
): Promise<WorkResult> {
  const ageMs = Math.max(attempt.sinceSendableMs, 0)
  const { askAgainAfterMs } = dependencies.timeouts
  const afterMs = isAnswered
    ? clamp(ageMs / 10, Math.min(askAgainAfterMs, 1_000), 600_000)
    : clamp(ageMs / 4, Math.min(askAgainAfterMs, 1_000), 30_000)
  await dependencies.store.retryLater(attempt, afterMs)
  return { isEnded: false, isAnswered }
}

async function retryAfter(
  attempt: ClaimedTransaction,
  dependencies: RecoveryDependencies,
  afterMs: number,
): Promise<WorkResult> {
  await dependencies.store.retryLater(attempt, afterMs)
  return { isEnded: false, isAnswered: true }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
