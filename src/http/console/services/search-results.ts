// How what was found is shown, in answers and in files.
import type { CardMasking } from '../../../domain/merchants/merchant.ts'
import { formatMoney } from '../../../domain/money.ts'
import { maskNumberFurther } from '../../../operations/masking/present-response.ts'
import type { OrderSearchResult, TransactionSearchResult } from '../../../ports/search/search.ts'
import type { OrderListItemBody } from '../response-bodies/orders.ts'

/** With its account masked as the merchant's profile says. */
export function maskFoundAccount<Found extends { readonly account?: string }>(
  found: Found,
  masking: CardMasking,
): Found {
  return found.account === undefined ? found : { ...found, account: maskNumberFurther(found.account, masking) }
}

export function orderListItem(found: OrderSearchResult): OrderListItemBody {
  const { amountMinor, authorizedMinor, capturedMinor, refundedMinor, currency, status, ...same } = found
  const money = (minor: bigint) => formatMoney({ amountMinor: minor, currency })
  return {
    ...same,
    status: status ?? null,
    currency,
    amount: money(amountMinor),
    authorized: money(authorizedMinor),
    captured: money(capturedMinor),
    refunded: money(refundedMinor),
  }
}

export function transactionListItem<Found extends TransactionSearchResult>(
  found: Found,
): Omit<Found, 'amountMinor'> & { readonly amount: string } {
  const { amountMinor: _, ...same } = found
  return { ...same, amount: formatMoney(found) }
}

export const orderHeadings = [
  'Order',
  'Status',
  'Currency',
  'Amount',
  'Authorized',
  'Captured',
  'Refunded',
  'Reference',
  'Source',
  'Scheme',
  'Account',
  'Token',
  'Opened',
  'Last changed',
] as const

export function orderCells(found: OrderSearchResult): readonly (string | undefined)[] {
  const { currency } = found
  const money = (amountMinor: bigint) => formatMoney({ amountMinor, currency })
  return [
    found.orderId,
    found.status,
    currency,
    money(found.amountMinor),
    money(found.authorizedMinor),
    money(found.capturedMinor),
    money(found.refundedMinor),
    found.reference,
    found.source,
    found.scheme,
    found.account,
    found.token,
    found.createdAt.toISOString(),
    found.updatedAt.toISOString(),
  ]
}

export const transactionHeadings = [
  'Order',
  'Transaction',
  'Type',
  'Result',
  'Gateway code',
  'Acquirer code',
  'Currency',
  'Amount',
  'Reference',
  'Order reference',
  'Source',
  'Scheme',
  'Account',
  'Token',
  'Acquirer',
  'Batch',
  'Entry point',
  'Time of record',
] as const

export function transactionCells(found: TransactionSearchResult): readonly (string | undefined)[] {
  return [
    found.orderId,
    found.transactionId,
    found.type,
    found.result,
    found.gatewayCode,
    found.acquirerCode,
    found.currency,
    formatMoney(found),
    found.reference,
    found.orderReference,
    found.source,
    found.scheme,
    found.account,
    found.token,
    found.acquirerId,
    found.batch === undefined ? undefined : String(found.batch),
    found.entryPoint,
    found.timeOfRecord.toISOString(),
  ]
}
