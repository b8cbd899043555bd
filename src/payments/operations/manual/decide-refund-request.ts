// A user approves a requested refund, which is then executed, or declines it.

import type { AuditEntry } from '../../../audit/index.ts'
import { formatMoney } from '../../../kernel/money.ts'
import { omitUndefined } from '../../../kernel/omit-undefined.ts'
import type { Rejection } from '../../../kernel/rejection.ts'
import { holdsPrivilege } from '../../../merchants/index.ts'
import type { Call, OperationResponse, OrderChanged } from '../../call.ts'
import type { TransactionResponse } from '../../contract/transaction-response.ts'
import type { PaymentDependencies } from '../../dependencies.ts'
import { UnsealAuditLog, writeUnsealAudit } from '../../masking/storable-request.ts'
import type { AcquirerRequest } from '../../ports/acquirer.ts'
import type { OrderKey, StoredOrder, StoredTransaction } from '../../ports/transactions.ts'
import { pendingRefundRequests, statusOf, withOutcome } from '../../rules/order.ts'
import { planRefund } from '../../rules/plan.ts'
import { type CommonRequestFields, continueOrder } from '../continue-order.ts'
import type { TransactionDependencies } from '../execute-transaction.ts'
import { isBegunBy, orderChanged, retryWhenChanged } from './manual-action.ts'

export interface RefundDecision {
  readonly key: OrderKey
  /** Which request; may be left out when only one waits. */
  readonly transactionId?: string
  readonly userId: string
  /** The X-Request-Id of the response; none when it is a command. */
  readonly requestId?: string
}

export type RefundDecisionResult =
  | OperationResponse<TransactionResponse>
  | Rejection
  | { readonly kind: 'DECLINED'; readonly transactionId: string }
  /** The user who requested it cannot approve it. */
  | { readonly kind: 'UNKNOWN_ORDER' | 'NOTHING_AWAITED' | 'SEVERAL_AWAITED' | 'LOCKED' | 'OWN_REQUEST' }

export function approveRefund(
  decision: RefundDecision,
  dependencies: TransactionDependencies,
): Promise<RefundDecisionResult> {
  return retryWhenChanged(() => tryToApprove(decision, dependencies))
}

async function tryToApprove(
  decision: RefundDecision,
  dependencies: TransactionDependencies,
): Promise<RefundDecisionResult | OrderChanged> {
  const awaited = await findRequest(decision, dependencies)
  if ('kind' in awaited) return awaited
  const { stored, request } = awaited
  if (isBegunBy(request, decision.userId)) return { kind: 'OWN_REQUEST' }
  const access = await dependencies.store.findMerchant(decision.key.merchantId)
  if (!access) return { kind: 'UNKNOWN_ORDER' }
  const { merchant } = access
  const { currency } = stored.order
  const { amountMinor } = request
  const isExcessPermitted = holdsPrivilege(merchant, 'EXCESS_REFUND')
  const planned = planRefund(
    stored.order,
    { amountMinor, currency, targetTransactionId: request.request.transaction?.targetTransactionId, isRequest: false },
    { mayExceed: isExcessPermitted, needsTarget: false },
  )
  const call: Call = {
    merchant,
    key: { ...decision.key, transactionId: dependencies.identifiers.transactionId('refund') },
    traits: {},
    ...omitUndefined({ requestId: decision.requestId }),
    unsealAudit: new UnsealAuditLog(),
    reader: { hasCertificate: false, asksUnmasked: false },
  }
  // Committed with the attempt: without a recorded attempt there is no approval.
  if (planned.kind === 'PLANNED')
    call.unsealAudit.add(refundAuditEntry('REFUND_APPROVED', decision, request, dependencies))
  const ask = (common: CommonRequestFields): AcquirerRequest => ({
    ...common,
    kind: 'REFUND',
    isAuthorizedFirst: false,
  })
  const refundRequest = {
    transaction: { amount: formatMoney({ amountMinor, currency }), currency },
    userId: decision.userId,
  }
  const result = await continueOrder(
    planned,
    {
      request: refundRequest,
      stored,
      call,
      type: 'REFUND',
      entryPoint: 'MERCHANT_ADMINISTRATION',
      approvesTransactionId: request.key.transactionId,
      isExcessPermitted,
      ask,
    },
    dependencies,
  )
  await writeUnsealAudit(call.unsealAudit, dependencies)
  return result
}

export function declineRefund(
  decision: RefundDecision,
  dependencies: Pick<PaymentDependencies, 'store' | 'clock'>,
): Promise<RefundDecisionResult> {
  return retryWhenChanged(() => tryToDecline(decision, dependencies))
}

async function tryToDecline(
  decision: RefundDecision,
  dependencies: Pick<PaymentDependencies, 'store' | 'clock'>,
): Promise<RefundDecisionResult | OrderChanged> {
  const awaited = await findRequest(decision, dependencies)
  if ('kind' in awaited) return awaited
  const { stored, request } = awaited
  const { order } = stored
  const { transactionId } = request.key
  const orderTransaction = order.transactions.find(({ id }) => id === transactionId)
  const isDecided = await dependencies.store.amend({
    key: request.key,
    orderRevision: order.revision,
    at: dependencies.clock.now(),
    kind: 'DECISION',
    decision: 'REJECTED',
    orderStatus: statusOf(
      orderTransaction ? withOutcome(order.transactions, { ...orderTransaction, decision: 'REJECTED' }) : [],
    ),
    response: request.response ?? {},
    audit: refundAuditEntry('REFUND_TURNED_DOWN', decision, request, dependencies),
  })
  if (!isDecided) return orderChanged
  return { kind: 'DECLINED', transactionId }
}

async function findRequest(
  { key, transactionId }: RefundDecision,
  { store }: Pick<PaymentDependencies, 'store'>,
): Promise<
  | { readonly stored: StoredOrder; readonly request: StoredTransaction }
  | { readonly kind: 'UNKNOWN_ORDER' | 'NOTHING_AWAITED' | 'SEVERAL_AWAITED' }
> {
  const stored = await store.findOrder(key)
  if (!stored) return { kind: 'UNKNOWN_ORDER' }
  const awaited = pendingRefundRequests(stored.order.transactions).filter(
    ({ id }) => transactionId === undefined || id === transactionId,
  )
  if (awaited.length > 1) return { kind: 'SEVERAL_AWAITED' }
  const request = stored.transactions.find((transaction) => transaction.key.transactionId === awaited[0]?.id)
  return request ? { stored, request } : { kind: 'NOTHING_AWAITED' }
}

function refundAuditEntry(
  action: 'REFUND_APPROVED' | 'REFUND_TURNED_DOWN',
  { key, userId: actor }: RefundDecision,
  { key: { transactionId } }: StoredTransaction,
  { clock }: Pick<PaymentDependencies, 'clock'>,
): AuditEntry {
  const subject = { orderId: key.orderId, transactionId }
  return { merchantId: key.merchantId, actor, action, subject, at: clock.now() }
}
