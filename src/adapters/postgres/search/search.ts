// Search in the projection, newest first, page by page.
import type {
  OrderSearchResult,
  PageRequest,
  ResultPage,
  Search,
  SettlementBatch,
  TransactionSearchResult,
} from '../../../ports/search/search.ts'
import type { Database } from '../database.ts'
import { readDifference, type StoredDifference } from '../settlement/stored-difference.ts'
import {
  type OrderColumns,
  type OrderToWrite,
  orderRowOf,
  type TransactionColumns,
  type TransactionToWrite,
  transactionRowOf,
} from './projection-rows.ts'
import { type CursorValues, isBatchNumber, isCursorTime, readCursor, writeCursor } from './search-cursor.ts'
import {
  batchesStatement,
  ordersStatement,
  type PageRange,
  reviewStatement,
  type SearchStatement,
  transactionsStatement,
} from './search-statements.ts'

export function postgresSearch(database: Database): Search {
  async function page<Columns extends object, Row>(
    { after, limit }: PageRequest,
    { names, statement, rowOf, markOf }: SearchReader<Columns, Row>,
  ): Promise<ResultPage<Row>> {
    const mark = after === undefined ? undefined : readCursor(after, { names, isFirst: isCursorTime })
    // A cursor that the gateway did not issue is after everything.
    if (after !== undefined && !mark) return { rows: [] }
    const { text, values } = statement({ after: mark, limit: limit + 1 })
    // The database accepts every text but this one, therefore no name contains it.
    if (values.some((value) => typeof value === 'string' && value.includes('\0'))) return { rows: [] }
    const { rows } = await database.query<Columns>(text, [...values])
    const shown = rows.slice(0, limit)
    const last = rows.length > limit ? shown.at(-1) : undefined
    return { rows: shown.map(rowOf), ...(last && { next: writeCursor(markOf(last)) }) }
  }

  return {
    orders: (wanted, wantedPage) =>
      page<OrderColumns, OrderSearchResult>(wantedPage, {
        names: 1,
        statement: (stretch) => ordersStatement(wanted, stretch),
        rowOf: (row) => foundOrder(wanted.merchantId, orderRowOf(row)),
        markOf: (row) => [row.created_at.toISOString(), row.order_id],
      }),

    transactions: (wanted, wantedPage) =>
      page<TransactionColumns, TransactionSearchResult>(wantedPage, {
        ...transactionReading,
        statement: (stretch) => transactionsStatement(wanted, stretch),
        rowOf: (row) => foundTransaction(wanted.merchantId, transactionRowOf(row)),
      }),

    reviewQueue: (merchantId, kind, wantedPage) =>
      page<TransactionColumns, TransactionSearchResult & { readonly requestedBy?: string }>(wantedPage, {
        ...transactionReading,
        statement: (stretch) => reviewStatement({ merchantId, kind }, stretch),
        rowOf: (row) => ({
          ...foundTransaction(merchantId, transactionRowOf(row)),
          ...(row.requested_by !== null && { requestedBy: row.requested_by }),
        }),
      }),

    async batches(merchantId, { after, limit }) {
      const mark = after === undefined ? undefined : readBatchCursor(after)
      if (after !== undefined && !mark) return { rows: [] }
      const { text, values } = batchesStatement(merchantId, { after: mark, limit: limit + 1 })
      const { rows } = await database.query<BatchColumns>(text, [...values])
      const batches = batchesOf(rows)
      const shown = batches.slice(0, limit)
      const last = batches.length > limit ? shown.at(-1) : undefined
      return { rows: shown, ...(last && { next: writeCursor([String(last.batch), last.acquirerId]) }) }
    },
  }
}

interface SearchReader<Columns, Row> {
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

function foundOrder(merchantId: string, row: OrderToWrite): OrderSearchResult {
  const { firstSix: _, lastFour: __, status, reference, source, scheme, account, token, ...common } = row
  return { merchantId, status, ...common, ...present({ reference, source, scheme, account, token }) }
}

function foundTransaction(merchantId: string, row: TransactionToWrite): TransactionSearchResult {
  const { orderId, transactionId, type, result, gatewayCode, currency, amountMinor, entryPoint, timeOfRecord } = row
  const { acquirerCode, reference, orderReference, source, scheme, account, token, acquirerId, batch, updatedAt } = row
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
  }
}

type Present<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> }

/** Without undefined members. */
function present<T extends object>(members: T): Present<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Present<T>
}

interface BatchColumns {
  readonly batch: number
  readonly acquirer_id: string
  readonly closed_at: Date | null
  readonly closing_state: 'CLOSING' | 'DIFFERS' | null
  readonly closing_since: Date
  readonly difference: StoredDifference | null
  readonly scheme: string | null
  readonly currency: string
  readonly captured_count: string
  readonly captured_minor: string
  readonly refunded_count: string
  readonly refunded_minor: string
}

function readBatchCursor(cursor: string): { readonly batch: number; readonly acquirerId: string } | undefined {
  const [batch, acquirerId] = readCursor(cursor, { names: 1, isFirst: isBatchNumber }) ?? []
  return batch !== undefined && acquirerId !== undefined ? { batch: Number(batch), acquirerId } : undefined
}

/** From rows that hold one sum each, those of a batch side by side. */
function batchesOf(rows: readonly BatchColumns[]): readonly SettlementBatch[] {
  const byBatch = Map.groupBy(rows, ({ batch, acquirer_id }) => `${batch} ${acquirer_id}`)
  return [...byBatch.values()].flatMap((sums) => {
    const [first] = sums
    if (!first) return []
    const { batch, acquirer_id: acquirerId, closed_at: closedAt } = first
    return [{ acquirerId, batch, ...(closedAt && { closedAt }), totals: sums.flatMap(totalOf), ...closingOf(first) }]
  })
}

function closingOf({ closing_state: state, closing_since: since, difference }: BatchColumns) {
  if (state === null) return {}
  return { closing: { state, since, ...(difference && { difference: readDifference(difference) }) } }
}

function totalOf(row: BatchColumns): SettlementBatch['totals'] {
  if (row.scheme === null) return []
  const captured = { count: Number(row.captured_count), amountMinor: BigInt(row.captured_minor) }
  const refunded = { count: Number(row.refunded_count), amountMinor: BigInt(row.refunded_minor) }
  return [{ scheme: row.scheme, currency: row.currency, captured, refunded }]
}
