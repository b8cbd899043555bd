// Turns the acquirer's response into an outcome, records it in one commit, and returns only what is recorded. Consequences
// of an outcome, such as a reversal or a stopped token, come after that commit.

import { type GatewayCode, gatewayCodes } from '../../kernel/gateway-code.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { reject } from '../../kernel/rejection.ts'
import { holdsPrivilege, type Merchant } from '../../merchants/index.ts'
import { type Assessment, assessAfter, riskPolicyFor } from '../../risk/index.ts'
import type { OperationResult } from '../call.ts'
import type { TransactionResponse } from '../contract/transaction-response.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import type { AcquirerResponse, AcquirerResult } from '../ports/acquirer.ts'
import { OutcomeRefused } from '../ports/store.ts'
import { caseNumberOf } from '../ports/stored-messages.ts'
import type { Attempt, Outcome, OutcomeResult } from '../ports/transactions.ts'
import {
  isPlausibleResponse,
  type Judgement,
  judgeResult,
  type ResultSummary,
  stopsRecurring,
  type TimeoutPolicy,
  timeoutPolicyFor,
} from '../rules/judgement.ts'
import { isSuccessful, type Order, orderOpenedBy, statusOf, totalsOf, withOutcome } from '../rules/order.ts'
import { judgeParts } from '../rules/refunds/judge-parts.ts'
import { approvedParts, lastAsked } from '../rules/refunds/refund-parts.ts'
import { describeOutcome, describeTransaction, type OpenAttempt } from './describe-transaction.ts'
import { agreementEstablishedBy } from './inherited-details.ts'
import { askToReverse } from './reversals/ask-to-reverse.ts'
import { recordReversal } from './reversals/record-reversal.ts'

/** The acquirer's response, or a decision made without it. */
export type DecidingResult =
  | AcquirerResult
  | Extract<ResultSummary, { kind: 'DECIDED_HERE' }>
  | (Extract<ResultSummary, { kind: 'RESOLVED_MANUALLY' }> & Pick<AcquirerResponse, 'authorizationCode'>)

type OutcomeDependencies = Pick<PaymentDependencies, 'store' | 'clock' | 'timeouts' | 'risk' | 'acquirers'>

export async function completeAttempt(
  result: DecidingResult,
  { attempt, order, merchant }: { attempt: Attempt; order: Order | undefined; merchant: Merchant },
  dependencies: OutcomeDependencies & Pick<PaymentDependencies, 'storedCards'>,
): Promise<OperationResult<TransactionResponse>> {
  const opened = { ...(order ?? orderOpenedBy(attempt)), amountMinor: attempt.orderAmountMinor }
  const { recorded, outcome } = await judgeAndRecord(
    result,
    { attempt, order: opened, merchant, claim: 0 },
    dependencies,
  )
  if (recorded === 'RECORDED') {
    await followUp(outcome, attempt, merchant, dependencies)
    return {
      kind: 'ANSWERED',
      isFirst: true,
      response: describeTransaction({ request: attempt.request, response: outcome.response }),
    }
  }

  // This process was suspended past the deadline and recovery has decided meanwhile: the recorded outcome counts.
  const truth = await dependencies.store.awaitOutcome(attempt.key, dependencies.timeouts.repeatWaitMs)
  if (!truth)
    return reject('STILL_IN_PROGRESS', 'The outcome is not known yet. Repeat the same request later to get it.')
  return { kind: 'ANSWERED', isFirst: true, response: describeTransaction(truth) }
}

/**
 * Consequences of a recorded outcome; jobs retry what fails here. A silent acquirer is not called again before the
 * order is free; one that answered is sent the reversal at once, so that the payer's funds are released for the next
 * attempt.
 */
async function followUp(
  outcome: Outcome,
  attempt: Attempt,
  merchant: Merchant,
  dependencies: OutcomeDependencies & Pick<PaymentDependencies, 'storedCards'>,
): Promise<void> {
  const { gatewayCode, reversal, stopsRecurring: isStopped } = outcome
  const mayBeSilent = gatewayCode === 'TIMED_OUT' || attempt.parts !== undefined
  const works = [
    ...(isStopped ? [dependencies.storedCards.noteStoppedRecurring(attempt, merchant)] : []),
    ...(reversal === 'OWED' && !mayBeSilent ? [reverseNow(attempt, dependencies)] : []),
  ]
  await Promise.allSettled(works)
}

