// Undoes a request at the upstream: by a void, or by a refund where the upstream has decided that it is too late for a void. A try
// that certainly did nothing is followed by another under the next id, since each id gives its first outcome for ever; one that
// may have been executed is followed by none until the upstream's order shows that it was not.

import type { Clock } from '../../kernel/clock.ts'
import { gatewayCodes } from '../../kernel/gateway-code.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { TransactionType } from '../../kernel/transaction-type.ts'
import {
  type AcquirerRequest,
  progressOf,
  type RequestReference,
  type ReversalResult,
  type UndoTry,
  usualRefusals,
} from '../../payments/index.ts'
import { type FoundTransaction, findTransaction, refundedMinor, type UndoKind, undoId } from './recorded-orders.ts'
import { isResponseTo, type UpstreamIds } from './requests.ts'
import { isSuccessful, moneyOf, outcomeOf, outcomeOfRefusal, type UpstreamResponse } from './responses.ts'
import type { Upstream } from './upstream.ts'

/** How each kind of transaction can be undone. */
const undoing: Readonly<Record<TransactionType, 'NOTHING_TO_UNDO' | 'VOID' | 'VOID_OR_REFUND' | 'IMPOSSIBLE'>> = {
  AUTHENTICATION: 'NOTHING_TO_UNDO',
  AUTHORIZATION: 'VOID',
  AUTHORIZATION_UPDATE: 'IMPOSSIBLE',
  CAPTURE: 'VOID_OR_REFUND',
  CHARGEBACK: 'IMPOSSIBLE',
  DISBURSEMENT: 'VOID',
  FUNDING: 'IMPOSSIBLE',
  PAYMENT: 'VOID_OR_REFUND',
  REFUND: 'VOID',
  REFUND_REQUEST: 'IMPOSSIBLE',
  VERIFICATION: 'NOTHING_TO_UNDO',
  VOID_AUTHORIZATION: 'IMPOSSIBLE',
  VOID_CAPTURE: 'IMPOSSIBLE',
  VOID_PAYMENT: 'IMPOSSIBLE',
  VOID_REFUND: 'IMPOSSIBLE',
}

/** An order is read with all its transactions, which it must not become too long for. */
const triesMax = 50

interface ReversalContext {
  readonly upstream: Upstream
  readonly clock: Pick<Clock, 'now'>
  readonly lateArrivalMs: number
}

/** At most one void and one refund are sent. */
export async function reverseAtUpstream(
  ids: UpstreamIds,
  { key, maskedNumber }: Pick<RequestReference, 'key' | 'maskedNumber'>,
  context: ReversalContext,
): Promise<ReversalResult> {
  const found = await findTransaction(ids, context.upstream, { owner: key, maskedNumber, isOfUnknownSecrets: true })
  if (found.kind === 'NO_ANSWER') return { kind: 'NO_ANSWER' }
  if (found.kind === 'UNKNOWN') return { kind: 'UNKNOWN_REFERENCE' }
  const { result, isOpen } = gatewayCodes[found.outcome.gatewayCode]
  if (isOpen) return { kind: 'NO_ANSWER' }
  if (result === 'FAILURE' || found.isReversed) return { kind: 'ACKNOWLEDGED' }
  const { type } = found.response.transaction ?? {}
  const way = type ? undoing[type] : 'IMPOSSIBLE'
  if (way === 'NOTHING_TO_UNDO') return { kind: 'ACKNOWLEDGED' }
  if (way === 'IMPOSSIBLE') return { kind: 'REFUSED' }
  const undo = { ids, key, found, context }
  const kinds = way === 'VOID' ? (['VOID'] as const) : (['VOID', 'REFUND'] as const)
  if (kinds.some((kind) => progressOfTries(kind, undo) === 'WAIT')) return { kind: 'NO_ANSWER' }
  for (const kind of kinds) {
    const result = await tryToUndo(kind, undo)
    if (result.kind !== 'REFUSED') return result
  }
  return { kind: 'REFUSED' }
}

interface Undo {
  readonly ids: UpstreamIds
  readonly key: RequestReference['key']
  readonly found: FoundTransaction
  readonly context: ReversalContext
}

async function tryToUndo(kind: UndoKind, undo: Undo): Promise<ReversalResult> {
  const { undos } = undo.found
  if (progressOfTries(kind, undo) === 'REFUSED') return { kind: 'REFUSED' }
  if (undos.VOID.length + undos.REFUND.length >= triesMax) return { kind: 'REFUSED' }
  const outcome = await sendUndo(kind, undo)
  if (typeof outcome === 'string') return { kind: outcome }
  switch (progressOfTries(kind, undo, outcome)) {
    case 'DONE':
      return outcome.isWhole ? { kind: 'ACKNOWLEDGED' } : { kind: 'NO_ANSWER', isRecorded: true }
    case 'REFUSED':
      return { kind: 'REFUSED' }
    default:
      return { kind: 'NO_ANSWER', isRecorded: true }
  }
}

