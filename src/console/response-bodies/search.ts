// What the console's search field gets.

import type { DataAge } from '../../reports/index.ts'
import type { SearchField } from '../../search/index.ts'
import type { OrderListItemBody } from './orders.ts'

export interface FoundOrderBody {
  readonly order: OrderListItemBody
  /** The transaction that matches best. */
  readonly transactionId: string
  /** What the words of the query were found in, each field once. */
  readonly matches: readonly { readonly field: SearchField; readonly text: string }[]
}

export interface FoundTokenBody {
  readonly token: string
  readonly status: string | undefined
}

export interface TextSearchBody {
  /** Exact matches first, then the newest. */
  readonly orders: readonly FoundOrderBody[]
  readonly tokens: readonly FoundTokenBody[]
  /** There are more orders that match, or that were not looked at. */
  readonly hasMore: boolean
  readonly age?: DataAge | undefined
}
