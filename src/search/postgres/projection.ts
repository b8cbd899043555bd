// The projection in PostgreSQL: follows each merchant's feed by position, in small separate commits. A commit contains
// the rows and their position, so a process that dies in the middle has changed nothing.

import type { PoolClient } from 'pg'
import { type MerchantDatabases, onOneDatabase } from '../../platform/postgres/cluster/merchant-databases.ts'
import { type Database, inUnitOfWork } from '../../platform/postgres/database.ts'
import { type Lease, withLease } from '../../platform/postgres/leases.ts'
import type { Projection, RebuildProgress } from '../ports/search.ts'
import { type LockedGeneration, projectFeedEntries } from './project-events.ts'
import { beginText, behindText, countBehindText } from './projection-statements.ts'

export function postgresProjection(
  database: Database,
  /** Where a merchant's own work is done. */
  workOf: MerchantDatabases = onOneDatabase(database),
): Projection {
  return {
    catchUp: (merchantId, limit) =>
      inUnitOfWork(
        workOf.of(merchantId),
        async (client) => {
          const current = await lockCurrent(client, merchantId)
          return current ? projectFeedEntries(client, current, limit) : 'LOCKED'
        },
        { begin: beginText },
      ),

    async countUnprojectedEvents() {
      const { rows } = await database.query<{ events: number }>(countBehindText)
      return rows[0]?.events ?? 0
    },

    async merchantsBehind(limit) {
      const { rows } = await database.query<{ merchant_id: string }>(behindText, [limit])
      return rows.map(({ merchant_id }) => merchant_id)
    },

    rebuild: (merchantId, onProgress = () => {}) => rebuildProjection(database, merchantId, onProgress),
  }
}

/** Undefined while another process holds it. */
async function lockCurrent(client: PoolClient, merchantId: string): Promise<LockedGeneration | undefined> {
  const { rows } = await client.query<{ generation: number; position: string }>(
    'select generation, position from projections where merchant_id = $1 and is_current for update skip locked',
    [merchantId],
  )
  const [row] = rows
  if (row) return { merchantId, generation: row.generation, position: BigInt(row.position) }
  const made = await client.query(
    'insert into projections (merchant_id, generation, is_current) values ($1, 1, true) on conflict do nothing',
    [merchantId],
  )
  return made.rowCount === 1 ? { merchantId, generation: 1, position: 0n } : undefined
}

// Rebuilds a merchant's projection beside the current one, lets it catch up, and then replaces the current one.

/** Entries of one commit, and rows that are deleted at a time. */
const entriesMax = 500
const rowsMax = 5_000

/** Of a lease; each commit of a rebuild takes far less. */
const durationMs = 60_000

export function rebuildProjection(
  database: Database,
  merchantId: string,
  onProgress: (progress: RebuildProgress) => void,
): ReturnType<Projection['rebuild']> {
  return withLease(database, { name: `projection ${merchantId}`, durationMs }, async (lease) => {
    // What an interrupted rebuild has left, before or after the new generation took over.
    await forgetOthers(database, merchantId, lease)
    const generation = await beginGeneration(database, merchantId)
    const building = { merchantId, generation, lease }
    while ((await followGeneration(database, building, onProgress)) === entriesMax);
    await takeOver(database, building)
    await forgetOthers(database, merchantId, lease)
    return 'REBUILT' as const
  })
}

interface Generation {
  readonly merchantId: string
  readonly generation: number
}

async function beginGeneration(database: Database, merchantId: string): Promise<number> {
  const { rows } = await database.query<{ generation: number }>(
    `insert into projections (merchant_id, generation, is_current)
     select $1, coalesce(max(generation), 0) + 1, false from projections where merchant_id = $1 returning generation`,
    [merchantId],
  )
  const [row] = rows
  if (!row) throw new Error('a new generation has its number')
  return row.generation
}

function followGeneration(
  database: Database,
  building: Generation & { readonly lease: Lease },
  onProgress: (progress: RebuildProgress) => void,
): Promise<number> {
  return inUnitOfWork(
    database,
    async (client) => {
      await building.lease.confirm(client)
      const { lockedGeneration, total } = await hold(client, building)
      const taken = await projectFeedEntries(client, lockedGeneration, entriesMax)
      onProgress({ done: Number(lockedGeneration.position) + taken, total })
      return taken
    },
    { begin: beginText },
  )
}

async function hold(
  client: PoolClient,
  { merchantId, generation }: Generation,
): Promise<{ readonly lockedGeneration: LockedGeneration; readonly total: number }> {
  const { rows } = await client.query<{ position: string; total: string }>(
    `select position, coalesce((select last_position from feeds where merchant_id = $1), 0) as total
     from projections where merchant_id = $1 and generation = $2 for update`,
    [merchantId, generation],
  )
  const [row] = rows
  if (!row) throw new Error('a generation under construction has its row')
  return { lockedGeneration: { merchantId, generation, position: BigInt(row.position) }, total: Number(row.total) }
}

/** While no other process can follow: at least as far as the previous one, so nothing that was found is missing. */
async function takeOver(database: Database, building: Generation & { readonly lease: Lease }): Promise<void> {
  const { merchantId, generation, lease } = building
  await inUnitOfWork(
    database,
    async (client) => {
      await lease.confirm(client)
      const { rows } = await client.query<{ position: string }>(
        'select position from projections where merchant_id = $1 and is_current for update',
        [merchantId],
      )
      const goal = BigInt(rows[0]?.position ?? 0)
      for (;;) {
        const { lockedGeneration } = await hold(client, building)
        if (lockedGeneration.position >= goal) break
        await projectFeedEntries(client, lockedGeneration, entriesMax)
      }
      await client.query('update projections set is_current = false where merchant_id = $1 and is_current', [
        merchantId,
      ])
      await client.query('update projections set is_current = true where merchant_id = $1 and generation = $2', [
        merchantId,
        generation,
      ])
    },
    { begin: beginText },
  )
}

/** Tables with generations. */
export const projectedTables = [
  'projected_orders',
  'projected_transactions',
  'projected_disputes',
  'projected_settlement_batches',
  'figures_volumes',
  'figures_declines',
  'figures_latencies',
] as const

async function forgetOthers(database: Database, merchantId: string, lease: Lease): Promise<void> {
  const { rows } = await database.query<{ generation: number }>(
    'select generation from projections where merchant_id = $1 and not is_current',
    [merchantId],
  )
  for (const { generation } of rows) {
    for (const table of projectedTables) await forget(database, table, { merchantId, generation, lease })
    await database.query('delete from projections where merchant_id = $1 and generation = $2 and not is_current', [
      merchantId,
      generation,
    ])
  }
}

async function forget(
  database: Database,
  table: string,
  { merchantId, generation, lease }: Generation & { readonly lease: Lease },
): Promise<void> {
  const text = `delete from ${table} where ctid = any (array(
    select ctid from ${table} where merchant_id = $1 and generation = $2 limit ${rowsMax}))
    and merchant_id = $1 and generation = $2`
  for (;;) {
    await lease.confirm(database)
    const { rowCount } = await database.query(text, [merchantId, generation])
    if ((rowCount ?? 0) < rowsMax) return
  }
}
