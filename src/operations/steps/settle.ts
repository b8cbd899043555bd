// Turns the acquirer's reply into an outcome, records it in one commit, and answers only what is recorded.
import { gatewayCodes } from '../../domain/gateway-code.ts'
import { type Heard, type Judgement, judge } from '../../domain/judgement.ts'
import { holdsPrivilege, type Merchant } from '../../domain/merchant.ts'
import { isSuccessful, type Order, statusOf, totalsOf, withOutcome } from '../../domain/order.ts'
import { reject } from '../../domain/rejection.ts'
import { type Assessment, assessAfter } from '../../domain/risk.ts'
import type { AcquirerAnswer, AcquirerReply } from '../../ports/acquirer.ts'
import type { Attempt, Outcome, OutcomeResult, Reversal } from '../../ports/store.ts'
import type { OperationResult, Ports } from '../call.ts'
import { askToReverse } from './ask-to-reverse.ts'
import { riskPolicyFor } from './assess-risk.ts'
import { describeOutcome } from './describe-outcome.ts'
import { describeTransaction } from './describe-transaction.ts'
import { noteStoppedRecurring } from './note-stopped-recurring.ts'
import { openedBy } from './opened-by.ts'

/** What the acquirer said, or what was decided without it. */
export type Reply = AcquirerReply | Extract<Heard, { kind: 'decidedHere' }>

/** What an outcome is worked out from: a fresh attempt, or one that recovery has taken over. */
export type Settled = Pick<
  Attempt,
  | 'key'
  | 'at'
  | 'type'
  | 'entryPoint'
  | 'amountMinor'
  | 'targetTransactionId'
  | 'approvesTransactionId'
  | 'decision'
  | 'link'
  | 'acquirerReference'
  | 'request'
  | 'accountHash'
  | 'risk'
>

type SettlePorts = Pick<Ports, 'store' | 'clock' | 'patience' | 'risk' | 'acquirers' | 'tokens' | 'vault' | 'audit'>

export async function settle(
  reply: Reply,
  { attempt, order, merchant }: { attempt: Attempt; order: Order | undefined; merchant: Merchant },
  ports: SettlePorts,
): Promise<OperationResult> {
  const opened = { ...(order ?? openedBy(attempt)), amountMinor: attempt.orderAmountMinor }
  const { recorded, outcome } = await conclude(reply, { attempt, order: opened, merchant, claim: 0 }, ports)
  if (recorded === 'RECORDED')
    return {
      kind: 'answered',
      isFirst: true,
      answer: describeTransaction({ request: attempt.request, answer: outcome.answer }),
    }

  // We slept past our deadline and recovery has decided in the meantime: what is recorded is the truth.
  const truth = await ports.store.awaitOutcome(attempt.key, ports.patience.repeatWaitMs)
  if (!truth) return reject('STILL_IN_PROGRESS', 'The outcome is not known yet; the same request will tell it later.')
  return { kind: 'answered', isFirst: true, answer: describeTransaction(truth) }
}

interface About {
  readonly attempt: Settled
  readonly order: Order
  readonly merchant: Merchant
  readonly claim: number
}

/** Judges a reply, has undone what must not stand, and records the outcome. */
export async function conclude(
  reply: Reply,
  about: About,
  ports: SettlePorts,
): Promise<{ recorded: OutcomeResult; outcome: Outcome }> {
  const { attempt, merchant } = about
  const assessment = await assessedAfter(reply, attempt, merchant, ports)
  const judgement = judge(heard(reply), {
    type: attempt.type,
    amountMinor: attempt.amountMinor,
    acceptsPartialAmount: acceptsPartialAmount(attempt.request),
    assessment,
  })
  await noteStoppedRecurring(reply, attempt, merchant, ports)
  const reversal = judgement.owesReversal ? await startReversal(judgement, attempt, ports) : undefined
  const outcome = outcomeOf(reply, { ...about, judgement, assessment, reversal }, ports)
  return { recorded: await ports.store.recordOutcome(outcome), outcome }
}

