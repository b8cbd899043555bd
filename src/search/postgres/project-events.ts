// Adds a range of a merchant's feed to one generation of its projection.
import type { PoolClient } from 'pg'
import { completeResponse, openReversalOf } from '../../payments/index.ts'
import { disputesIn } from '../rules/attention.ts'
import { newTally, type Tally, tallyChange, tallyLatency } from '../rules/figures-projection.ts'
import { applyOrderEvent, type ProjectedOrderEvent } from '../rules/order-projection.ts'
import type { OrderSearchRows } from '../rules/order-search-rows.ts'
import type { ProjectionGeneration } from './generation-rows.ts'
import {
  addOrders,
  addTransactions,
  foundRowsOf,
  type OrderColumns,
  type TransactionColumns,
  writeDisputes,
  writeOrders,
  writeTransactions,
} from './projection-rows.ts'
import {
  addBatches,
  addDeclines,
  addLatencies,
  addVolumes,
  eventsStatement,
  type FeedEventRow,
  feedEventsText,
} from './projection-statements.ts'

/** A generation whose row this process has locked, and its position. */
export interface LockedGeneration extends ProjectionGeneration {
  readonly position: bigint
}

/** Returns how many entries of the feed it processed. */
export async function projectFeedEntries(
  client: PoolClient,
  lockedGeneration: LockedGeneration,
  limit: number,
): Promise<number> {
  const { merchantId, generation, position } = lockedGeneration
  const { rows } = await client.query<FeedEventRow>({
    name: 'projection-news',
    text: feedEventsText,
    values: [merchantId, position, limit],
  })
  const last = rows.at(-1)
  if (!last) return 0
  const news = rows.filter(isOfOrder)
  if (news.length > 0) await project(client, lockedGeneration, news)
  await client.query('update projections set position = $3 where merchant_id = $1 and generation = $2', [
    merchantId,
    generation,
    last.position,
  ])
  return rows.length
}

type OrderEventRow = FeedEventRow & { readonly order_id: string }

function isOfOrder(row: FeedEventRow): row is OrderEventRow {
  return row.order_id !== null
}

async function project(client: PoolClient, at: ProjectionGeneration, news: readonly OrderEventRow[]): Promise<void> {
  const before = await readBefore(client, at, news)
  const after = new Map(before)
  const tally = newTally()
  for (const row of news) {
    const previous = after.get(row.order_id)
    const event = projectedEventOf(at.merchantId, row)
    const projected = applyOrderEvent(previous, event)
    tallyLatency(tally, previous, projected, event)
    after.set(row.order_id, projected)
  }
  for (const [orderId, projected] of after) tallyChange(tally, before.get(orderId), projected)
  await client.query(eventsStatement.of(news.map((row) => ({ merchantId: at.merchantId, row }))))
  await writeFound(client, at, { before, after })
  await writeTally(client, at, tally)
}

/** Of orders that exist already; most events are the first of their order. */
async function readBefore(
  client: PoolClient,
  { merchantId, generation }: ProjectionGeneration,
  news: readonly OrderEventRow[],
): Promise<ReadonlyMap<string, OrderSearchRows>> {
  const begun = new Set(news.filter(({ number }) => number === 1).map(({ order_id }) => order_id))
  const orderIds = [...new Set(news.map(({ order_id }) => order_id))].filter((orderId) => !begun.has(orderId))
  if (orderIds.length === 0) return new Map()
  const values = [merchantId, generation, orderIds]
  const where = 'where merchant_id = $1 and generation = $2 and order_id = any ($3)'
  const orders = await client.query<OrderColumns>(`select * from projected_orders ${where}`, values)
  const transactions = await client.query<TransactionColumns>(`select * from projected_transactions ${where}`, values)
  return foundRowsOf(orders.rows, transactions.rows)
}

function projectedEventOf(merchantId: string, row: OrderEventRow): ProjectedOrderEvent {
  return {
    merchantId,
    orderId: row.order_id,
    kind: row.kind,
    at: row.at,
    response: completeResponse(row.response),
    transaction: {
      id: row.transaction_id,
      place: row.place,
      type: row.type,
      request: row.request,
      acquirerReference: row.acquirer_reference ?? undefined,
      recordedAt: row.recorded_at,
      targetTransactionId: row.target_transaction_id ?? undefined,
      approvesTransactionId: row.approves_transaction_id ?? undefined,
      decision: row.decision ?? undefined,
      openReversal: openReversalOf(row.reversal),
    },
  }
}

type ByOrder = ReadonlyMap<string, OrderSearchRows>

/** In the order of their keys; unchanged rows are not written. */
async function writeFound(
  client: PoolClient,
  at: ProjectionGeneration,
  { before, after }: { readonly before: ByOrder; readonly after: ByOrder },
): Promise<void> {
  const changed = [...after].filter(([orderId, projected]) => projected !== before.get(orderId)).toSorted(byName)
  const transactions = changed.flatMap(([orderId, projected]) => {
    const earlierRows = new Set(before.get(orderId)?.transactions)
    return projected.transactions.filter((row) => !earlierRows.has(row)).map((row) => ({ ...row, orderId }))
  })
  const [newOrders, knownOrders] = parted(
    changed.map(([orderId, { order }]) => ({ ...order, orderId })),
    before,
  )
  const [newTransactions, knownTransactions] = parted(transactions, before)
  if (newOrders.length > 0) await client.query(addOrders(newOrders, at))
  if (knownOrders.length > 0) await client.query(writeOrders(knownOrders, at))
  if (newTransactions.length > 0) await client.query(addTransactions(newTransactions, at))
  if (knownTransactions.length > 0) await client.query(writeTransactions(knownTransactions, at))
  const disputes = changed.flatMap(([orderId, projected]) =>
    disputesIn(projected.transactions).map((dispute) => ({ ...dispute, orderId, currency: projected.order.currency })),
  )
  if (disputes.length > 0) await client.query(writeDisputes(disputes, at))
}

/** Rows of orders that there were none of before, and rows of the others. */
function parted<Row extends { readonly orderId: string }>(
  rows: readonly Row[],
  before: ByOrder,
): readonly [added: readonly Row[], changed: readonly Row[]] {
  return [rows.filter(({ orderId }) => !before.has(orderId)), rows.filter(({ orderId }) => before.has(orderId))]
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}

async function writeTally(client: PoolClient, at: ProjectionGeneration, tally: Tally): Promise<void> {
  const volumes = [...tally.volumes.values()].filter(
    ({ decided, approved, authorizedMinor, capturedMinor, refundedMinor }) =>
      decided !== 0 || approved !== 0 || authorizedMinor !== 0n || capturedMinor !== 0n || refundedMinor !== 0n,
  )
  const declines = [...tally.declines.values()].filter(({ count }) => count !== 0)
  const batches = [...tally.batches.values()].filter(
    ({ capturedCount, capturedMinor, refundedCount, refundedMinor, feeCount, feeMinor }) =>
      [capturedCount, refundedCount, feeCount].some((count) => count !== 0) ||
      [capturedMinor, refundedMinor, feeMinor].some((amount) => amount !== 0n),
  )
  const latencies = [...tally.latencies.values()]
  if (volumes.length > 0) await client.query(addVolumes(volumes, at))
  if (declines.length > 0) await client.query(addDeclines(declines, at))
  if (batches.length > 0) await client.query(addBatches(batches, at))
  if (latencies.length > 0) await client.query(addLatencies(latencies, at))
}
