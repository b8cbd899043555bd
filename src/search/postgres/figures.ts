// The figures of a dashboard: hourly sums from the projection, and currently open work from its own tables.

import type { TransactionType } from '../../kernel/transaction-type.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { isCursorTime, readCursor, writeCursor } from '../../platform/postgres/page-cursor.ts'
import type {
  FiguresQuery,
  FiguresReader,
  MoneyAtRisk,
  Overview,
  PaymentVolume,
  RiskKind,
  SeriesPoint,
} from '../ports/search.ts'
import { type CountedBucket, quantileOf } from '../rules/latency.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Series up to this long are by the hour. */
const hoursMaxMs = 3 * dayMs

export function postgresFigures(database: Database): FiguresReader {
  async function ask<Row extends object>(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    return (await database.query<Row>(text, [...values])).rows
  }

  return {
    async overview(query) {
      const period = valuesOf(query)
      const now = [query.merchantId ?? null]
      // One after the other: a dashboard may wait a moment longer, payments may not wait for connections.
      const volumes = await ask<VolumeColumns>(volumesText, period)
      const declines = await ask<{ gateway_code: string; count: string }>(declinesText, period)
      const latencies = await ask<LatencyColumns>(latenciesText, period)
      const atRisk = await ask<AtRiskColumns>(atRiskText, now)
      const [notifications] = await ask<NotificationColumns>(notificationsText, now)
      const [parked] = await ask<{ parked: string }>(parkedText, now)
      return {
        volumes: volumes.map(volumeOf),
        ...sumsOf(volumes),
        declines: declines.map((row) => ({ gatewayCode: row.gateway_code, count: Number(row.count) })),
        latencies: latenciesOf(latencies),
        atRisk: atRisk.map(({ kind, currency, count, amount_minor }) => ({
          kind,
          currency,
          count: Number(count),
          amountMinor: BigInt(amount_minor),
        })),
        notifications: { ...notificationsOf(notifications), parked: Number(parked?.parked ?? 0) },
      }
    },

    async before(query) {
      const volumes = await ask<VolumeColumns>(volumesText, valuesBefore(query))
      return { volumes: volumes.map(volumeOf), ...sumsOf(volumes) }
    },

    async moneyAtRisk(merchantId, { after, limit }) {
      const mark = after === undefined ? undefined : readCursor(after, { names: 4, isFirst: isCursorTime })
      // A cursor that the gateway did not issue is after everything.
      if (after !== undefined && !mark) return { rows: [] }
      const values = [merchantId ?? null, ...(mark ?? Array(5).fill(null)), limit + 1]
      const rows = await ask<RiskyColumns>(riskyText, values)
      const pageRows = rows.slice(0, limit)
      const last = rows.length > limit ? pageRows.at(-1) : undefined
      return { rows: pageRows.map(riskOf), ...(last && { next: writeCursor(riskMark(last)) }) }
    },

    async series(query) {
      const stepMs = query.to.getTime() - query.from.getTime() <= hoursMaxMs ? hourMs : dayMs
      const values = [...valuesOf(query), stepMs === hourMs ? 'hour' : 'day']
      const rows = await ask<VolumeColumns & { period: Date }>(seriesText, values)
      const byPeriod = Map.groupBy(rows, ({ period }) => period.getTime())
      return periodsOf(query, stepMs).map((from): SeriesPoint => {
        const periodRows = byPeriod.get(from.getTime()) ?? []
        return { from, volumes: periodRows.map(volumeOf), ...sumsOf(periodRows) }
      })
    },
  }
}

/** Whole hours: the one in which the period begins, and the one in which it ends. */
function valuesOf({ merchantId, from, to }: FiguresQuery): readonly unknown[] {
  const begin = Math.floor(from.getTime() / hourMs) * hourMs
  const end = Math.ceil(to.getTime() / hourMs) * hourMs
  return [merchantId ?? null, new Date(begin), new Date(end)]
}

