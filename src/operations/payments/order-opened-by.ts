// The order as an attempt opens it, before it has an outcome.
import type { Order } from '../../domain/payments/order.ts'
import type { Attempt } from '../../ports/payments/transactions.ts'

export function orderOpenedBy({ key, currency, orderAmountMinor, at }: OpeningAttempt): Order {
  return {
    id: key.orderId,
    currency,
    amountMinor: orderAmountMinor,
    revision: 1,
    isBusy: true,
    createdAt: at,
    updatedAt: at,
    transactions: [],
  }
}

type OpeningAttempt = Pick<Attempt, 'key' | 'currency' | 'orderAmountMinor' | 'at'>
