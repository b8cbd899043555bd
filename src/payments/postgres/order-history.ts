// Orders page by page, their events, and which settlement batches are closed.

import { type AuditEntry, actorText, subjectText, withAuditLine } from '../../audit/index.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type {
  ClosedSettlementBatch,
  EventKind,
  ListedOrder,
  OrderEvent,
  OrderKey,
  UsedLink,
} from '../ports/transactions.ts'
import { linkIdOfRow, revisionOfRow } from './claim-due.ts'
import { pageText } from './money-statements.ts'
import { orderCopyOf, ordersOf, type PagedRow } from './order-rows.ts'
import { type CompactResponse, completeResponse } from './stored-responses.ts'

export async function listEvents(
  database: Database,
  { merchantId, orderId }: OrderKey,
): Promise<readonly OrderEvent[]> {
  const { rows } = await database.query<{
    number: number
    event_id: string
    kind: EventKind
    transaction_id: string
    at: Date
    response: CompactResponse
  }>(
    `select number, event_id, kind, transaction_id, at, response from events
     where merchant_id = $1 and order_id = $2 order by number`,
    [merchantId, orderId],
  )
  return rows.map(({ event_id: eventId, transaction_id: transactionId, response, ...row }) => ({
    ...row,
    response: completeResponse(response),
    eventId,
    transactionId,
  }))
}

export async function findClosedSettlementBatches(
  database: Database,
  { merchantId, acquirerId, batches }: { merchantId: string; acquirerId: string; batches: readonly number[] },
): Promise<ReadonlySet<number>> {
  const { rows } = await database.query<{ batch: number }>(
    'select batch from closed_batches where merchant_id = $1 and acquirer_id = $2 and batch = any($3)',
    [merchantId, acquirerId, batches],
  )
  return new Set(rows.map(({ batch }) => batch))
}

export async function recordClosedSettlementBatch(
  database: Database,
  { merchantId, acquirerId, batch, totals, closedAt }: ClosedSettlementBatch,
  { actor, at, subject }: AuditEntry,
): Promise<void> {
  await database.query(closeBatch, [
    merchantId,
    actorText(actor),
    at,
    subjectText(subject),
    acquirerId,
    batch,
    JSON.stringify(totals),
    closedAt,
  ])
}

const closeBatch = withAuditLine(
  `insert into closed_batches (merchant_id, acquirer_id, batch, totals, closed_at)
   values ($1, $5, $6, $7, $8) on conflict do nothing returning batch`,
  'BATCH_CLOSED',
)

export async function listUsedLinks(database: Database, merchantId: string): Promise<readonly UsedLink[]> {
  const { rows } = await database.query<UsedLink>(
    `select distinct ${linkIdOfRow} as "linkId", acquirer_link ->> 'acquirerMerchantId' as "acquirerMerchantId",
       ${revisionOfRow} as revision
     from transactions where merchant_id = $1 order by 1, 2, 3`,
    [merchantId],
  )
  return rows
}

export async function listOrders(
  database: Database,
  page: { merchantId: string; afterOrderId?: string; limit: number },
): Promise<readonly ListedOrder[]> {
  const { rows } = await database.query<PagedRow>(pageText, [page.merchantId, page.afterOrderId ?? '', page.limit])
  const copies = new Map(rows.map((row) => [row.order_id, orderCopyOf(row)]))
  return [...ordersOf(rows).values()].map((stored) => {
    const copy = copies.get(stored.order.id)
    if (!copy) throw new Error('every order of a page came from one of its rows')
    return { ...stored, copy }
  })
}
