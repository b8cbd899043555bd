// A merchant's settlement batches with their totals, from the projection and from what was closed.

import type { Database } from '../../platform/postgres/database.ts'
import { isBatchNumber, readCursor, writeCursor } from '../../platform/postgres/page-cursor.ts'
import { readDifference, type StoredDifference } from '../../settlement/postgres/stored-difference.ts'
import type { Search } from '../ports/search.ts'
import type { SettlementBatch } from '../ports/settlement-batches.ts'
import { type BatchName, batchesStatement } from './batch-statements.ts'

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
      const shown = batches.slice(0, limit)
      const last = batches.length > limit ? shown.at(-1) : undefined
      return { rows: shown, ...(last && { next: writeCursor([String(last.batch), last.acquirerId]) }) }
    },

    async batch({ merchantId, acquirerId, batch }) {
      if (acquirerId.includes('\0')) return undefined
      const [found] = await read({ merchantId, named: { acquirerId, batch }, limit: 1 })
      return found
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

function readBatchCursor(cursor: string): BatchName | undefined {
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