/** As many whole hours before the first one, so that no hour is in both periods. */
function valuesBefore({ merchantId, from, to }: FiguresQuery): readonly unknown[] {
  const [, begin, end] = valuesOf({ from, to }) as [null, Date, Date]
  return [merchantId ?? null, new Date(2 * begin.getTime() - end.getTime()), begin]
}

/** Including those without a payment. */
function periodsOf({ from, to }: FiguresQuery, stepMs: number): readonly Date[] {
  const first = Math.floor(from.getTime() / stepMs) * stepMs
  const count = Math.max(Math.ceil((to.getTime() - first) / stepMs), 0)
  return Array.from({ length: count }, (_, index) => new Date(first + index * stepMs))
}

interface VolumeColumns {
  readonly currency: string
  readonly decided: string
  readonly approved: string
  readonly authorized_minor: string
  readonly captured_minor: string
  readonly refunded_minor: string
}

function volumeOf(row: VolumeColumns): PaymentVolume {
  return {
    currency: row.currency,
    payments: Number(row.approved),
    authorizedMinor: BigInt(row.authorized_minor),
    capturedMinor: BigInt(row.captured_minor),
    refundedMinor: BigInt(row.refunded_minor),
  }
}

function sumsOf(rows: readonly VolumeColumns[]): Pick<Overview, 'decided' | 'approved'> {
  const sum = (name: 'decided' | 'approved') => rows.reduce((total, row) => total + Number(row[name]), 0)
  return { decided: sum('decided'), approved: sum('approved') }
}

interface LatencyColumns {
  readonly acquirer_id: string
  readonly bucket: number
  readonly count: string
}

function latenciesOf(rows: readonly LatencyColumns[]): Overview['latencies'] {
  const byAcquirer = Map.groupBy(rows, ({ acquirer_id }) => acquirer_id)
  return [...byAcquirer].map(([acquirerId, itsRows]) => {
    const buckets: readonly CountedBucket[] = itsRows.map(({ bucket, count }) => ({ bucket, count: Number(count) }))
    return {
      acquirerId,
      count: buckets.reduce((sum, { count }) => sum + count, 0),
      p50: quantileOf(buckets, 0.5),
      p95: quantileOf(buckets, 0.95),
      p99: quantileOf(buckets, 0.99),
    }
  })
}

interface AtRiskColumns {
  readonly kind: RiskKind
  readonly currency: string
  readonly count: string
  readonly amount_minor: string
}

interface RiskyColumns {
  readonly kind: RiskKind
  readonly merchant_id: string
  readonly order_id: string
  readonly transaction_id: string
  readonly type: TransactionType
  readonly currency: string
  readonly amount_minor: string
  readonly since: Date
  readonly since_text: string
}

function riskOf(row: RiskyColumns): MoneyAtRisk {
  const { kind, type, currency, since } = row
  return {
    merchantId: row.merchant_id,
    orderId: row.order_id,
    transactionId: row.transaction_id,
    ...{ kind, type, currency, since },
    amountMinor: BigInt(row.amount_minor),
  }
}

function riskMark(row: RiskyColumns): readonly string[] {
  return [row.since_text, row.merchant_id, row.order_id, row.transaction_id, row.kind]
}

interface NotificationColumns {
  readonly waiting: string
  readonly oldest_at: Date | null
}

function notificationsOf(row: NotificationColumns | undefined): Omit<Overview['notifications'], 'parked'> {
  const { waiting = 0, oldest_at: oldestAt } = row ?? {}
  return { waiting: Number(waiting), ...(oldestAt && { oldestAt }) }
}

// The statements of the figures. Each takes a merchant or null for all of them: all are read merchant by merchant, and
// the hours of each are looked up in its own part of the index.

/** The hours of a period; the values are the merchant, the begin and the end. */
const ofPeriod = (table: string) => `from projections p
join ${table} f on f.merchant_id = p.merchant_id and f.generation = p.generation and f.hour >= $2 and f.hour < $3
where p.is_current and ($1::text is null or p.merchant_id = $1)`

