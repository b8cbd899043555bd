// What the projection reads of a merchant's feed, and the sums that it adds to.

import type { TransactionType } from '../../kernel/transaction-type.ts'
import {
  type CompactResponse,
  type Decision,
  type EventKind,
  type ReversalState,
  rowStatement,
} from '../../payments/index.ts'
import type { DueRows } from '../../platform/postgres/due-rows.ts'
import type { BatchDelta, DeclineDelta, LatencyDelta, VolumeDelta } from '../rules/figures-projection.ts'
import { generationStatement } from './generation-rows.ts'

/**
 * Found by their keys, row by row, whatever the statistics say. Rows lost with the server are still in the feed and
 * processed again, so the commit does not wait for the disk.
 */
export const beginText = `begin; set local enable_seqscan = off; set local enable_hashjoin = off;
set local enable_mergejoin = off; set local synchronous_commit = off`

export interface FeedEventRow {
  readonly position: string
  readonly order_id: string | null
  readonly number: number
  readonly kind: EventKind
  readonly at: Date
  readonly response: CompactResponse
  readonly transaction_id: string
  readonly place: number
  readonly type: TransactionType
  readonly request: object
  readonly acquirer_reference: string | null
  readonly recorded_at: Date
  readonly target_transaction_id: string | null
  readonly approves_transaction_id: string | null
  readonly decision: Decision | null
  readonly reversal: ReversalState | null
}

/** Entries about tokens come without an order: they only advance the position. */
export const feedEventsText = `select f.position, e.order_id, e.number, e.kind, e.at, e.response, e.transaction_id,
  t.position as place, t.type, t.request, t.acquirer_reference, t.recorded_at, t.target_transaction_id, t.approves_transaction_id, t.decision,
  t.reversal
from (select * from feed_entries where merchant_id = $1 and position > $2 order by position limit $3) f
left join lateral (select * from events e where f.subject = 'ORDER' and e.merchant_id = $1
  and e.order_id = any (array[f.name]) and e.number = any (array[f.number]) offset 0) e on true
left join lateral (select * from transactions t where t.merchant_id = $1 and t.order_id = any (array[e.order_id])
  and t.transaction_id = any (array[e.transaction_id]) offset 0) t on true
order by f.position`

/** Feeds with what has been projected of each. There are few merchants compared with their events. */
const projectedFeeds = 'feeds f left join projections p on p.merchant_id = f.merchant_id and p.is_current'

export const dueProjections = {
  from: projectedFeeds,
  id: 'f.merchant_id',
  where: 'f.last_position > coalesce(p.position, 0)',
} as const satisfies DueRows

/** In any order: none waits for ever for those before it. */
export const behindText = `select f.merchant_id from ${dueProjections.from}
where ${dueProjections.where} order by random() limit $1`

export const countBehindText = `select coalesce(sum(f.last_position - coalesce(p.position, 0)), 0)::float8 as events
from ${projectedFeeds}`

interface EventToWrite {
  readonly merchantId: string
  readonly row: FeedEventRow
}

export const eventsStatement = rowStatement<EventToWrite>(
  'write-found-events',
  {
    merchant_id: ['text', ({ merchantId }) => merchantId],
    time_of_record: ['timestamptz', ({ row }) => row.recorded_at.toISOString()],
    position: ['bigint', ({ row }) => row.position],
    order_id: ['text', ({ row }) => row.order_id],
    number: ['integer', ({ row }) => row.number],
    transaction_id: ['text', ({ row }) => row.transaction_id],
  },
  (input) => `with ${input}
insert into projected_events (merchant_id, time_of_record, position, order_id, number, transaction_id)
select merchant_id, time_of_record, position, order_id, number, transaction_id from given on conflict do nothing`,
)

const added = (table: string) => (column: string) => `${table}.${column} + excluded.${column}`

export const addVolumes = generationStatement<VolumeDelta>(
  'figures_volumes',
  {
    hour: ['timestamptz', ({ hour }) => hour.toISOString()],
    currency: ['text', ({ currency }) => currency],
    decided: ['bigint', ({ decided }) => decided],
    approved: ['bigint', ({ approved }) => approved],
    authorized_minor: ['bigint', ({ authorizedMinor }) => authorizedMinor],
    captured_minor: ['bigint', ({ capturedMinor }) => capturedMinor],
    refunded_minor: ['bigint', ({ refundedMinor }) => refundedMinor],
  },
  ['hour', 'currency'],
  added('figures_volumes'),
)

export const addDeclines = generationStatement<DeclineDelta>(
  'figures_declines',
  {
    hour: ['timestamptz', ({ hour }) => hour.toISOString()],
    gateway_code: ['text', ({ gatewayCode }) => gatewayCode],
    count: ['bigint', ({ count }) => count],
  },
  ['hour', 'gateway_code'],
  added('figures_declines'),
)

export const addBatches = generationStatement<BatchDelta>(
  'projected_settlement_batches',
  {
    acquirer_id: ['text', ({ acquirerId }) => acquirerId],
    batch: ['integer', ({ batch }) => batch],
    scheme: ['text', ({ scheme }) => scheme],
    currency: ['text', ({ currency }) => currency],
    captured_count: ['bigint', ({ capturedCount }) => capturedCount],
    captured_minor: ['bigint', ({ capturedMinor }) => capturedMinor],
    refunded_count: ['bigint', ({ refundedCount }) => refundedCount],
    refunded_minor: ['bigint', ({ refundedMinor }) => refundedMinor],
    fee_count: ['bigint', ({ feeCount }) => feeCount],
    fee_minor: ['bigint', ({ feeMinor }) => feeMinor],
  },
  ['batch', 'acquirer_id', 'scheme', 'currency'],
  added('projected_settlement_batches'),
)

export const addLatencies = generationStatement<LatencyDelta>(
  'figures_latencies',
  {
    hour: ['timestamptz', ({ hour }) => hour.toISOString()],
    acquirer_id: ['text', ({ acquirerId }) => acquirerId],
    bucket: ['smallint', ({ bucket }) => bucket],
    count: ['bigint', ({ count }) => count],
  },
  ['hour', 'acquirer_id', 'bucket'],
  added('figures_latencies'),
)
