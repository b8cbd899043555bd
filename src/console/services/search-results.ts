// How what was found is shown, in answers and in files.

import { displayMoney, formatMoney } from '../../kernel/money.ts'
import type { PageRequest, ResultPage } from '../../kernel/page.ts'
import type { CardMasking } from '../../merchants/index.ts'
import { maskNumberFurther, shownStatusOf } from '../../payments/index.ts'
import type { OrderSearchResult, TransactionSearchResult } from '../../search/index.ts'
import type { OrderListItemBody } from '../response-bodies/orders.ts'

const exportPageLength = 500

/** Page after page, each read when the one before has been taken. */
export async function* exportedRows<Row>(
  find: (page: PageRequest) => Promise<ResultPage<Row>>,
  cells: (row: Row) => readonly (string | undefined)[],
): AsyncGenerator<readonly (string | undefined)[]> {
  let after: string | undefined
  do {
    const { rows, next } = await find({ limit: exportPageLength, after })
    for (const row of rows) yield cells(row)
    after = next
  } while (after !== undefined)
}

/** With its account masked as the merchant's profile says. */
export function maskFoundAccount<Found extends { readonly account?: string }>(
  found: Found,
  masking: CardMasking,
): Found {
  return found.account === undefined ? found : { ...found, account: maskNumberFurther(found.account, masking) }
}

export function orderListItem(found: OrderSearchResult): OrderListItemBody {
  const { amountMinor, authorizedMinor, capturedMinor, refundedMinor, disputedMinor, currency, status, ...same } = found
  const money = (minor: bigint) => formatMoney({ amountMinor: minor, currency })
  return {
    ...same,
    status: status ?? null,
    currency,
    amount: money(amountMinor),
    authorized: money(authorizedMinor),
    captured: money(capturedMinor),
    refunded: money(refundedMinor),
    disputed: money(disputedMinor),
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
  'Disputed',
] as const

/** Amounts with every decimal of their currency, for people and their spreadsheets. */
export function orderCells(found: OrderSearchResult): readonly (string | undefined)[] {
  const { currency } = found
  const money = (amountMinor: bigint) => displayMoney({ amountMinor, currency })
  return [
    found.orderId,
    shownStatusOf(found),
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
    money(found.disputedMinor),
  ]
}

function stateOf({ review, disputeState, openReversal }: TransactionSearchResult): string | undefined {
  if (openReversal) return `REVERSAL_${openReversal}`
  return review === 'RISK' ? 'IN_REVIEW' : disputeState
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
  'State',
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
    displayMoney(found),
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
    stateOf(found),
  ]
}
