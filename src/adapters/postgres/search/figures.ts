// The figures of a dashboard: hourly sums from the projection, and currently open work from its own tables.
import { type CountedBucket, quantileOf } from '../../../domain/search/latency.ts'
import type { FiguresQuery, FiguresReader, Overview, PaymentVolume, SeriesPoint } from '../../../ports/search/search.ts'
import type { Database } from '../database.ts'
import {
  atRiskText,
  declinesText,
  latenciesText,
  notificationsText,
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
    async overview(wanted) {
      const period = valuesOf(wanted)
      const now = [wanted.merchantId ?? null]
      // One after the other: a dashboard may wait a moment longer, payments may not wait for connections.
      const volumes = await ask<VolumeColumns>(volumesText, period)
      const declines = await ask<{ gateway_code: string; count: string }>(declinesText, period)
      const latencies = await ask<LatencyColumns>(latenciesText, period)
      const atRisk = await ask<AtRiskColumns>(atRiskText, now)
      const [notifications] = await ask<NotificationColumns>(notificationsText, now)
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
        notifications: notificationsOf(notifications),
      }
    },

    async series(wanted) {
      const stepMs = wanted.to.getTime() - wanted.from.getTime() <= hoursMaxMs ? hourMs : dayMs
      const values = [...valuesOf(wanted), stepMs === hourMs ? 'hour' : 'day']
      const rows = await ask<VolumeColumns & { period: Date }>(seriesText, values)
      const byPeriod = Map.groupBy(rows, ({ period }) => period.getTime())
      return periodsOf(wanted, stepMs).map((from): SeriesPoint => {
        const found = byPeriod.get(from.getTime()) ?? []
        return { from, volumes: found.map(volumeOf), ...sumsOf(found) }
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
  readonly kind: Overview['atRisk'][number]['kind']
  readonly currency: string
  readonly count: string
  readonly amount_minor: string
}

interface NotificationColumns {
  readonly waiting: string
  readonly parked: string
  readonly oldest_at: Date | null
}

function notificationsOf(row: NotificationColumns | undefined): Overview['notifications'] {
  const { waiting = 0, parked = 0, oldest_at: oldestAt } = row ?? {}
  return { waiting: Number(waiting), parked: Number(parked), ...(oldestAt && { oldestAt }) }
}