async function reverseNow(attempt: Attempt, dependencies: OutcomeDependencies): Promise<void> {
  const { reversal } = await askToReverse({ ...attempt, sinceSendableMs: 0 }, dependencies)
  if (reversal !== 'OWED') await recordReversal(attempt.key, reversal, dependencies)
}

interface AttemptContext {
  readonly attempt: OpenAttempt
  readonly order: Order
  readonly merchant: Merchant
  readonly claim: number
}

/** Judges a response and records the outcome. */
export async function judgeAndRecord(
  result: DecidingResult,
  context: AttemptContext,
  dependencies: OutcomeDependencies,
): Promise<{ recorded: OutcomeResult; outcome: Outcome }> {
  const outcome = await decideOutcome(result, context, dependencies)
  return recordOutcome(outcome, context, dependencies)
}

export async function decideOutcome(
  result: DecidingResult,
  context: AttemptContext,
  dependencies: OutcomeDependencies,
): Promise<Outcome> {
  const { attempt, merchant } = context
  const { type, request } = attempt
  const assessment = await assessedAfter(result, attempt, merchant, dependencies)
  const ofLast = judgeResult(resultSummaryOf(result), {
    type,
    amountMinor: lastAsked(attempt).amountMinor,
    currency: context.order.currency,
    afterSilence: policyAfterSilence(attempt, dependencies),
    acceptsPartialAmount: acceptsPartialAmount(request),
    assessment,
  })
  return outcomeOf(result, { ...context, judgement: judgeParts(ofLast, attempt), assessment }, dependencies)
}

function policyAfterSilence(
  attempt: OpenAttempt,
  { acquirers }: Pick<PaymentDependencies, 'acquirers'>,
): TimeoutPolicy {
  return timeoutPolicyFor(attempt, acquirers.of(attempt.link)?.capabilities.timeoutPolicies)
}

/** After this many claims whose outcome the database refused, the transaction ends as a failure. */
const refusalsMax = 3

/**
 * The end of an outcome that the database refuses under one claim after the other: the transaction has failed, the
 * acquirer's side is reversed, and an alert is raised.
 */
export async function recordOutcome(
  outcome: Outcome,
  context: AttemptContext,
  { store, clock, timeouts, acquirers }: Pick<PaymentDependencies, 'store' | 'clock' | 'timeouts' | 'acquirers'>,
): Promise<{ recorded: OutcomeResult; outcome: Outcome }> {
  try {
    return { recorded: await store.recordOutcome(outcome), outcome }
  } catch (error) {
    if (!(error instanceof OutcomeRefused)) throw error
    const refusals = await store.noteRefusedOutcome(outcome)
    if (refusals < refusalsMax) throw error
    const { amountMinor } = context.attempt
    const gatewayCode = 'SYSTEM_ERROR'
    const owesReversal = policyAfterSilence(context.attempt, { acquirers }) !== 'REPEAT'
    const ofLast: Judgement = { gatewayCode, amountMinor, isPartial: false, owesReversal, awaitsReview: false }
    const judgement = judgeParts(ofLast, context.attempt)
    const ended: Outcome = {
      ...outcomeOf({ kind: 'NO_ANSWER' }, { ...context, judgement, assessment: undefined }, { clock, timeouts }),
      manualResolution: 'OUTCOME_REFUSED',
    }
    return { recorded: await store.recordOutcome(ended), outcome: ended }
  }
}

/** The risk rules that need the acquirer's response, in addition to those checked before. */
async function assessedAfter(
  result: DecidingResult,
  { risk, request }: OpenAttempt,
  merchant: Merchant,
  dependencies: Pick<PaymentDependencies, 'risk'>,
): Promise<Assessment | undefined> {
  if (!risk || result.kind !== 'ANSWERED') return risk
  const { cardSecurityCode, cardholderVerification } = result.response
  const avs = cardholderVerification?.avs?.gatewayCode
  const csc = cardSecurityCode?.gatewayCode
  const policy = await riskPolicyFor(request, merchant, dependencies)
  return assessAfter(risk, { ...omitUndefined({ avs, csc }) }, policy)
}

