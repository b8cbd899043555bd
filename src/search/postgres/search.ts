// Search in the projection, newest first, page by page.

import type { ResultPage } from '../../kernel/page.ts'
import type { Database } from '../../platform/postgres/database.ts'
import {
  type CursorValues,
  isCursorAmount,
  isCursorDay,
  isCursorTime,
  readCursor,
  writeCursor,
} from '../../platform/postgres/page-cursor.ts'
import type {
  DisputeSearchResult,
  OrderSearchResult,
  ReviewSearchResult,
  Search,
  SearchSort,
  SortedPageRequest,
  TransactionSearchResult,
} from '../ports/search.ts'
import { batchSearch, batchTransactionsStatement } from './batches.ts'
import { type DisputeColumns, type TransactionColumns, transactionRowOf } from './projection-rows.ts'
import { type FoundOrderColumns, foundOrder, foundTransaction, isByAmount, present } from './result-rows.ts'
import {
  countOrdersStatement,
  countTransactionsStatement,
  disputesStatement,
  ordersStatement,
  type PageRange,
  reviewStatement,
  type SearchStatement,
  transactionsStatement,
  waitingText,
} from './search-statements.ts'
import { searchByText } from './text-search.ts'

export function postgresSearch(database: Database): Search {
  async function page<Columns extends object, Row>(
    { after, limit, sort }: SortedPageRequest,
    { names, statement, rowOf, markOf, isFirst = isCursorTime }: SearchReader<Columns, Row>,
  ): Promise<ResultPage<Row>> {
    const mark = after === undefined ? undefined : readCursor(after, { names, isFirst })
    // A cursor that the gateway did not issue is after everything.
    if (after !== undefined && !mark) return { rows: [] }
    const { text, values } = statement({ after: mark, limit: limit + 1, sort })
    if (holdsNul(values)) return { rows: [] }
    const { rows } = await database.query<Columns>(text, [...values])
    const pageRows = rows.slice(0, limit)
    const last = rows.length > limit ? pageRows.at(-1) : undefined
    return { rows: pageRows.map(rowOf), ...(last && { next: writeCursor(markOf(last)) }) }
  }

  return {
    byText: (filter) => searchByText(database, filter),

    orders: (filter, pageRequest) =>
      page<FoundOrderColumns, OrderSearchResult>(pageRequest, {
        names: 1,
        statement: (stretch) => ordersStatement(filter, stretch),
        rowOf: (row) => foundOrder(filter.merchantId, row),
        isFirst: isSortValue(pageRequest.sort),
        markOf: (row) => [sortValue(pageRequest.sort, row.created_at, row.amount_minor), row.order_id],
      }),

    transactions: (filter, pageRequest) =>
      page<TransactionColumns, TransactionSearchResult>(pageRequest, {
        ...transactionReading,
        statement: (stretch) => transactionsStatement(filter, stretch),
        rowOf: (row) => foundTransaction(filter.merchantId, transactionRowOf(row)),
        isFirst: isSortValue(pageRequest.sort),
        markOf: (row) => [
          sortValue(pageRequest.sort, row.time_of_record, row.amount_minor),
          row.order_id,
          row.transaction_id,
        ],
      }),

    async count(what, filter, limit) {
      const statementOf = { orders: countOrdersStatement, transactions: countTransactionsStatement }[what]
      const { text, values } = statementOf(filter, limit)
      if (holdsNul(values)) return 0
      const { rows } = await database.query<{ count: string }>(text, [...values])
      return Number(rows[0]?.count ?? 0)
    },

    reviewQueue: (merchantId, kind, pageRequest) =>
      page<TransactionColumns, ReviewSearchResult>(pageRequest, {
        ...transactionReading,
        statement: (stretch) => reviewStatement({ merchantId, kind }, stretch),
        rowOf: (row) => {
          const found = transactionRowOf(row)
          const { requestedBy, reviewFacts } = found
          return { ...foundTransaction(merchantId, found), ...present({ requestedBy, reviewFacts }) }
        },
      }),

    disputes(merchantId, state, pageRequest) {
      const isByDeadline = state === 'OPEN' || state === 'INFORMATION_REQUESTED' || state === 'PENDING'
      return page<DisputeColumns, DisputeSearchResult>(pageRequest, {
        names: 2,
        ...(isByDeadline && { isFirst: isCursorDay }),
        statement: (stretch) => disputesStatement({ merchantId, state }, stretch),
        rowOf: (row) => foundDispute(merchantId, row),
        markOf: (row) => [
          isByDeadline ? (row.respond_by ?? '9999-12-31') : row.changed_at.toISOString(),
          row.order_id,
          row.case_number,
        ],
      })
    },

    async waiting(merchantId) {
      const { rows } = await database.query<Record<'reviews' | 'refund_requests' | 'disputes', string>>(waitingText, [
        merchantId,
        waitingMax,
      ])
      const { reviews = 0, refund_requests: refundRequests = 0, disputes = 0 } = rows[0] ?? {}
      return { reviews: Number(reviews), refundRequests: Number(refundRequests), disputes: Number(disputes) }
    },

    ...batchSearch(database),

    batchTransactions: (filter, pageRequest) =>
      page<TransactionColumns, TransactionSearchResult>(pageRequest, {
        ...transactionReading,
        statement: (stretch) => batchTransactionsStatement(filter, stretch),
        rowOf: (row) => foundTransaction(filter.merchantId, transactionRowOf(row)),
      }),
  }
}

/** The database accepts every text but this one, therefore no name contains it. */
function holdsNul(values: readonly unknown[]): boolean {
  return values.some((value) => typeof value === 'string' && value.includes('\0'))
}

function sortValue(sort: SearchSort = 'NEWEST', time: Date, amountMinor: string): string {
  return isByAmount(sort) ? amountMinor : time.toISOString()
}

function isSortValue(sort: SearchSort = 'NEWEST'): (text: string) => boolean {
  return isByAmount(sort) ? isCursorAmount : isCursorTime
}

/** More than a menu shows. */
const waitingMax = 100

function foundDispute(merchantId: string, row: DisputeColumns): DisputeSearchResult {
  return {
    merchantId,
    orderId: row.order_id,
    caseNumber: row.case_number,
    state: row.state,
    currency: row.currency,
    amountMinor: BigInt(row.amount_minor),
    respondBy: row.respond_by ?? undefined,
    openedAt: row.opened_at,
    updatedAt: row.changed_at,
    transactionId: row.transaction_id,
  }
}

interface SearchReader<Columns, Row> {
  /** Whether a cursor begins as it should. Default: with a time. */
  readonly isFirst?: (text: string) => boolean
  /** Names that sort rows of the same time. */
  readonly names: number
  readonly statement: (stretch: PageRange) => SearchStatement
  readonly rowOf: (columns: Columns) => Row
  readonly markOf: (columns: Columns) => CursorValues
}

const transactionReading = {
  names: 2,
  markOf: (row: TransactionColumns): CursorValues => [
    row.time_of_record.toISOString(),
    row.order_id,
    row.transaction_id,
  ],
}
