// A merchant's settlement batches with their totals, from the projection and from what was closed.

import type { TransactionType } from '../../kernel/transaction-type.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { isBatchNumber, readCursor, writeCursor } from '../../platform/postgres/page-cursor.ts'
import { approvedCodes, listed, readDifference, type StoredDifference } from '../../settlement/index.ts'
import type { Search } from '../ports/search.ts'
import type { SettlementBatch, SettlementBatchContents } from '../ports/settlement-batches.ts'
import {
  ofMerchant,
  openValues,
  type PageRange,
  type SearchStatement,
  sortedTransactions,
} from './search-statements.ts'

export function batchSearch(database: Database): Pick<Search, 'batches' | 'batch'> {
  async function read(wanted: Parameters<typeof batchesStatement>[0]): Promise<readonly SettlementBatch[]> {
    const { text, values } = batchesStatement(wanted)
    const { rows } = await database.query<BatchColumns>(text, [...values])
    return batchesOf(rows)
  }
  return {
    async batches(merchantId, { after, limit, currency }) {
      const mark = after === undefined ? undefined : readBatchCursor(after)
      if (after !== undefined && !mark) return { rows: [] }
      const batches = await read({ merchantId, currency, after: mark, limit: limit + 1 })
      const pageRows = batches.slice(0, limit)
      const last = batches.length > limit ? pageRows.at(-1) : undefined
      return { rows: pageRows, ...(last && { next: writeCursor([String(last.batch), last.acquirerId]) }) }
    },

    async batch({ merchantId, acquirerId, batch }) {
      if (acquirerId.includes('\0')) return undefined
      const [settlementBatch] = await read({ merchantId, named: { acquirerId, batch }, limit: 1 })
      return settlementBatch
    },
  }
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
  readonly fee_count: string
  readonly fee_minor: string
}

function readBatchCursor(cursor: string): SettlementBatchName | undefined {
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
  const fees = { count: Number(row.fee_count), amountMinor: BigInt(row.fee_minor) }
  return [{ scheme: row.scheme, currency: row.currency, captured, refunded, fees }]
}

/** Settlement batches and what is in them, as statements. */
export interface SettlementBatchName {
  readonly acquirerId: string
  readonly batch: number
}

interface WantedBatches {
  readonly merchantId: string
  /** Only batches with money of this currency, and only that money. */
  readonly currency?: string | undefined
  /** Only this one. */
  readonly named?: SettlementBatchName | undefined
  readonly after?: SettlementBatchName | undefined
  readonly limit: number
}

/** Batches by number, with their contents; includes closed ones in which no transaction stands. */
export function batchesStatement({ merchantId, currency, named, after, limit }: WantedBatches): SearchStatement {
  const { values, parameter } = openValues()
  parameter(merchantId)
  const beyond = after ? `and (batch, acquirer_id) < (${parameter(after.batch)}, ${parameter(after.acquirerId)})` : ''
  const isNamed = named ? `and (batch, acquirer_id) = (${parameter(named.batch)}, ${parameter(named.acquirerId)})` : ''
  const ofCurrency = currency === undefined ? '' : `and b.currency = ${parameter(currency)}`
  const closed =
    currency === undefined
      ? `union select batch, acquirer_id from closed_batches where merchant_id = $1 ${beyond} ${isNamed}`
      : ''
  const text = `with known as (
  select distinct batch, acquirer_id from projected_settlement_batches b where ${ofMerchant('b')} ${ofCurrency} ${beyond} ${isNamed}
  ${closed}
  order by batch desc, acquirer_id desc limit ${parameter(limit)})
select k.batch, k.acquirer_id, c.closed_at, g.state as closing_state, g.updated_at as closing_since, g.difference, b.scheme,
  b.currency, b.captured_count, b.captured_minor, b.refunded_count, b.refunded_minor, b.fee_count, b.fee_minor
from known k
left join closed_batches c on c.merchant_id = $1 and c.acquirer_id = k.acquirer_id and c.batch = k.batch
left join batch_closings g on g.merchant_id = $1 and g.acquirer_id = k.acquirer_id and g.batch = k.batch
  and c.closed_at is null and g.state <> 'CLOSED'
left join projected_settlement_batches b on ${ofMerchant('b')} and b.batch = k.batch and b.acquirer_id = k.acquirer_id
  and b.captured_count + b.refunded_count + b.fee_count > 0 ${ofCurrency}
order by k.batch desc, k.acquirer_id desc, b.currency, b.scheme`
  return { text, values }
}

const countedTypes = listed(['CAPTURE', 'FUNDING', 'PAYMENT', 'REFUND'] satisfies TransactionType[])

/** What the totals of a batch count: approved and not voided. */
const isCounted = `t.type in (${countedTypes}) and t.gateway_code in (${approvedCodes}) and not exists (
  select from projected_transactions v where v.merchant_id = t.merchant_id and v.generation = t.generation
    and v.order_id = t.order_id and v.target_transaction_id = t.transaction_id and v.type like 'VOID%'
    and v.gateway_code in (${approvedCodes}))`

export function batchTransactionsStatement(
  { merchantId, acquirerId, batch, currency }: SettlementBatchContents,
  stretch: PageRange,
): SearchStatement {
  const { values, parameter } = openValues()
  parameter(merchantId)
  const conditions = [
    `t.batch = ${parameter(batch)}`,
    `t.acquirer_id = ${parameter(acquirerId)}`,
    currency !== undefined && `t.currency = ${parameter(currency)}`,
    isCounted,
  ]
  return { text: sortedTransactions(conditions, stretch, parameter), values }
}
