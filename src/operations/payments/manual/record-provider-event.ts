// Records an event that a bank or provider initiated: a dispute, a chargeback, a fee. No acquirer is called, and the
// order's totals do not change.

import { parseMoney } from '../../../domain/money.ts'
import { omitUndefined } from '../../../domain/omit-undefined.ts'
import type { Decision } from '../../../domain/payments/order.ts'
import { type Plan, planRecord } from '../../../domain/payments/plan.ts'
import { isRejection, type Rejection, reject } from '../../../domain/rejection.ts'
import type { AuditEntry } from '../../../ports/audit/audit.ts'
import type { OrderKey } from '../../../ports/payments/transactions.ts'
import type { Call, OperationResponse } from '../../call.ts'
import { UnsealAuditLog } from '../../masking/storable-request.ts'
import { continueOrder } from '../continue-order.ts'
import { executeTransaction, type TransactionPorts } from '../execute-transaction.ts'
import { resolveFirstRoute } from '../resolve-link.ts'

export interface ProviderEvent {
  readonly key: OrderKey
  readonly type: 'CHARGEBACK' | 'FUNDING'
  readonly amount: string
  readonly currency: string
  /** Of a chargeback: PENDING while it is disputed, ACCEPTED when the money went back, REJECTED when the merchant won. */
  readonly decision?: Decision
  readonly reference?: string
  readonly note?: string
  readonly userId: string
}

export async function recordProviderEvent(
  event: ProviderEvent,
  ports: TransactionPorts,
): Promise<OperationResponse | Rejection | { readonly kind: 'unknownMerchant' | 'unknownOrder' | 'busy' }> {
  const { key, type, amount, currency, decision, reference, note, userId } = event
  const access = await ports.store.findMerchant(key.merchantId)
  if (!access) return { kind: 'unknownMerchant' }
  const { merchant } = access
  const money = parseMoney({ amount, currency })
  if (!money) return reject('TOO_MANY_DECIMALS', `The amount has more decimals than ${currency} allows.`)
  const stored = await ports.store.findOrder(key)
  if (!stored && type === 'CHARGEBACK') return { kind: 'unknownOrder' }

  const call: Call = {
    merchant,
    key: { ...key, transactionId: ports.identifiers.transactionId(type.toLowerCase()) },
    traits: {},
    unsealAudit: new UnsealAuditLog(),
    reader: { hasCertificate: false, asksUnmasked: false },
  }
  const transaction = {
    ...omitUndefined({ reference, merchantNote: note }),
  }
  const request = { transaction, userId }
  const parts = { request, call, entryPoint: 'AUTO' as const, ask: { decidedHere: 'APPROVED' as const } }
  const marks = decision ? { ...parts, decision } : parts
  // Committed with the attempt, if there is one.
  const line: AuditEntry = {
    merchantId: merchant.id,
    actor: userId,
    action: 'PROVIDER_EVENT_RECORDED',
    subject: { orderId: key.orderId, type, amount, currency },
    at: ports.clock.now(),
  }
  if (stored) {
    const planned = planRecord(stored.order, { ...money, type })
    if (planned.kind === 'planned') call.unsealAudit.add(line)
    const result = await continueOrder(planned, { ...marks, stored, type }, ports)
    return result.kind === 'moved' ? { kind: 'busy' } : result
  }
  // A fee may come without any payment; then it gets its own order.
  const link = resolveFirstRoute(merchant, ports.acquirers)
  if (isRejection(link)) return link
  const planned: Extract<Plan, { kind: 'planned' }> = {
    kind: 'planned',
    order: undefined,
    type,
    currency,
    amountMinor: money.amountMinor,
    orderAmountMinor: money.amountMinor,
  }
  call.unsealAudit.add(line)
  const result = await executeTransaction(planned, { ...marks, storedRequest: request, link }, ports)
  return result.kind === 'moved' ? { kind: 'busy' } : result
}
