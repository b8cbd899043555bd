// Ends one reversal that is owed. A payment that failed or timed out is reversed at the acquirer behind the scenes; one
// that succeeded and was rejected in review is voided on the order, or refunded where it is too late for a void, both
// visible to the merchant.

import { formatMoney } from '../../../domain/money.ts'
import type { GatewayCode } from '../../../domain/payments/gateway-code.ts'
import { effectiveTransactions, isSuccessful } from '../../../domain/payments/order.ts'
import { planRefund } from '../../../domain/payments/plan.ts'
import {
  minorToRefund,
  type UndoResult,
  type UndoStatus,
  undoStatusOf,
} from '../../../domain/payments/undo-rejected.ts'
import type { AcquirerRequest, Repetition } from '../../../ports/acquirers/acquirer.ts'
import type { ReversalState, StoredOrder, StoredTransaction } from '../../../ports/payments/transactions.ts'
import type { Call, OperationResult } from '../../call.ts'
import { UnsealAuditLog } from '../../masking/storable-request.ts'
import { type CommonRequestFields, continueOrder } from '../continue-order.ts'
import type { TransactionPorts } from '../execute-transaction.ts'
import { undoTransaction } from '../void.ts'
import { askToReverse } from './ask-to-reverse.ts'
import { recordReversal } from './record-reversal.ts'

type OwedReversal = StoredTransaction & Repetition & { readonly sinceSendableMs?: number }

interface ReversalTryResult {
  readonly reversal: ReversalState
  /** Whether the acquirer replied. */
  readonly isAnswered: boolean
}

export async function reverseOwed(owed: OwedReversal, ports: TransactionPorts): Promise<ReversalTryResult> {
  const reversed = isSuccessful(owed)
    ? { reversal: await undoRejected(owed, ports), isAnswered: true }
    : await askToReverse({ ...owed, sinceSendableMs: owed.sinceSendableMs ?? 0 }, ports)
  if (reversed.reversal === 'OWED') return reversed
  return { ...reversed, reversal: await recordReversal(owed.key, reversed.reversal, ports) }
}

async function undoRejected(owed: OwedReversal, ports: TransactionPorts): Promise<ReversalState> {
  const [stored, access] = await Promise.all([
    ports.store.findOrder(owed.key),
    ports.store.findMerchant(owed.key.merchantId),
  ])
  if (!stored || !access) return 'OWED'
  const { transactionId } = owed.key
  if (!isStillHeld(stored, transactionId)) return 'DONE'
  // An earlier request without an answer may have been executed: a second one could refund twice.
  const pending = undoTransactionsOf(stored, transactionId)
  if (pending.some(({ reversal }) => reversal === 'OWED')) return 'OWED'
  if (pending.some(({ reversal }) => reversal === 'REFUSED' || reversal === 'UNSUPPORTED')) return 'REFUSED'
  const call: Call = {
    merchant: access.merchant,
    key: { ...owed.key, transactionId: ports.identifiers.transactionId('reversal') },
    traits: {},
    unsealAudit: new UnsealAuditLog(),
    reader: { hasCertificate: false, asksUnmasked: false },
  }
  const request = { transaction: { targetTransactionId: transactionId } }
  const voided = undoStatusOf(resultOf(await undoTransaction(request, { stored, call, entryPoint: 'AUTO' }, ports)))
  if (voided !== 'IMPOSSIBLE') return voided
  return reversalOf(await refundOwed(owed, call, ports))
}

/** An update or a partial refund refers to the same transaction but does not reverse it. */
function isStillHeld({ order: { transactions } }: StoredOrder, transactionId: string): boolean {
  const held = effectiveTransactions(transactions).find(({ id }) => id === transactionId)
  if (!held) return false
  return held.type === 'AUTHORIZATION' || minorToRefund(transactions, transactionId) > 0n
}

function undoTransactionsOf({ transactions }: StoredOrder, transactionId: string): readonly StoredTransaction[] {
  return transactions.filter((each) => each.targetTransactionId === transactionId && each.entryPoint === 'AUTO')
}

/** It is too late for a void: a refund is needed. */
async function refundOwed(owed: OwedReversal, call: Call, ports: TransactionPorts): Promise<UndoStatus> {
  const { transactionId } = owed.key
  const stored = await ports.store.findOrder(owed.key)
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
  const key = { ...call.key, transactionId: ports.identifiers.transactionId('reversal') }
  const input = { request, stored, call: { ...call, key }, type: 'REFUND', entryPoint: 'AUTO', ask } as const
  return undoStatusOf(resultOf(await continueOrder(planned, input, ports)))
}

function isPaid(transactionId: string) {
  return ({ id, type }: { readonly id: string; readonly type: string }) =>
    id === transactionId && type !== 'AUTHORIZATION'
}

function resultOf(result: OperationResult): UndoResult {
  if (result.kind !== 'answered') return result
  const { response } = result.answer as { readonly response?: { readonly gatewayCode?: GatewayCode } }
  return { kind: 'answered', gatewayCode: response?.gatewayCode }
}

function reversalOf(undone: UndoStatus): ReversalState {
  return undone === 'IMPOSSIBLE' ? 'REFUSED' : undone
}
