// Reports in PostgreSQL: by the events in the projection, in the order of their transactions' times of record.
import { setTimeout as pause } from 'node:timers/promises'
import { type CompactResponse, completeResponse } from '../../payments/index.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { ReportedEvent, Reports } from '../ports/reports.ts'

const pollMs = 50

/**
 * A page along the key, and the data of each of its rows also by keys: no plan reads a whole table. Events at the same
 * moment are distinguished by position.
 */
const readText = `select f.time_of_record::text as time, f.position::text as position, e.response, t.request
from (select * from projected_events where merchant_id = $1 and time_of_record >= $2::timestamptz and time_of_record < $3
    and (time_of_record, position) > ($4::timestamptz, $5::bigint)
  order by time_of_record, position limit $6) f
cross join lateral (select response from events e
  where e.merchant_id = $1 and e.order_id = f.order_id and e.number = f.number offset 0) e
cross join lateral (select request from transactions t
  where t.merchant_id = $1 and t.order_id = f.order_id and t.transaction_id = f.transaction_id offset 0) t
order by f.time_of_record, f.position`

/** Events that were written before a moment and have no position yet. */
const unstampedText = `select exists (select from outbox where merchant_id = $1 and subject = 'ORDER'
  and written_at <= $2::timestamptz) as waits`

const stampedText = 'select last_position from feeds where merchant_id = $1'

const takenText = `select coalesce(max(position), 0) >= $2::bigint as is_taken from projections
  where merchant_id = $1 and is_current`

interface Row extends Omit<ReportedEvent, 'response'> {
  readonly response: CompactResponse
  readonly time: string
  readonly position: string
}

export function postgresReports(database: Database): Reports {
  return {
    async awaitUpToDate(merchantId, timeoutMs) {
      const untilMs = performance.now() + timeoutMs
      const clock = await database.query<{ now: string }>('select clock_timestamp()::text as now')
      const now = clock.rows[0]?.now
      const isStamped = await pollUntil(untilMs, async () => {
        const { rows } = await database.query<{ waits: boolean }>(unstampedText, [merchantId, now])
        return rows[0]?.waits === false
      })
      if (!isStamped) return false
      const stamped = await database.query<{ last_position: string }>(stampedText, [merchantId])
      const last = stamped.rows[0]?.last_position ?? '0'
      return pollUntil(untilMs, async () => {
        const { rows } = await database.query<{ is_taken: boolean }>(takenText, [merchantId, last])
        return rows[0]?.is_taken === true
      })
    },

    async count({ merchantId, from, to }) {
      const { rows } = await database.query<{ count: number }>(
        `select count(*)::int as count from projected_events
         where merchant_id = $1 and time_of_record >= $2 and time_of_record < $3`,
        [merchantId, from, to],
      )
      return rows[0]?.count ?? 0
    },

    async read({ merchantId, from, to, after, limit }) {
      const { rows } = await database.query<Row>({
        name: 'read-report',
        text: readText,
        values: [merchantId, after?.time ?? from, to, after?.time ?? '-infinity', after?.position ?? '0', limit],
      })
      const last = rows.at(-1)
      const isFull = rows.length === limit && last !== undefined
      const events = rows.map(({ response, ...row }) => ({ ...row, response: completeResponse(response) }))
      return { events, ...(isFull && { next: { time: last.time, position: last.position } }) }
    },
  }
}

/** No connection is held while it waits. */
async function pollUntil(untilMs: number, check: () => Promise<boolean>): Promise<boolean> {
  for (;;) {
    if (await check()) return true
    if (performance.now() >= untilMs) return false
    await pause(pollMs)
  }
}
