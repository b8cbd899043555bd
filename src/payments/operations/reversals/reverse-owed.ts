// Ends one reversal that is owed. A payment that failed or timed out is reversed at the acquirer behind the scenes; one
// that succeeded and was rejected in review is voided on the order, or refunded where it is too late for a void, both
// visible to the merchant. No refund is sent while an earlier one, or a void, may have been executed.

import type { GatewayCode } from '../../../kernel/gateway-code.ts'
import { formatMoney } from '../../../kernel/money.ts'
import { omitUndefined } from '../../../kernel/omit-undefined.ts'
import { responseWithin } from '../../../platform/concurrency/with-timeout.ts'
import type { Call, OperationResult } from '../../call.ts'
import { UnsealAuditLog } from '../../masking/storable-request.ts'
import type { Acquirer, AcquirerRequest, Repetition } from '../../ports/acquirer.ts'
import type { ReversalState, StoredOrder, StoredTransaction } from '../../ports/transactions.ts'
import { effectiveTransactions, isSuccessful } from '../../rules/order.ts'
import { planRefund } from '../../rules/plan.ts'
import { type FailureCode, isFailureCode, meaningOfRefusal, progressOf, type UndoTry } from '../../rules/refusal.ts'
import {
  isStillHeld,
  minorToRefund,
  type UndoResult,
  type UndoStatus,
  undoRoundsMax,
  undoStatusOf,
  undoTriesMax,
} from '../../rules/undo-rejected.ts'
import { type CommonRequestFields, continueOrder } from '../continue-order.ts'
import type { TransactionDependencies } from '../execute-transaction.ts'
import { undoTransaction } from '../void.ts'
import { askToReverse } from './ask-to-reverse.ts'
import { recordReversal } from './record-reversal.ts'

interface OwedReversal extends StoredTransaction, Repetition {
  readonly sinceSendableMs?: number
  /** How often it was tried, including this time. */
  readonly tries?: number
}

interface ReversalTryResult {
  readonly reversal: ReversalState
  /** Whether the acquirer responded. */
  readonly isAnswered: boolean
  /** Whether the try is a record of its own, of the order or of the acquirer: those are made less often. */
  readonly isRecorded?: boolean
}

export async function reverseOwed(
  owed: OwedReversal,
  dependencies: TransactionDependencies,
): Promise<ReversalTryResult> {
  const reversed = isRejectedPayment(owed)
    ? { reversal: await undoRejected(owed, dependencies), isAnswered: true, isRecorded: true }
    : await askToReverse({ ...owed, sinceSendableMs: owed.sinceSendableMs ?? 0 }, dependencies)
  if (reversed.reversal === 'OWED') return reversed
  return { ...reversed, reversal: await recordReversal(owed.key, reversed.reversal, dependencies) }
}

/** A refund whose last part is to be reversed stands with the parts before it. */
function isRejectedPayment({ gatewayCode, parts }: Pick<StoredTransaction, 'gatewayCode' | 'parts'>): boolean {
  return isSuccessful(omitUndefined({ gatewayCode })) && parts === undefined
}

async function undoRejected(owed: OwedReversal, dependencies: TransactionDependencies): Promise<ReversalState> {
  const [stored, access] = await Promise.all([
    dependencies.store.findOrder(owed.key),
    dependencies.store.findMerchant(owed.key.merchantId),
  ])
  if (!stored || !access) return 'OWED'
  const { transactionId } = owed.key
  if (!isStillHeld(stored.order.transactions, transactionId)) return 'DONE'
  const acquirer = dependencies.acquirers.of(owed.link)
  const earlier = await findEarlierTries(stored, owed, { acquirer, dependencies })
  if (typeof earlier === 'string') return earlier
  const { tries: rounds = 0 } = owed
  if (earlier.voids.length + earlier.refunds.length >= undoTriesMax || rounds >= undoRoundsMax) return 'REFUSED'
  // An acquirer that is away would only add a failure to the order.
  if (acquirer && !(await isReachable(acquirer, dependencies))) return 'OWED'
  const call: Call = {
    merchant: access.merchant,
    key: { ...owed.key, transactionId: dependencies.identifiers.transactionId('reversal') },
    traits: {},
    unsealAudit: new UnsealAuditLog(),
    reader: { hasCertificate: false, asksUnmasked: false },
  }
  const voided = await voidOwed(stored, { call, transactionId, earlier }, dependencies)
  return voided === 'IMPOSSIBLE' ? reversalOf(await refundOwed(owed, { call, earlier }, dependencies)) : voided
}

interface EarlierTries {
  readonly voids: readonly UndoTry[]
  readonly refunds: readonly UndoTry[]
  readonly meaningOf: Readonly<Record<'VOID' | 'REFUND', (code: FailureCode) => ReturnType<typeof meaningOfRefusal>>>
}

/**
 * The voids and refunds that were tried. What may have been executed is reversed before anything follows it: a second one
 * could refund twice. The same holds for a refund of the merchant's.
 */