/** Of what is recorded, and of a last try. What was undone in part is no end: otherwise there would be nothing left to try. */
function progressOfTries(kind: UndoKind, { found, context }: Undo, last?: UndoTry) {
  const open = found.undos[kind].filter((response) => !isSuccessful(response))
  const tries: UndoTry[] = open.map((response) => ({
    gatewayCode: outcomeOf(response)?.gatewayCode,
    isSettled: isSettled(response, found, context),
  }))
  return progressOf(last ? [...tries, last] : tries, (code) => usualRefusals[code])
}

/**
 * A try that failed without a decision of the upstream's acquirer has not happened once it can no longer arrive there and the
 * totals of the upstream's order are those of what it has recorded as done: other captures must not hide that one is gone.
 */
function isSettled(
  { timeOfLastUpdate, timeOfRecord }: UpstreamResponse,
  { response: { transaction }, order }: FoundTransaction,
  { clock, lateArrivalMs }: ReversalContext,
): boolean {
  const triedMs = Date.parse(timeOfLastUpdate ?? timeOfRecord ?? '')
  if (!(clock.now().getTime() - triedMs > lateArrivalMs)) return false
  const minorOf = (amount: string | undefined) => moneyOf({ amount, currency: order.currency })?.amountMinor
  const capturedMinor = minorOf(order.totalCapturedAmount)
  const returnedMinor = minorOf(order.totalRefundedAmount)
  if (capturedMinor === undefined || returnedMinor === undefined) return false
  if (transaction?.type === 'AUTHORIZATION') {
    const authorizedMinor = minorOf(order.totalAuthorizedAmount)
    const amountMinor = moneyOf(transaction)?.amountMinor
    return authorizedMinor !== undefined && amountMinor !== undefined && authorizedMinor >= amountMinor
  }
  const done = totalsOfRecorded(order.transaction ?? [])
  if (transaction?.type === 'REFUND') return returnedMinor >= done.refundedMinor
  return capturedMinor - returnedMinor >= done.capturedMinor - done.refundedMinor
}

/** How a success changes the totals of its order. */
const changesOfTotals: Partial<Readonly<Record<TransactionType, readonly ['captured' | 'refunded', 1n | -1n]>>> = {
  CAPTURE: ['captured', 1n],
  PAYMENT: ['captured', 1n],
  REFUND: ['refunded', 1n],
  VOID_CAPTURE: ['captured', -1n],
  VOID_PAYMENT: ['captured', -1n],
  VOID_REFUND: ['refunded', -1n],
}

function totalsOfRecorded(transactions: readonly UpstreamResponse[]) {
  const totals = { captured: 0n, refunded: 0n }
  for (const response of transactions) {
    const { transaction } = response
    const [total, sign] = (transaction?.type && changesOfTotals[transaction.type]) ?? []
    if (total && sign && isSuccessful(response)) totals[total] += sign * (moneyOf(transaction)?.amountMinor ?? 0n)
  }
  return { capturedMinor: totals.captured, refundedMinor: totals.refunded }
}

/**
 * The outcome that the upstream has recorded under the next id.
 *
 * - refused: it has executed nothing, and will not.
 * - noAnswer: whether it has is unknown, or it was busy; nothing is recorded that would need another id.
 */
async function sendUndo(
  kind: UndoKind,
  { ids, key, found: { response, undos }, context: { upstream } }: Undo,
): Promise<(UndoTry & { readonly isWhole: boolean }) | 'REFUSED' | 'NO_ANSWER'> {
  const whole = moneyOf(response.transaction)
  if (!whole) return 'NO_ANSWER'
  const money = kind === 'VOID' ? whole : { ...whole, amountMinor: whole.amountMinor - refundedMinor(undos) }
  const { merchantId, orderId, transactionId: target } = ids
  const transactionId = undoId(kind, target, undos[kind].length + 1)
  const common = {
    ...{ reference: transactionId, acquirerMerchantId: merchantId, ...money, details: {} },
    ...omitUndefined({ key }),
  }
  const original = {
    reference: target,
    ...omitUndefined({ transactionId: response.transaction?.acquirer?.transactionId }),
  }
  const question: AcquirerRequest =
    kind === 'VOID' ? { ...common, kind, original } : { ...common, kind, original, isAuthorizedFirst: false }
  const reversal = { merchantId, orderId, transactionId }
  const result = await upstream.ask(question, reversal)
  if (result.kind === 'REFUSAL') {
    const refusal = outcomeOfRefusal(result.status, result.error, kind)
    return refusal && refusal.gatewayCode !== 'ACQUIRER_SYSTEM_ERROR' ? 'REFUSED' : 'NO_ANSWER'
  }
  if (result.kind !== 'ANSWER' || !isResponseTo(kind, reversal, result.response)) return 'NO_ANSWER'
  const outcome = outcomeOf(result.response)
  if (!outcome || result.response.response?.gatewayCode === 'LOCK_FAILURE') return 'NO_ANSWER'
  const { gatewayCode, approvedMinor = money.amountMinor } = outcome
  return { gatewayCode, isWhole: approvedMinor >= money.amountMinor }
}
