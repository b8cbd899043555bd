// Rows of the projection as searches return them, in which order, and where the next page begins. Each order follows an
// index.

import type { CursorValues } from '../../platform/postgres/page-cursor.ts'
import type { OrderSearchResult, SearchSort, TransactionSearchResult } from '../ports/search.ts'
import { paidInPartTypes } from '../rules/partial-approval.ts'
import { type OrderColumns, orderColumnNames, orderRowOf, type TransactionToWrite } from './projection-rows.ts'

/** Of projected_orders as o. Only these transactions say whether it was paid in part: the projection's row has the amount that was approved. */
export const foundOrderColumns = `${orderColumnNames.map((name) => `o.${name}`).join(', ')},
  coalesce((select true from projected_transactions part where part.merchant_id = o.merchant_id and part.generation = o.generation
    and part.order_id = o.order_id and part.gateway_code = 'PARTIALLY_APPROVED'
    and part.type in ('${paidInPartTypes.join("', '")}') limit 1), false) as is_paid_in_part`

export interface FoundOrderColumns extends OrderColumns {
  readonly is_paid_in_part: boolean
}

export function foundOrder(merchantId: string, columns: FoundOrderColumns): OrderSearchResult {
  const row = orderRowOf(columns)
  const { firstSix: _, lastFour: __, status, reference, source, scheme, account, token, openReversal, ...common } = row
  return {
    ...{ merchantId, status, ...common },
    isPaidInPart: columns.is_paid_in_part,
    ...present({ reference, source, scheme, account, token, openReversal }),
  }
}

export function foundTransaction(merchantId: string, row: TransactionToWrite): TransactionSearchResult {
  const { orderId, transactionId, type, result, gatewayCode, currency, amountMinor, entryPoint, timeOfRecord } = row
  const { acquirerCode, reference, orderReference, source, scheme, account, token, acquirerId, batch, updatedAt } = row
  const { review, disputeState, openReversal } = row
  return {
    merchantId,
    orderId,
    transactionId,
    type,
    result,
    gatewayCode,
    currency,
    amountMinor,
    entryPoint,
    timeOfRecord,
    updatedAt,
    ...present({ acquirerCode, reference, orderReference, source, scheme, account, token, acquirerId, batch }),
    ...present({ review, disputeState, openReversal }),
  }
}

type Present<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> }

/** Without undefined members. */
export function present<T extends object>(members: T): Present<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Present<T>
}

interface SortableColumns {
  readonly time: string
  readonly amount: string
  /** Which sort rows of the same time or amount. */
  readonly names: readonly string[]
}

interface Sorting {
  readonly orderBy: string
  /** Rows after a cursor. */
  beyond(after: CursorValues | undefined, parameter: (value: unknown) => string): string | undefined
}

const isUpwards: Readonly<Record<SearchSort, boolean>> = { NEWEST: false, OLDEST: true, LARGEST: false, SMALLEST: true }

export function isByAmount(sort: SearchSort): boolean {
  return sort === 'LARGEST' || sort === 'SMALLEST'
}

export function sortingOf(sort: SearchSort, { time, amount, names }: SortableColumns): Sorting {
  const columns = [isByAmount(sort) ? amount : time, ...names]
  const isUp = isUpwards[sort]
  return {
    orderBy: columns.map((column) => (isUp ? column : `${column} desc`)).join(', '),
    beyond: (after, parameter) =>
      after && `(${columns.join(', ')}) ${isUp ? '>' : '<'} (${after.map((value) => parameter(value)).join(', ')})`,
  }
}