async function findEarlierTries(
  { transactions }: StoredOrder,
  { key }: OwedReversal,
  {
    acquirer,
    dependencies,
  }: { readonly acquirer: Acquirer | undefined; readonly dependencies: TransactionDependencies },
): Promise<EarlierTries | Exclude<ReversalState, 'DONE'>> {
  const ofPayment = transactions.filter((t) => t.targetTransactionId === key.transactionId)
  const tried = ofPayment.filter(({ entryPoint }) => entryPoint === 'AUTO')
  const returning = ofPayment.filter((t) => t.type === 'REFUND' || tried.includes(t))
  if (returning.some(({ reversal }) => reversal === 'OWED')) return 'OWED'
  if (returning.some(({ reversal }) => reversal === 'REFUSED' || reversal === 'UNSUPPORTED')) return 'REFUSED'
  const { refusals } = acquirer?.capabilities ?? {}
  const meaningOf = {
    VOID: (code: FailureCode) => meaningOfRefusal(code, 'VOID', refusals),
    REFUND: (code: FailureCode) => meaningOfRefusal(code, 'REFUND', refusals),
  }
  const kindOf = ({ type }: StoredTransaction) => (type === 'REFUND' ? 'REFUND' : 'VOID')
  for (const each of tried) {
    const { gatewayCode, reversal } = each
    if (gatewayCode === undefined || !isFailureCode(gatewayCode) || reversal === 'DONE') continue
    if (meaningOf[kindOf(each)](gatewayCode) !== 'UNCERTAIN') continue
    const asked = await askToReverse({ ...each, sinceSendableMs: 0 }, dependencies)
    if (asked.reversal !== 'DONE') return asked.reversal === 'OWED' ? 'OWED' : 'REFUSED'
  }
  // One that succeeded was undone since.
  const failed = tried.filter((each) => !isSuccessful(each))
  const triesOf = (kind: 'VOID' | 'REFUND'): readonly UndoTry[] =>
    failed.filter((each) => kindOf(each) === kind).map(({ gatewayCode }) => ({ gatewayCode, isSettled: true }))
  return { voids: triesOf('VOID'), refunds: triesOf('REFUND'), meaningOf }
}

function isReachable(acquirer: Acquirer, { timeouts }: TransactionDependencies): Promise<boolean> {
  return responseWithin(acquirer.isReachable(), { timeoutMs: timeouts.acquirerTimeoutMs, silence: false })
}

interface UndoStep {
  readonly call: Call
  readonly transactionId: string
  readonly earlier: EarlierTries
}

async function voidOwed(
  stored: StoredOrder,
  { call, transactionId, earlier: { voids: tries, meaningOf } }: UndoStep,
  dependencies: TransactionDependencies,
): Promise<UndoStatus> {
  if (progressOf(tries, meaningOf.VOID) === 'REFUSED') return 'IMPOSSIBLE'
  const request = { transaction: { targetTransactionId: transactionId } }
  const result = resultOf(await undoTransaction(request, { stored, call, entryPoint: 'AUTO' }, dependencies))
  return undoStatusOf(result, { tries, meaningOf: meaningOf.VOID })
}

/** It is too late for a void: a refund is needed. */
async function refundOwed(
  owed: OwedReversal,
  { call, earlier: { refunds: tries, meaningOf } }: Pick<UndoStep, 'call' | 'earlier'>,
  dependencies: TransactionDependencies,
): Promise<UndoStatus> {
  if (progressOf(tries, meaningOf.REFUND) === 'REFUSED') return 'IMPOSSIBLE'
  const { transactionId } = owed.key
  const stored = await dependencies.store.findOrder(owed.key)
  if (!stored) return 'OWED'
  const { order } = stored
  const amountMinor = minorToRefund(order.transactions, transactionId)
  if (amountMinor === 0n)
    return effectiveTransactions(order.transactions).some(isPaid(transactionId)) ? 'DONE' : 'IMPOSSIBLE'
  const { currency } = order
  const planned = planRefund(
    order,
    { amountMinor, currency, targetTransactionId: transactionId, isRequest: false },
    { mayExceed: false, needsTarget: false },
  )
  const ask = (common: CommonRequestFields): AcquirerRequest => ({
    ...common,
    kind: 'REFUND',
    isAuthorizedFirst: false,
  })
  const request = { transaction: { amount: formatMoney({ amountMinor, currency }), currency } }
  const key = { ...call.key, transactionId: dependencies.identifiers.transactionId('reversal') }
  const input = { request, stored, call: { ...call, key }, type: 'REFUND', entryPoint: 'AUTO', ask } as const
  const result = resultOf(await continueOrder(planned, input, dependencies))
  return undoStatusOf(result, { tries, meaningOf: meaningOf.REFUND })
}

function isPaid(transactionId: string) {
  return ({ id, type }: { readonly id: string; readonly type: string }) =>
    id === transactionId && type !== 'AUTHORIZATION'
}

function resultOf(result: OperationResult): UndoResult {
  if (result.kind !== 'ANSWERED') return result
  const { response } = result.response as { readonly response?: { readonly gatewayCode?: GatewayCode } }
  return { kind: 'ANSWERED', gatewayCode: response?.gatewayCode }
}

function reversalOf(undone: UndoStatus): ReversalState {
  return undone === 'IMPOSSIBLE' ? 'REFUSED' : undone
}
