// The projection in PostgreSQL: follows each merchant's feed by position, in small separate commits. A commit contains
// the rows and their position, so a process that dies in the middle has changed nothing.
import type { PoolClient } from 'pg'
import { type MerchantDatabases, onOneDatabase } from '../../platform/postgres/cluster/merchant-databases.ts'
import { type Database, inUnitOfWork } from '../../platform/postgres/database.ts'
import type { Projection } from '../ports/search.ts'
import { type LockedGeneration, projectFeedEntries } from './project-events.ts'
import { beginText, behindText, countBehindText } from './projection-statements.ts'
import { rebuildProjection } from './rebuild-projection.ts'

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
          return current ? projectFeedEntries(client, current, limit) : 'BUSY'
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
