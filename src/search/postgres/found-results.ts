// Rows of the projection as searches return them.
import type { OrderSearchResult, TransactionSearchResult } from '../ports/search.ts'
import type { OrderToWrite, TransactionToWrite } from './projection-rows.ts'

export function foundOrder(merchantId: string, row: OrderToWrite): OrderSearchResult {
  const { firstSix: _, lastFour: __, status, reference, source, scheme, account, token, openReversal, ...common } = row
  return { merchantId, status, ...common, ...present({ reference, source, scheme, account, token, openReversal }) }
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
