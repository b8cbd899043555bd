// Blocks of trace numbers, leased from the ring of a link. One row for each link, over all processes.
import type { PoolClient } from 'pg'
import { type Database, inUnitOfWork } from '../../postgres/database.ts'

export const blockSize = 1_000
const blockCount = 1_000

export interface TraceBlock {
  /** The block's numbers are those from `block * blockSize` on. */
  readonly block: number
  /** When it was leased, by the database's clock. */
  readonly leasedAtMs: number
}

export interface TraceBlocks {
  /** How long a lease lasts: numbers are not used after it. */
  readonly leaseMs: number
  /** Undefined when every block of the ring is in use. */
  lease(): Promise<TraceBlock | undefined>
  /** All its numbers are used. */
  release(block: number): Promise<void>
}

export interface TraceBlockTimes {
  readonly leaseMs: number
  /** How long a block rests after its lease: until nothing that was sent under its numbers can arrive any more. */
  readonly restMs: number
}

/** The links are the operator's. */
const ownerId = ''

const insertText = `insert into iso8583_traces (merchant_id, link_id) values ($1, $2)
  on conflict (merchant_id, link_id) do nothing`

const linkOfRow = `coalesce(acquirer_link ->> 'linkId', acquirer_link ->> 'adapter')`
const blockOf = (member: string) => `(wire_identity ->> '${member}')::integer / ${blockSize}`

/** By the partial indexes of what is open; each attempt has a number and one for its reversal. */
const openBlocks = (
  condition: string,
) => `select unnest(array[${blockOf('trace')}, ${blockOf('reversalTrace')}]) as block
  from transactions where ${condition} and wire_identity is not null and ${linkOfRow} = $2`

/** Of totals that no answer has come to yet: they are repeated under their number. */
const reconcilingBlocks = `select (p.value #>> '{identity,trace}')::integer / ${blockSize}
  from batch_closings c, json_each(c.progress) p
  where c.try_at is not null and ${linkOfRow} = $2 and p.value ->> 'step' = 'SENT'`

/** A process that waits for the row continues from what the other has written. */
const lockText = 'select from iso8583_traces where merchant_id = $1 and link_id = $2 for update'

const heldText = `select distinct block from (${openBlocks('deadline_at is not null')}
  union ${openBlocks('reverse_at is not null')} union ${reconcilingBlocks}) held
where block is not null and $1::text is not null`

/** The next block whose lease and rest are over, and under which nothing is open. */
const freeText = `select (place - 1)::integer as block, (extract(epoch from clock_timestamp()) * 1000)::float8 as "leasedAtMs",
  (clock_timestamp() + make_interval(secs => $3::float8 / 1000))::text as until
from iso8583_traces t, unnest(t.leased_until) with ordinality as b (until, place)
where t.merchant_id = $1 and t.link_id = $2 and b.until < clock_timestamp() - make_interval(secs => $4::float8 / 1000)
  and (place - 1)::integer <> all ($5::integer[])
order by (place - 1 - t.next_block + ${blockCount}) % ${blockCount} limit 1`

const leaseText = `update iso8583_traces set next_block = $3, leased_until[$4] = $5::timestamptz
where merchant_id = $1 and link_id = $2`

const releaseText = `update iso8583_traces set leased_until[$3] = least(leased_until[$3], $4::timestamptz)
  where merchant_id = $1 and link_id = $2`

export function postgresTraceBlocks(
  database: Database,
  linkId: string,
  { leaseMs, restMs }: TraceBlockTimes,
): TraceBlocks {
  let isThere = false

  /** In several statements: a distributed database takes functions of time in queries only. */
  async function leaseOne(client: PoolClient): Promise<TraceBlock | undefined> {
    await client.query(lockText, [ownerId, linkId])
    const held = await client.query<{ block: number }>(heldText, [ownerId, linkId])
    const blocks = held.rows.map(({ block }) => block)
    const { rows } = await client.query<TraceBlock & { readonly until: string }>(freeText, [
      ...[ownerId, linkId, leaseMs, restMs],
      blocks,
    ])
    const [free] = rows
    if (!free) return undefined
    const { block, leasedAtMs, until } = free
    await client.query(leaseText, [ownerId, linkId, (block + 1) % blockCount, block + 1, until])
    return { block, leasedAtMs }
  }

  return {
    leaseMs,
    async lease() {
      if (!isThere) await database.query(insertText, [ownerId, linkId])
      isThere = true
      return inUnitOfWork(database, leaseOne)
    },
    async release(block) {
      const { rows } = await database.query<{ now: string }>('select clock_timestamp()::text as now')
      await database.query(releaseText, [ownerId, linkId, block + 1, rows[0]?.now])
    },
  }
}