const sums = `sum(f.decided) as decided, sum(f.approved) as approved, sum(f.authorized_minor) as authorized_minor,
  sum(f.captured_minor) as captured_minor, sum(f.refunded_minor) as refunded_minor`

export const volumesText = `select f.currency, ${sums} ${ofPeriod('figures_volumes')}
group by f.currency order by f.currency`

/** By the hour or the day, as the fourth value says; days are those of UTC. */
export const seriesText = `select date_trunc($4, f.hour, 'UTC') as period, f.currency, ${sums} ${ofPeriod('figures_volumes')}
group by 1, f.currency order by 1, f.currency`

export const declinesText = `select f.gateway_code, sum(f.count) as count ${ofPeriod('figures_declines')}
group by f.gateway_code having sum(f.count) > 0 order by sum(f.count) desc, f.gateway_code`

export const latenciesText = `select f.acquirer_id, f.bucket, sum(f.count) as count ${ofPeriod('figures_latencies')}
group by f.acquirer_id, f.bucket order by f.acquirer_id, f.bucket`

/** Of one merchant, or of all. */
export type MerchantCondition = (column: string) => string

/**
 * From the money path's own indexes of unresolved items; only those that are closed permanently and went wrong are taken from
 * the projection.
 */
export const riskyTransactionsText = (of: MerchantCondition) => `
  select 'REVERSAL_OWED' as kind, t.merchant_id, t.order_id, t.transaction_id, t.type, o.currency, t.amount_minor,
    t.recorded_at as since
  from transactions t join orders o using (merchant_id, order_id)
  where t.reverse_at is not null and ${of('t.merchant_id')}
  union all
  select case when t.gateway_code is not null then 'UNKNOWN'
      when t.sendable_until < now() - interval '1 minute' then 'OVERDUE' else 'IN_FLIGHT' end,
    t.merchant_id, t.order_id, t.transaction_id, t.type, o.currency, t.amount_minor, t.recorded_at
  from transactions t join orders o using (merchant_id, order_id)
  where t.deadline_at is not null and (t.gateway_code is null or t.gateway_code = 'UNKNOWN')
    and t.manual_resolution is null and t.type <> 'AUTHENTICATION' and ${of('t.merchant_id')}
  union all
  select 'MANUAL_RESOLUTION', t.merchant_id, t.order_id, t.transaction_id, t.type, o.currency, t.amount_minor, t.recorded_at
  from transactions t join orders o using (merchant_id, order_id)
  where t.manual_resolution is not null and ${of('t.merchant_id')}
  union all
  select 'REVERSAL_REFUSED', f.merchant_id, f.order_id, f.transaction_id, f.type, f.currency, f.amount_minor,
    f.time_of_record
  from projections p
  join projected_transactions f on f.merchant_id = p.merchant_id and f.generation = p.generation and f.is_reversal_refused
  where p.is_current and ${of('p.merchant_id')}`

const riskyTransactions = riskyTransactionsText((column) => `($1::text is null or ${column} = $1)`)

export const atRiskText = `select kind, currency, count(*) as count, sum(amount_minor) as amount_minor
from (${riskyTransactions}) open
group by kind, currency order by kind, currency`

/** The oldest first. A refused reversal that is held for manual resolution, too, is listed under both, as in the sums. */
export const riskyText = `select *, to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as since_text
from (${riskyTransactions}) open
where $2::timestamptz is null or (since, merchant_id, order_id, transaction_id, kind) > ($2, $3, $4, $5, $6)
order by since, merchant_id, order_id, transaction_id, kind limit $7`

export const notificationsText = `select count(*) as waiting, min(created_at) as oldest_at
from deliveries where next_at is not null and ($1::text is null or merchant_id = $1)`

export const parkedText = `select count(*) as parked from deliveries
where state = 'PARKED' and ($1::text is null or merchant_id = $1)`
