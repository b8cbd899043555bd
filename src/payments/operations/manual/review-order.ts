// A user accepts or rejects a payment that a risk rule held back. A rejected payment is reversed.

import { omitUndefined } from '../../../kernel/omit-undefined.ts'
import { mergeValues } from '../../../kernel/values.ts'
import type { OrderChanged } from '../../call.ts'
import type { OrderKey, StoredTransaction } from '../../ports/transactions.ts'
import { type Decision, isSuccessful, statusOf, withOutcome } from '../../rules/order.ts'
import type { TransactionDependencies } from '../execute-transaction.ts'
import { reverseOwed } from '../reversals/reverse-owed.ts'
import { isBegunBy, orderChanged, retryWhenChanged } from './manual-action.ts'

export interface ReviewRequest {
  readonly key: OrderKey
  readonly decision: Exclude<Decision, 'PENDING'>
  /** The deciding user, as shown to the merchant. */
  readonly userId: string
  readonly note?: string | undefined
}

/**
 * - reviewed: decided; a rejected payment is reversed, will be when its acquirer is available, or cannot be.
 * - nothingToReview: no payment of the order waits for a decision.
 * - busy: another transaction is under way; try again.
 * - ownRequest: the user who made the payment cannot accept it.
 */
export type ReviewResult =
  | { readonly kind: 'REVIEWED'; readonly transactionId: string; readonly isUndone?: boolean }
  | { readonly kind: 'UNKNOWN_ORDER' | 'NOTHING_TO_REVIEW' | 'LOCKED' | 'OWN_REQUEST' }

export function reviewOrder(request: ReviewRequest, dependencies: TransactionDependencies): Promise<ReviewResult> {
  return retryWhenChanged(() => tryToReview(request, dependencies))
}

async function tryToReview(
  { key, decision, userId, note }: ReviewRequest,
  dependencies: TransactionDependencies,
): Promise<ReviewResult | OrderChanged> {
  const stored = await dependencies.store.findOrder(key)
  if (!stored) return { kind: 'UNKNOWN_ORDER' }
  const { order } = stored
  const heldTransaction = stored.transactions.find((transaction) => isHeld(transaction))
  if (!heldTransaction) return { kind: 'NOTHING_TO_REVIEW' }
  if (decision === 'ACCEPTED' && isBegunBy(heldTransaction, userId)) return { kind: 'OWN_REQUEST' }
  const at = dependencies.clock.now()
  const { transactionId } = heldTransaction.key
  // The result of the rules is unchanged; the decision is stored beside it.
  const response = {
    review: { decision, userId, time: at.toISOString(), ...omitUndefined({ note }) },
  }
  const orderTransaction = order.transactions.find(({ id }) => id === transactionId)
  const isDecided = await dependencies.store.amend({
    key: heldTransaction.key,
    orderRevision: order.revision,
    at,
    kind: 'DECISION',
    decision,
    ...(decision === 'REJECTED' && { reversal: 'OWED' as const }),
    orderStatus: statusOf(
      orderTransaction ? withOutcome(order.transactions, { ...orderTransaction, decision }) : order.transactions,
    ),
    response: mergeValues(heldTransaction.response ?? {}, { risk: { response } }),
    audit: {
      merchantId: key.merchantId,
      actor: userId,
      action: 'ORDER_REVIEWED',
      subject: { orderId: key.orderId, transactionId, decision },
      at,
    },
  })
  if (!isDecided) return orderChanged
  if (decision === 'ACCEPTED') return { kind: 'REVIEWED', transactionId }
  const { reversal } = await reverseOwed({ ...heldTransaction, decision, reversal: 'OWED' }, dependencies)
  return { kind: 'REVIEWED', transactionId, isUndone: reversal === 'DONE' }
}

function isHeld(transaction: StoredTransaction): boolean {
  return transaction.decision === 'PENDING' && transaction.risk !== undefined && isSuccessful(transaction)
}
