// Blocks of trace numbers, leased from the ring of a link. One row for each link, over all processes.
import type { Database } from '../../postgres/database.ts'

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

/**
 * The next block whose lease and rest are over, and under which nothing is open. The row is locked first; a process
 * that waits for it continues from what the other has written.
 */
const leaseText = `with ring as (
  select next_block, leased_until from iso8583_traces where merchant_id = $1 and link_id = $2 for update),
held as (${openBlocks('deadline_at is not null')} union ${openBlocks('reverse_at is not null')} union ${reconcilingBlocks}),
free as (
  select (place - 1)::integer as block from ring, unnest(ring.leased_until) with ordinality as b (until, place)
  where b.until < clock_timestamp() - make_interval(secs => $4::float8 / 1000)
    and place - 1 not in (select block from held where block is not null)
  order by (place - 1 - ring.next_block + ${blockCount}) % ${blockCount} limit 1)
update iso8583_traces t set next_block = (free.block + 1) % ${blockCount},
  leased_until[free.block + 1] = clock_timestamp() + make_interval(secs => $3::float8 / 1000)
from free where t.merchant_id = $1 and t.link_id = $2
returning free.block, (extract(epoch from clock_timestamp()) * 1000)::float8 as "leasedAtMs"`

const releaseText = `update iso8583_traces set leased_until[$3] = least(leased_until[$3], clock_timestamp())
  where merchant_id = $1 and link_id = $2`

export function postgresTraceBlocks(
  database: Database,
  linkId: string,
  { leaseMs, restMs }: TraceBlockTimes,
): TraceBlocks {
  let isThere = false
  return {
    leaseMs,
    async lease() {
      if (!isThere) await database.query(insertText, [ownerId, linkId])
      isThere = true
      const { rows } = await database.query<TraceBlock>(leaseText, [ownerId, linkId, leaseMs, restMs])
      return rows[0]
    },
    async release(block) {
      await database.query(releaseText, [ownerId, linkId, block + 1])
    },
  }
}
