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
import {
  atRiskText,
  declinesText,
  latenciesText,
  notificationsText,
  parkedText,
  riskyText,
  seriesText,
  volumesText,
} from './figures-statements.ts'

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