function resultSummaryOf(result: DecidingResult): ResultSummary {
  if (result.kind !== 'ANSWERED') return result
  const { gatewayCode, approvedMinor } = result.response
  return { kind: 'ANSWERED', gatewayCode, ...omitUndefined({ approvedMinor }) }
}

function acceptsPartialAmount(request: { readonly order?: { readonly acceptPartialAmount?: boolean } }): boolean {
  return request.order?.acceptPartialAmount === true
}

function establishedBy(
  attempt: OpenAttempt,
  gatewayCode: GatewayCode,
  { currency }: Order,
): Pick<Outcome, 'agreement'> {
  return omitUndefined({ agreement: agreementEstablishedBy({ ...attempt, gatewayCode, currency }) })
}

interface JudgedAttempt extends AttemptContext {
  readonly judgement: Judgement
  readonly assessment: Assessment | undefined
}

/** Of a refund whose last part was not approved: the answer to the one before. Nothing of an implausible answer is used. */
function responseThatCounts(
  result: DecidingResult,
  { attempt, judgement, order: { currency } }: JudgedAttempt,
): Partial<AcquirerResponse> | undefined {
  const { parts = [] } = attempt
  const approved = isSuccessful(judgement) ? approvedParts({ parts, amountMinor: judgement.amountMinor }) : []
  if (approved.length > 0 && approved.length < parts.length) return approved.at(-1)?.response
  const isBelieved =
    result.kind === 'ANSWERED' && isPlausibleResponse(result.response, { ...lastAsked(attempt), currency })
  return isBelieved ? result.response : undefined
}

function outcomeOf(
  result: DecidingResult,
  worked: JudgedAttempt,
  { clock, timeouts }: Pick<PaymentDependencies, 'clock' | 'timeouts'>,
): Outcome {
  const { attempt, claim, judgement, assessment, merchant } = worked
  const { gatewayCode, amountMinor } = judgement
  const { key, type, targetTransactionId, approvesTransactionId } = attempt
  const at = clock.now()
  const response: AcquirerResponse = {
    ...responseThatCounts(result, worked),
    ...(result.kind === 'RESOLVED_MANUALLY' && omitUndefined({ authorizationCode: result.authorizationCode })),
    gatewayCode,
  }
  const decision = judgement.awaitsReview ? 'PENDING' : attempt.decision
  const { batch } = response
  const transactions = withOutcome(worked.order.transactions, {
    id: key.transactionId,
    type,
    amountMinor,
    gatewayCode,
    ...omitUndefined({ targetTransactionId, approvesTransactionId, parts: attempt.parts }),
    ...(decision && { decision }),
    ...(type === 'CHARGEBACK' && caseNumberOf(attempt.request)),
    ...omitUndefined({ batch }),
  })
  // Only a success changes the order's amount: a partial approval, or an update.
  const isUpdated = type === 'AUTHORIZATION_UPDATE' && isSuccessful({ gatewayCode })
  const isPaidInPart = judgement.isPartial && !attempt.parts
  const orderAmountMinor = isPaidInPart || isUpdated ? amountMinor : worked.order.amountMinor
  const order: Order = { ...worked.order, amountMinor: orderAmountMinor, updatedAt: at, transactions }
  return {
    key,
    claim,
    at,
    gatewayCode,
    amountMinor,
    ...omitUndefined({ batch }),
    ...(decision && { decision }),
    ...(judgement.owesReversal && { reversal: 'OWED' }),
    ...(attempt.request.agreement && establishedBy(attempt, gatewayCode, order)),
    ...(stopsRecurring(response) && { stopsRecurring: true }),
    orderStatus: statusOf(transactions),
    orderAmountMinor,
    totals: totalsOf(transactions),
    response: describeOutcome(response, {
      attempt,
      order,
      judgement,
      assessment,
      showsDebugInformation: holdsPrivilege(merchant, 'DEBUG_INFORMATION'),
    }),
    ...(gatewayCodes[gatewayCode].isOpen && { askAgainAfterMs: timeouts.askAgainAfterMs }),
  }
}
