// Blocks of trace numbers, leased from the ring of a link, over all processes. The ring has parts, one row each, which are on different
// nodes of a distributed database: while a node is down, blocks of the others are leased.
import type { PoolClient } from 'pg'
import { StoreOverloaded } from '../../kernel/failures.ts'
import { withTimeout } from '../../platform/concurrency/with-timeout.ts'
import { copiesIn, type MerchantDatabases } from '../../platform/postgres/cluster/merchant-databases.ts'
import { openParts, partCount, partNames } from '../../platform/postgres/cluster/parts.ts'
import { inUnitOfWork } from '../../platform/postgres/database.ts'

export const blockSize = 1_000
const blockCount = 1_000

export interface TraceBlock {
  /** The block's numbers are those from `block * blockSize` on. */
  readonly block: number
  /** When it was leased, by the database's clock. */
  readonly leasedAtMs: number
  /** The end of the lease as it is stored. */
  readonly until: string
}

export interface TraceBlocks {
  /** How long a lease lasts: numbers are not used after it. */
  readonly leaseMs: number
  /** Undefined when every block of the ring is in use. */
  lease(): Promise<TraceBlock | undefined>
  /** All its numbers are used. Changes nothing when the block is leased to another process by now. */
  release(leased: Pick<TraceBlock, 'block' | 'until'>): Promise<void>
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

/** Each part has a row with the leases of its blocks. */
const blocksOfPart = blockCount / partCount

const linkOfRow = `coalesce(acquirer_link ->> 'linkId', acquirer_link ->> 'adapter')`
const blockOf = (member: string) => `(wire_identity ->> '${member}')::integer / ${blockSize}`

/** By the partial indexes of what is open; each attempt has a number and one for its reversal. */
const openBlocks = (
  condition: string,
) => `select unnest(array[${blockOf('trace')}, ${blockOf('reversalTrace')}]) as block
  from transactions where ${condition} and wire_identity is not null and ${linkOfRow} = $1`

/** Of totals that no response has come to yet: they are repeated under their number. */
const reconcilingBlocks = `select (p.value #>> '{identity,trace}')::integer / ${blockSize}
  from batch_closings c, json_each(c.progress) p
  where c.try_at is not null and ${linkOfRow} = $1 and p.value ->> 'step' = 'SENT'`

/** A process that waits for the row continues from what the other has written. */
const lockText = `select held_blocks as blocks, held_at::text as at from iso8583_trace_parts
where part = $1 and link_id = $2 for update`

const heldText = `select distinct block from (${openBlocks('deadline_at is not null')}
  union ${openBlocks('reverse_at is not null')} union ${reconcilingBlocks}) held
where block is not null`

/**
 * The next block whose lease and rest were over when it was read what is open, and under which nothing was: nothing can have been begun
 * under it since.
 */
const freeText = `select (place - 1)::integer as place, (extract(epoch from clock_timestamp()) * 1000)::float8 as "leasedAtMs",
  (clock_timestamp() + make_interval(secs => $3::float8 / 1000))::text as until
from iso8583_trace_parts t, unnest(t.leased_until) with ordinality as b (until, place)
where t.part = $1 and t.link_id = $2 and b.until < $5::timestamptz - make_interval(secs => $4::float8 / 1000)
  and ($7::integer + place - 1)::integer <> all ($6::integer[])
order by (place - 1 - t.next_block + ${blocksOfPart}) % ${blocksOfPart} limit 1`

const leaseText = `update iso8583_trace_parts set next_block = $3, leased_until[$4] = $5::timestamptz, held_blocks = $6,
  held_at = $7::timestamptz
where part = $1 and link_id = $2`

const nowText = 'select clock_timestamp()::text as now'

const releaseText = `update iso8583_trace_parts set leased_until[$3] = least(leased_until[$3], $4::timestamptz)
  where part = $1 and link_id = $2 and leased_until[$3] = $5::timestamptz`

/** Nothing was ever leased from a new part; what may be open under its blocks is from another history of the link. */
const insertPartText = `insert into iso8583_trace_parts (part, link_id, held_blocks, held_at)
  values ($1, $2, $3, $4::timestamptz) on conflict (part, link_id) do nothing`

/** What is open is found along indexes; without a response in this time, a node is silent. */
const readHeldWithinMs = 2_000

interface TraceBlockOptions extends TraceBlockTimes {
  /** With which part a process begins; each has its own, that all are used evenly. */
  readonly firstPart?: number
}

export function postgresTraceBlocks(
  databases: MerchantDatabases,
  linkId: string,
  { leaseMs, restMs, firstPart = Math.floor(Math.random() * partCount) }: TraceBlockOptions,
): TraceBlocks {
  const parts = openParts(databases)
  const made = new Set<number>()
  let next = firstPart

  /** Undefined while a node is down that may have some: what was open before is in the row. */
  async function readHeld(): Promise<HeldBlocks | undefined> {
    const { rows: times } = await copiesIn(databases).query<{ now: string }>(nowText)
    const read = databases.any.query<{ block: number }>(heldText, [linkId]).then(
      ({ rows }) => ({ blocks: rows.map(({ block }) => block), at: times[0]?.now ?? null }),
      (error: unknown) => {
        if (error instanceof StoreOverloaded) return undefined
        throw error
      },
    )
    return withTimeout(read, { timeoutMs: readHeldWithinMs, onTimeout: () => undefined })
  }

  /** In several statements: a distributed database takes functions of time in queries only. */
  async function leaseOne(
    client: PoolClient,
    part: number,
    read: HeldBlocks | undefined,
  ): Promise<TraceBlock | undefined> {
    const { rows: stored } = await client.query<HeldBlocks>(lockText, [partNames[part], linkId])
    const { blocks, at } = read ?? stored[0] ?? { blocks: null, at: null }
    if (blocks === null || at === null) throw new StoreOverloaded('what is open under trace numbers cannot be read')
    const { rows } = await client.query<{ readonly place: number } & Omit<TraceBlock, 'block'>>(freeText, [
      partNames[part],
      linkId,
      leaseMs,
      restMs,
      at,
      blocks,
      part * blocksOfPart,
    ])
    const [free] = rows
    if (!free) return undefined
    const { place, leasedAtMs, until } = free
    const values = [partNames[part], linkId, (place + 1) % blocksOfPart, place + 1, until, blocks, at]
    await client.query(leaseText, values)
    return { block: part * blocksOfPart + place, leasedAtMs, until }
  }

  /** All of them at the first lease: during an outage it cannot be read what is open under the blocks of a new one. */
  async function makeParts(held: HeldBlocks): Promise<void> {
    const make = async (part: number) => {
      await parts.databaseOf(part).query(insertPartText, [partNames[part], linkId, held.blocks, held.at])
      made.add(part)
    }
    const missing = partNames.keys().filter((part) => !made.has(part))
    const results = await Promise.allSettled([...missing].map(make))
    for (const result of results)
      if (result.status === 'rejected' && !(result.reason instanceof StoreOverloaded)) throw result.reason
  }

  return {
    leaseMs,
    async lease() {
      const held = await readHeld()
      if (held && made.size < partCount) await makeParts(held)
      return parts.fromAny(next, async (part, database) => {
        const leased = await inUnitOfWork(database, (client) => leaseOne(client, part, held))
        if (leased) next = (part + 1) % partCount
        return leased
      })
    },
    async release({ block, until }) {
      const part = Math.floor(block / blocksOfPart)
      const database = parts.databaseOf(part)
      const { rows } = await database.query<{ now: string }>(nowText)
      await database.query(releaseText, [partNames[part], linkId, (block % blocksOfPart) + 1, rows[0]?.now, until])
    },
  }
}
