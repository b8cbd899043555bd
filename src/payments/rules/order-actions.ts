// What a user could do with an order in its current state. It is computed by the plans themselves, so what is offered
// is what would work.
import {
  authorizedAmountOf,
  effectiveTransactions,
  isSuccessful,
  leftToRefundMinor,
  type Order,
  pendingRefundRequests,
  refundableTransactions,
  totalsOf,
} from './order.ts'
import { planCapture, planRefund, planUpdate, planVoid } from './plan.ts'

export type OrderAction =
  /** Up to what is left of the authorization. */
  | { readonly kind: 'CAPTURE'; readonly leftMinor: bigint }
  /** Up to what is left of a capture or a payment. */
  | { readonly kind: 'REFUND'; readonly targetTransactionId: string; readonly leftMinor: bigint }
  | { readonly kind: 'VOID'; readonly targetTransactionId: string }
  /** Its current amount. */
  | { readonly kind: 'UPDATE_AUTHORIZATION'; readonly authorizedMinor: bigint }
  /** A refund request that waits for a decision; a payment that a risk rule held. */
  | { readonly kind: 'DECIDE_REFUND' | 'REVIEW'; readonly transactionId: string }

interface ActionLimits {
  readonly mayExceedCapture: boolean
  readonly mayExceedRefund: boolean
  readonly isSettlementBatchClosed: (batch: number) => boolean
}

export function availableActions(order: Order, limits: ActionLimits): readonly OrderAction[] {
  if (order.isLocked) return []
  return [...captureOf(order, limits), ...refundsOf(order, limits), ...voidsOf(order, limits)].concat(
    updateOf(order),
    pendingRefundRequests(order.transactions).map(({ id }) => ({ kind: 'DECIDE_REFUND', transactionId: id })),
    decisionActionsOf(order),
  )
}

function captureOf(order: Order, { mayExceedCapture }: ActionLimits): readonly OrderAction[] {
  const { currency, transactions } = order
  const effective = effectiveTransactions(transactions)
  const authorization = effective.find(({ type }) => type === 'AUTHORIZATION')
  if (!authorization) return []
  const leftMinor = atLeastZero(authorizedAmountOf(authorization, effective) - totalsOf(transactions).capturedMinor)
  const planned = planCapture(order, { amountMinor: leftMinor || 1n, currency }, { mayExceed: mayExceedCapture })
  return planned.kind === 'PLANNED' ? [{ kind: 'CAPTURE', leftMinor }] : []
}

function refundsOf(order: Order, { mayExceedRefund: mayExceed }: ActionLimits): readonly OrderAction[] {
  const { currency, transactions } = order
  const orderLeftMinor = leftToRefundMinor(transactions)
  return refundableTransactions(transactions).flatMap(
    ({ transaction: { id: targetTransactionId }, leftMinor: targetLeftMinor }) => {
      const leftMinor = targetLeftMinor < orderLeftMinor ? targetLeftMinor : orderLeftMinor
      const request = { amountMinor: leftMinor || 1n, currency, targetTransactionId, isRequest: false }
      const planned = planRefund(order, request, { mayExceed, needsTarget: true })
      return planned.kind === 'PLANNED' ? [{ kind: 'REFUND' as const, targetTransactionId, leftMinor }] : []
    },
  )
}

function voidsOf(order: Order, { isSettlementBatchClosed }: ActionLimits): readonly OrderAction[] {
  return effectiveTransactions(order.transactions).flatMap(({ id: targetTransactionId }) => {
    const planned = planVoid(order, { targetTransactionId, isSettlementBatchClosed })
    return planned.kind === 'PLANNED' ? [{ kind: 'VOID' as const, targetTransactionId }] : []
  })
}

function updateOf(order: Order): readonly OrderAction[] {
  const planned = planUpdate(order, { amountMinor: undefined, currency: undefined })
  if (planned.kind !== 'PLANNED') return []
  return [{ kind: 'UPDATE_AUTHORIZATION', authorizedMinor: planned.amountMinor }]
}

const assessed: ReadonlySet<string> = new Set(['AUTHORIZATION', 'PAYMENT', 'VERIFICATION'])

function decisionActionsOf({ transactions }: Order): readonly OrderAction[] {
  return transactions
    .filter((t) => t.decision === 'PENDING' && assessed.has(t.type) && isSuccessful(t))
    .map(({ id }) => ({ kind: 'REVIEW', transactionId: id }))
}

function atLeastZero(minor: bigint): bigint {
  return minor < 0n ? 0n : minor
}
