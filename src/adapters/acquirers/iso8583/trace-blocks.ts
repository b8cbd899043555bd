// Blocks of trace numbers, leased from the ring of a link. One row for each link, over all processes.
import type { PoolClient } from 'pg'
import { StoreOverloaded } from '../../../ports/payments/store.ts'
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

/** Blocks under which something was open at a time; null before the first time. */
interface HeldBlocks {
  readonly blocks: readonly number[] | null
  readonly at: string | null
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
const lockText = `select held_blocks as blocks, held_at::text as at from iso8583_traces
where merchant_id = $1 and link_id = $2 for update`

const heldText = `select distinct block from (${openBlocks('deadline_at is not null')}
  union ${openBlocks('reverse_at is not null')} union ${reconcilingBlocks}) held
where block is not null and $1::text is not null`

/**
 * The next block whose lease and rest were over when it was read what is open, and under which nothing was: nothing can have been begun
 * under it since.
 */
const freeText = `select (place - 1)::integer as block, (extract(epoch from clock_timestamp()) * 1000)::float8 as "leasedAtMs",
  (clock_timestamp() + make_interval(secs => $3::float8 / 1000))::text as until
from iso8583_traces t, unnest(t.leased_until) with ordinality as b (until, place)
where t.merchant_id = $1 and t.link_id = $2 and b.until < $5::timestamptz - make_interval(secs => $4::float8 / 1000)
  and (place - 1)::integer <> all ($6::integer[])
order by (place - 1 - t.next_block + ${blockCount}) % ${blockCount} limit 1`

const leaseText = `update iso8583_traces set next_block = $3, leased_until[$4] = $5::timestamptz, held_blocks = $6,
  held_at = $7::timestamptz
where merchant_id = $1 and link_id = $2`

const nowText = 'select clock_timestamp()::text as now'

const releaseText = `update iso8583_traces set leased_until[$3] = least(leased_until[$3], $4::timestamptz)
  where merchant_id = $1 and link_id = $2`

export function postgresTraceBlocks(
  database: Database,
  linkId: string,
  { leaseMs, restMs }: TraceBlockTimes,
): TraceBlocks {
  let isThere = false

  /** Undefined while a node is down that may have some: what was open before is in the row. */
  async function readHeld(): Promise<HeldBlocks | undefined> {
    const { rows: times } = await database.query<{ now: string }>(nowText)
    try {
      const { rows } = await database.query<{ block: number }>(heldText, [ownerId, linkId])
      return { blocks: rows.map(({ block }) => block), at: times[0]?.now ?? null }
    } catch (error) {
      if (error instanceof StoreOverloaded) return undefined
      throw error
    }
  }

  /** In several statements: a distributed database takes functions of time in queries only. */
  async function leaseOne(client: PoolClient, read: HeldBlocks | undefined): Promise<TraceBlock | undefined> {
    const { rows: stored } = await client.query<HeldBlocks>(lockText, [ownerId, linkId])
    const { blocks, at } = read ?? stored[0] ?? { blocks: null, at: null }
    if (blocks === null || at === null) throw new StoreOverloaded('what is open under trace numbers cannot be read')
    const { rows } = await client.query<TraceBlock & { readonly until: string }>(freeText, [
      ...[ownerId, linkId, leaseMs, restMs, at],
      blocks,
    ])
    const [free] = rows
    if (!free) return undefined
    const { block, leasedAtMs, until } = free
    const values = [ownerId, linkId, (block + 1) % blockCount, block + 1, until, blocks, at]
    await client.query(leaseText, values)
    return { block, leasedAtMs }
  }

  return {
    leaseMs,
    async lease() {
      if (!isThere) await database.query(insertText, [ownerId, linkId])
      isThere = true
      const held = await readHeld()
      return inUnitOfWork(database, (client) => leaseOne(client, held))
    },
    async release(block) {
      const { rows } = await database.query<{ now: string }>(nowText)
      await database.query(releaseText, [ownerId, linkId, block + 1, rows[0]?.now])
    },
  }
}
