// Tells an order as it stands now, with all its transactions.

import type { OrderAnswer } from '../contract/operations/retrieve-order.ts'
import type { RetrievalRequest } from '../contract/operations/retrieve-transaction.ts'
import { gatewayCodes } from '../domain/gateway-code.ts'
import { layOver } from '../domain/lay-over.ts'
import type { Order, OrderTransaction } from '../domain/order.ts'
import { type Rejection, reject } from '../domain/rejection.ts'
import type { OrderKey } from '../ports/store.ts'
import type { Call, OperationResult, Ports } from './call.ts'
import { describeOrder, describeTransactionNow } from './steps/describe-transaction.ts'
import { settledSince } from './steps/settled-since.ts'

export async function retrieveOrder(
  _request: RetrievalRequest,
  { key, traits }: Call,
  { store }: Pick<Ports, 'store'>,
): Promise<OperationResult> {
  const found = await store.findOrder(key)
  if (!found) return unknownOrder(key)
  const stored = await settledSince(found, { store })
  const { order, transactions } = stored
  const orderGroup = describeOrder(order)
  const described = transactions.map((transaction) => describeTransactionNow(transaction, order, orderGroup))
  const told = described.filter((_, index) => traits.kinds?.includes(transactions[index]?.type ?? 'PAYMENT') ?? true)
  // What the payer is and pays with is told by the newest transaction that knows it.
  const { order: orderDetails = {}, ...newest } = (described.at(-1) ?? {}) as unknown as Record<string, unknown>
  const answer = layOver(
    { ...newest, ...(orderDetails as object) },
    { ...orderGroup, merchant: key.merchantId, result: resultOf(order), transaction: told },
  )
  return { kind: 'answered', isFirst: false, answer: answer as unknown as OrderAnswer }
}

/** The result of the order's latest transaction that could have started it. */
function resultOf({ transactions }: Order): string {
  const latest = transactions.findLast(isInitial) ?? transactions[0]
  return latest?.gatewayCode ? gatewayCodes[latest.gatewayCode].result : 'PENDING'
}

/** Captures and refunds start an order when they are about no other transaction of it. */
function isInitial({ type, targetTransactionId }: OrderTransaction): boolean {
  return initialTypes.has(type) && targetTransactionId === undefined
}

const initialTypes: ReadonlySet<string> = new Set(['AUTHORIZATION', 'CAPTURE', 'PAYMENT', 'REFUND', 'VERIFICATION'])

export function unknownOrder({ orderId, merchantId }: OrderKey): Rejection {
  return reject('UNKNOWN_ORDER', `There is no order '${orderId}' of merchant '${merchantId}'.`)
}
