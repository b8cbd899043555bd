// Ends one reversal that is owed. A payment that failed or timed out is reversed at the acquirer behind the scenes; one
// that succeeded and was rejected in review is undone by a void on the order, or by a refund where it is too late for one,
// which everybody can see.

import { formatMoney } from '../../../domain/money.ts'
import type { GatewayCode } from '../../../domain/payments/gateway-code.ts'
import { isSuccessful, standingOf } from '../../../domain/payments/order.ts'
import { planRefund } from '../../../domain/payments/plan.ts'
import { toGiveBackMinor, type Undone, type UndoResult, undoneBy } from '../../../domain/payments/undo-rejected.ts'
import type { Question } from '../../../ports/acquirers/acquirer.ts'
import type { Reversal, StoredOrder, StoredTransaction } from '../../../ports/payments/transactions.ts'
import type { Call, OperationResult, Ports } from '../../call.ts'
import { Openings } from '../../masking/openings.ts'
import { type CommonQuestion, continueOrder } from '../continue-order.ts'
import { undo } from '../void.ts'
import { askToReverse } from './ask-to-reverse.ts'
import { recordReversal } from './record-reversal.ts'

type Owed = StoredTransaction & { readonly sinceSendableMs?: number }

interface Reversed {
  readonly reversal: Reversal
  /** Whether anything was heard from the acquirer. */
  readonly isHeard: boolean
}

export async function reverseOwed(owed: Owed, ports: Ports): Promise<Reversed> {
  const reversed = isSuccessful(owed)
    ? { reversal: await undoRejected(owed, ports), isHeard: true }
    : await askToReverse({ ...owed, sinceSendableMs: owed.sinceSendableMs ?? 0 }, ports)
  if (reversed.reversal === 'OWED') return reversed
  return { ...reversed, reversal: await recordReversal(owed.key, reversed.reversal, ports) }
}

async function undoRejected(owed: Owed, ports: Ports): Promise<Reversal> {
  const [stored, access] = await Promise.all([
    ports.store.findOrder(owed.key),
    ports.store.findMerchant(owed.key.merchantId),
  ])
  if (!stored || !access) return 'OWED'
  const { transactionId } = owed.key
  if (!isStillHeld(stored, transactionId)) return 'DONE'
  // What was asked for before and met silence may have been done after all: whoever undoes it twice gives money away.
  const pending = undoingOf(stored, transactionId)
  if (pending.some(({ reversal }) => reversal === 'OWED')) return 'OWED'
  if (pending.some(({ reversal }) => reversal === 'REFUSED' || reversal === 'UNSUPPORTED')) return 'REFUSED'
  const call: Call = {
    merchant: access.merchant,
    key: { ...owed.key, transactionId: ports.identifiers.transactionId('reversal') },
    traits: {},
    openings: new Openings(),
    reader: { hasCertificate: false, asksUnmasked: false },
  }
  const request = { transaction: { targetTransactionId: transactionId } }
  const voided = undoneBy(resultOf(await undo(request, { stored, call, entryPoint: 'AUTO' }, ports)))
  if (voided !== 'IMPOSSIBLE') return voided
  return reversalOf(await giveBack(owed, call, ports))
}

/** Not by what follows it alone: an update or a refund of a part is about the same transaction and does not undo it. */
function isStillHeld({ order: { transactions } }: StoredOrder, transactionId: string): boolean {
  const held = standingOf(transactions).find(({ id }) => id === transactionId)
  if (!held) return false
  return held.type === 'AUTHORIZATION' || toGiveBackMinor(transactions, transactionId) > 0n
}

function undoingOf({ transactions }: StoredOrder, transactionId: string): readonly StoredTransaction[] {
  return transactions.filter((each) => each.targetTransactionId === transactionId && each.entryPoint === 'AUTO')
}

/** It is too late for a void: money is what is owed. */
async function giveBack(owed: Owed, call: Call, ports: Ports): Promise<Undone> {
  const { transactionId } = owed.key
  const stored = await ports.store.findOrder(owed.key)
  if (!stored) return 'OWED'
  const { order } = stored
  const amountMinor = toGiveBackMinor(order.transactions, transactionId)
  if (amountMinor === 0n) return standingOf(order.transactions).some(isPaid(transactionId)) ? 'DONE' : 'IMPOSSIBLE'
  const { currency } = order
  const planned = planRefund(
    order,
    { amountMinor, currency, targetTransactionId: transactionId, isRequest: false },
    { mayExceed: false, needsTarget: false },
  )
  const ask = (common: CommonQuestion): Question => ({ ...common, kind: 'REFUND', isAuthorizedFirst: false })
  const request = { transaction: { amount: formatMoney({ amountMinor, currency }), currency } }
  const key = { ...call.key, transactionId: ports.identifiers.transactionId('reversal') }
  const given = { request, stored, call: { ...call, key }, type: 'REFUND', entryPoint: 'AUTO', ask } as const
  return undoneBy(resultOf(await continueOrder(planned, given, ports)))
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

function reversalOf(undone: Undone): Reversal {
  return undone === 'IMPOSSIBLE' ? 'REFUSED' : undone
}
