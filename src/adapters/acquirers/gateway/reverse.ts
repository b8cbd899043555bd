// Undoes a request at the upstream: by a void, or by a refund where the upstream has settled it. Each has one id, so
// that repeats have the effect of one.

import { omitUndefined } from '../../../domain/omit-undefined.ts'
import { type GatewayCode, gatewayCodes } from '../../../domain/payments/gateway-code.ts'
import type { TransactionType } from '../../../domain/payments/transaction-type.ts'
import type { AcquirerRequest, ReversalReply } from '../../../ports/acquirers/acquirer.ts'
import { moneyOf, outcomeOf, outcomeOfRefusal, type UpstreamAnswer } from './answers.ts'
import { findTransaction, reversalIds } from './recorded-orders.ts'
import type { RequestOwner } from './recorded-requests.ts'
import { isAnswerTo, type UpstreamIds } from './requests.ts'
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

export async function reverseAtUpstream(
  ids: UpstreamIds,
  upstream: Upstream,
  owner?: RequestOwner,
): Promise<ReversalReply['kind']> {
  const found = await findTransaction(ids, upstream, owner)
  if (found.kind === 'noAnswer') return 'noAnswer'
  if (found.kind === 'unknown') return 'unknownReference'
  const { result, isOpen } = gatewayCodes[found.outcome.gatewayCode]
  if (isOpen) return 'noAnswer'
  if (result === 'FAILURE' || found.isReversed) return 'acknowledged'
  const { type } = found.answer.transaction ?? {}
  const way = type ? undoing[type] : 'IMPOSSIBLE'
  if (way === 'NOTHING_TO_UNDO') return 'acknowledged'
  if (way === 'IMPOSSIBLE') return 'refused'

  const voided = await undo('VOID', found.answer, { ids, upstream, owner })
  if (voided !== 'notDone' || way === 'VOID') return voided === 'notDone' ? 'refused' : voided
  const refunded = await undo('REFUND', found.answer, { ids, upstream, owner })
  return refunded === 'notDone' ? 'refused' : refunded
}

/**
 * - notDone: the upstream has definitely not done it and, under this id, never will.
 * - refused: it will not, and whether something was done before is not known.
 */
type UndoResult = 'acknowledged' | 'notDone' | 'refused' | 'noAnswer'

async function undo(
  kind: 'VOID' | 'REFUND',
  answer: UpstreamAnswer,
  { ids, upstream, owner }: { readonly ids: UpstreamIds; readonly upstream: Upstream; readonly owner: RequestOwner },
): Promise<UndoResult> {
  const money = moneyOf(answer.transaction)
  if (!money) return 'noAnswer'
  const { merchantId, orderId, transactionId: target } = ids
  const transactionId = kind === 'VOID' ? reversalIds.voidOf(target) : reversalIds.refundOf(target)
  const common = {
    ...{ reference: transactionId, acquirerMerchantId: merchantId, ...money, details: {} },
    ...omitUndefined({ key: owner }),
  }
  const original = {
    reference: target,
    ...omitUndefined({ transactionId: answer.transaction?.acquirer?.transactionId }),
  }
  const question: AcquirerRequest =
    kind === 'VOID' ? { ...common, kind, original } : { ...common, kind, original, isAuthorizedFirst: false }
  const reversal = { merchantId, orderId, transactionId }
  const reply = await upstream.ask(question, reversal)
  if (reply.kind === 'refusal')
    return reply.status === 400 && outcomeOfRefusal(reply.status, reply.error) ? 'notDone' : 'noAnswer'
  if (reply.kind !== 'answer' || !isAnswerTo(kind, reversal, reply.answer)) return 'noAnswer'
  const outcome = outcomeOf(reply.answer)
  // An order that is busy is free again later; nothing was recorded under the id.
  if (!outcome || reply.answer.response?.gatewayCode === 'LOCK_FAILURE') return 'noAnswer'
  const { result, isOpen } = gatewayCodes[outcome.gatewayCode]
  if (isOpen) return 'noAnswer'
  if (result === 'SUCCESS') return 'acknowledged'
  return uncertainFailures.has(outcome.gatewayCode) ? 'refused' : 'notDone'
}

/** Failures after which the upstream's own acquirer may have executed it nevertheless: an additional refund could pay twice. */
const uncertainFailures: ReadonlySet<GatewayCode> = new Set(['SYSTEM_ERROR', 'TIMED_OUT'])
