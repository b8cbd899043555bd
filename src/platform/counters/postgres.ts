// The shared counts port on PostgreSQL. A process writes only its own rows, so no two wait for each other.
import { onOneDatabase } from '../postgres/cluster/merchant-databases.ts'
import { type Database, prepared } from '../postgres/database.ts'
import { deleteExpiredRows } from '../postgres/delete-expired.ts'
import type { CountTotals, SharedCounts, SubjectKind } from './count-book.ts'

/** The longest window and its oldest part; after that a row has no effect. */
const expiry = "interval '26 hours'"

const publish = prepared(
  'publish-counts',
  `insert into shared_counts (merchant_id, kind, value, process_id, totals, updated_at, expires_at)
   select merchant_id, kind, value, $4::uuid, totals, now(), now() + ${expiry}
   from unnest($1::text[], $2::text[], $3::text[], $5::jsonb[]) as given (merchant_id, kind, value, totals)
   on conflict (merchant_id, kind, value, process_id)
   do update set totals = excluded.totals, updated_at = excluded.updated_at, expires_at = excluded.expires_at`,
)

/** A row carries the time at which its transaction began, and may become visible a little after it. */
const overlap = "interval '2 seconds'"
/** A process that starts reads the latest; older ones beyond this number are of little use to it. */
const readMax = 50_000

const read = prepared(
  'read-counts',
  `select c.*, t.until from (select now() as until) t left join (
     select merchant_id as "merchantId", kind, value, process_id as "processId", totals
     from shared_counts
     where updated_at > coalesce($2::timestamptz - ${overlap}, '-infinity') and process_id <> $1::uuid
       and expires_at > now()
     order by updated_at desc limit ${readMax}) c on true`,
)

const expired = {
  table: 'shared_counts',
  key: ['kind', 'value', 'process_id'],
  time: 'expires_at',
  where: () => 'expires_at <= now()',
}

interface CountsRow {
  readonly merchantId: string
  readonly kind: SubjectKind
  readonly value: string
  readonly processId: string
  readonly totals: CountTotals
}

/** The time is returned also without any totals. */
type ReadRow = (CountsRow | { readonly processId: null }) & { readonly until: Date }

export function postgresSharedCounts(database: Database): SharedCounts {
  return {
    async publish(processId, totals) {
      if (totals.length === 0) return
      const columns = [
        totals.map(({ merchantId }) => merchantId),
        totals.map(({ kind }) => kind),
        totals.map(({ value }) => value),
        processId,
        totals.map((each) => JSON.stringify(each.totals)),
      ]
      await database.query(publish(columns))
    },

    async readSince(processId, since) {
      const { rows } = await database.query<ReadRow>(read([processId, since ?? null]))
      const [first] = rows
      if (!first) throw new Error('the database did not return its time')
      return {
        totals: rows.flatMap(({ until: _, ...row }) => (row.processId === null ? [] : [row])),
        until: first.until,
      }
    },

    deleteExpired: (limit) => deleteExpiredRows(onOneDatabase(database), expired, [], limit),
  }
}