/** The gates that need the acquirer's answer, on top of what was found before it. */
async function assessedAfter(
  reply: Reply,
  { risk, request }: Settled,
  merchant: Merchant,
  ports: Pick<Ports, 'risk'>,
): Promise<Assessment | undefined> {
  if (!risk || reply.kind !== 'answered') return risk
  const { cardSecurityCode, cardholderVerification } = reply.answer
  const avs = cardholderVerification?.avs?.gatewayCode
  const csc = cardSecurityCode?.gatewayCode
  const policy = await riskPolicyFor(request, merchant, ports)
  return assessAfter(risk, { ...(avs !== undefined && { avs }), ...(csc !== undefined && { csc }) }, policy)
}

function heard(reply: Reply): Heard {
  if (reply.kind !== 'answered') return reply
  const { gatewayCode, approvedMinor } = reply.answer
  return { kind: 'answered', gatewayCode, ...(approvedMinor !== undefined && { approvedMinor }) }
}

function acceptsPartialAmount(request: { readonly order?: { readonly acceptPartialAmount?: boolean } }): boolean {
  return request.order?.acceptPartialAmount === true
}

/** A silent acquirer is left in peace until the order is free again; one that answers is asked at once. */
async function startReversal(
  { gatewayCode }: Judgement,
  { link, acquirerReference }: Settled,
  { acquirers, patience }: Pick<Ports, 'acquirers' | 'patience'>,
): Promise<Reversal> {
  if (gatewayCode === 'TIMED_OUT') return 'OWED'
  return askToReverse({ link, acquirerReference }, { acquirers, patience })
}

interface Worked extends About {
  readonly judgement: Judgement
  readonly assessment: Assessment | undefined
  readonly reversal: Reversal | undefined
}

function outcomeOf(reply: Reply, worked: Worked, { clock, patience }: Pick<Ports, 'clock' | 'patience'>): Outcome {
  const { attempt, claim, judgement, assessment, reversal, merchant } = worked
  const { gatewayCode, amountMinor } = judgement
  const { key, type, targetTransactionId, approvesTransactionId } = attempt
  const at = clock.now()
  const answer: AcquirerAnswer = { ...(reply.kind === 'answered' ? reply.answer : undefined), gatewayCode }
  const decision = judgement.awaitsReview ? 'PENDING' : attempt.decision
  const { batch } = answer
  const transactions = withOutcome(worked.order.transactions, {
    id: key.transactionId,
    type,
    amountMinor,
    gatewayCode,
    ...(targetTransactionId !== undefined && { targetTransactionId }),
    ...(approvesTransactionId !== undefined && { approvesTransactionId }),
    ...(decision && { decision }),
    ...(batch !== undefined && { batch }),
  })
  // Only what went well makes another amount the order's: less than was asked for, or what an update asked for.
  const isUpdated = type === 'AUTHORIZATION_UPDATE' && isSuccessful({ gatewayCode })
  const orderAmountMinor = judgement.isPartial || isUpdated ? amountMinor : worked.order.amountMinor
  const order: Order = { ...worked.order, amountMinor: orderAmountMinor, updatedAt: at, transactions }
  return {
    key,
    claim,
    at,
    gatewayCode,
    amountMinor,
    ...(batch !== undefined && { batch }),
    ...(decision && { decision }),
    ...(reversal && { reversal }),
    orderStatus: statusOf(transactions),
    orderAmountMinor,
    totals: totalsOf(transactions),
    answer: describeOutcome(answer, {
      attempt,
      order,
      judgement,
      assessment,
      reversal,
      showsDebugInformation: holdsPrivilege(merchant, 'DEBUG_INFORMATION'),
    }),
    ...(gatewayCodes[gatewayCode].isOpen && { askAgainAfterMs: patience.askAgainAfterMs }),
  }
}
