// Returns the current state of an order, with all its transactions.

import { explain } from '../../kernel/explanation.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { type Rejection, reject } from '../../kernel/rejection.ts'
import { mergeValues } from '../../kernel/values.ts'
import type { Call, OperationResult } from '../call.ts'
import type { OrderResponse } from '../contract/retrieve-order.ts'
import type { RetrievalRequest } from '../contract/retrieve-transaction.ts'
import type { TransactionResponse } from '../contract/transaction-response.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import type { OrderKey } from '../ports/transactions.ts'
import type { Order, OrderTransaction } from '../rules/order.ts'
import { describeOrder, describeTransactionNow } from './describe-transaction.ts'
import { withSettlementStatus } from './settlement-status.ts'

export async function retrieveOrder(
  _request: RetrievalRequest,
  { key, traits }: Call,
  ports: Pick<PaymentDependencies, 'store' | 'browserPaymentProgress'>,
): Promise<OperationResult<OrderResponse>> {
  const storedOrder = await ports.store.findOrder(key)
  if (!storedOrder) return unknownOrder(key)
  const stored = await withSettlementStatus(await ports.browserPaymentProgress.refresh(storedOrder), ports)
  const { order, transactions } = stored
  const orderGroup = describeOrder(order)
  const described = transactions.map((transaction) => describeTransactionNow(transaction, order, orderGroup))
  const visible = described.filter((_, index) => traits.kinds?.includes(transactions[index]?.type ?? 'PAYMENT') ?? true)
  // The payer's details are those of the newest transaction that has them.
  const latest: Partial<TransactionResponse> = described.at(-1) ?? {}
  const { order: orderDetails, transaction: _, ...newest } = latest
  const response = mergeValues(
    { ...newest, ...orderDetails },
    {
      ...orderGroup,
      ...authenticationOf(described),
      ...agreementOf(described),
      merchant: key.merchantId,
      result: resultOf(order, described),
      transaction: visible,
    },
  )
  return { kind: 'ANSWERED', isFirst: false, response: response as OrderResponse }
}

/** The result of the order's latest transaction that could have opened it. */
function resultOf({ transactions }: Order, described: readonly TransactionResponse[]): string {
  const latest = transactions.findLastIndex(isInitial)
  return described[Math.max(latest, 0)]?.result ?? 'PENDING'
}

/** Captures and refunds open an order when they have no target in it. */
function isInitial({ type, targetTransactionId }: OrderTransaction): boolean {
  return initialTypes.has(type) && targetTransactionId === undefined
}

const initialTypes: ReadonlySet<string> = new Set(['AUTHORIZATION', 'CAPTURE', 'PAYMENT', 'REFUND', 'VERIFICATION'])

/** The payer authentication of the newest transaction that has one. */
function authenticationOf(described: readonly TransactionResponse[]): object {
  const eci = described.findLast(({ threeDSecure }) => threeDSecure?.acsEci !== undefined)?.threeDSecure?.acsEci
  const version = described.findLast(({ authentication }) => authentication?.version !== undefined)?.authentication
    ?.version
  return {
    ...omitUndefined({ threeDSecureAcsEci: eci }),
    ...(version !== undefined && version !== 'NONE' && { authenticationVersion: version }),
  }
}

/** The series that the order belongs to: captures and refunds do not repeat it. */
function agreementOf(described: readonly TransactionResponse[]): object {
  return omitUndefined({ agreement: described.findLast(({ agreement }) => agreement !== undefined)?.agreement })
}

export function unknownOrder({ orderId, merchantId }: OrderKey): Rejection {
  return reject(
    'UNKNOWN_ORDER',
    explain("There is no order '{orderId}' of merchant '{merchantId}'.", { orderId, merchantId }),
  )
}
