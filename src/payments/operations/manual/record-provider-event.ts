// Records an event that a bank or provider initiated: a dispute, a chargeback, a fee. No acquirer is called, and the
// order's totals do not change.

import type { AuditEntry } from '../../../audit/index.ts'
import { explain } from '../../../kernel/explanation.ts'
import { parseMoney } from '../../../kernel/money.ts'
import { omitUndefined } from '../../../kernel/omit-undefined.ts'
import { isRejection, type Rejection, reject } from '../../../kernel/rejection.ts'
import type { Call, OperationResponse, OrderChanged } from '../../call.ts'
import type { TransactionResponse } from '../../contract/transaction-response.ts'
import { UnsealAuditLog } from '../../masking/storable-request.ts'
import type { OrderKey, StoredOrder } from '../../ports/transactions.ts'
import { type DisputeDetails, decisionOfDispute } from '../../rules/dispute.ts'
import { type Plan, planRecord } from '../../rules/plan.ts'
import { continueOrder } from '../continue-order.ts'
import { executeTransaction, type TransactionDependencies } from '../execute-transaction.ts'
import { resolveFirstRoute } from '../resolve-link.ts'
import { retryWhenChanged } from './manual-action.ts'

export interface ProviderEvent {
  readonly key: OrderKey
  readonly type: 'CHARGEBACK' | 'FUNDING'
  readonly amount: string
  readonly currency: string
  /** Of a chargeback: how its case stands. Default: pending. */
  readonly dispute?: DisputeDetails
  /** Of a chargeback: the number of the case. */
  readonly reference?: string
  readonly note?: string
  readonly userId: string
}

export type ProviderEventResult =
  | OperationResponse<TransactionResponse>
  | Rejection
  | { readonly kind: 'UNKNOWN_MERCHANT' | 'UNKNOWN_ORDER' | 'LOCKED' }

export function recordProviderEvent(
  event: ProviderEvent,
  dependencies: TransactionDependencies,
): Promise<ProviderEventResult> {
  return retryWhenChanged(() =>
    recordOnOrder(event, { readOrder: () => dependencies.store.findOrder(event.key) }, dependencies),
  )
}

/** Records nothing when the order has changed since it was read, which may have been before this. */
export async function recordOnOrder(
  event: ProviderEvent,
  { readOrder }: { readonly readOrder: () => Promise<StoredOrder | undefined> },
  dependencies: TransactionDependencies,
): Promise<ProviderEventResult | OrderChanged> {
  const { key, type, amount, currency, reference, note, userId } = event
  const dispute: DisputeDetails | undefined =
    type === 'CHARGEBACK' ? (event.dispute ?? { state: 'PENDING' }) : undefined
  const access = await dependencies.store.findMerchant(key.merchantId)
  if (!access) return { kind: 'UNKNOWN_MERCHANT' }
  const { merchant } = access
  const money = parseMoney({ amount, currency })
  if (!money)
    return reject('TOO_MANY_DECIMALS', explain('The amount has more decimals than {currency} allows.', { currency }))
  const stored = await readOrder()
  if (!stored && type === 'CHARGEBACK') return { kind: 'UNKNOWN_ORDER' }

  const call: Call = {
    merchant,
    key: { ...key, transactionId: dependencies.identifiers.transactionId(type.toLowerCase()) },
    traits: {},
    unsealAudit: new UnsealAuditLog(),
    reader: { hasCertificate: false, asksUnmasked: false },
  }
  const transaction = {
    ...omitUndefined({ reference, merchantNote: note }),
  }
  const request = { transaction, userId, ...omitUndefined({ dispute }) }
  const parts = { request, call, entryPoint: 'AUTO' as const, ask: { decidedHere: 'APPROVED' as const } }
  const marks = dispute ? { ...parts, decision: decisionOfDispute[dispute.state] } : parts
  // Committed with the attempt, if there is one.
  const line: AuditEntry = {
    merchantId: merchant.id,
    actor: userId,
    action: 'PROVIDER_EVENT_RECORDED',
    subject: { orderId: key.orderId, type, amount, currency, ...dispute, ...omitUndefined({ reference }) },
    at: dependencies.clock.now(),
  }
  if (stored) {
    const planned = planRecord(stored.order, { ...money, type })
    if (planned.kind === 'PLANNED') call.unsealAudit.add(line)
    return continueOrder(planned, { ...marks, stored, type }, dependencies)
  }
  // A fee may come without any payment; then it gets its own order.
  const link = resolveFirstRoute(merchant, dependencies.acquirers)
  if (isRejection(link)) return link
  const planned: Extract<Plan, { kind: 'PLANNED' }> = {
    kind: 'PLANNED',
    order: undefined,
    type,
    currency,
    amountMinor: money.amountMinor,
    orderAmountMinor: money.amountMinor,
  }
  call.unsealAudit.add(line)
  return executeTransaction(planned, { ...marks, storedRequest: request, link }, dependencies)
}
