// Distributes the tables of the list that are still local on the coordinator: all of a new cluster, or those that a migration
// has just created. It can be repeated after an interruption.
import type pg from 'pg'
import { type Database, onConnection } from '../database.ts'
import { createdTable } from '../split-statements.ts'
import { liftDeadline } from '../watched-connections.ts'
import { ClusterFailure, readCluster, requireCluster } from './citus.ts'
import { firstTable, readStoredPlacements, type TablePlacement, tablePlacements } from './table-placements.ts'

/** Each statement about merchants of a node is split into one for each of its shards. */
export const defaultShardCount = 8

interface DistributeOptions {
  /** Of a new cluster; later tables have as many as the first. */
  readonly shardCount?: number | undefined
  readonly onProgress?: (progress: { readonly table: string; readonly done: number; readonly total: number }) => void
}

/** The names of the tables that were distributed. */
export async function distributeTables(
  database: Database,
  { shardCount = defaultShardCount, onProgress = () => undefined }: DistributeOptions = {},
): Promise<readonly string[]> {
  const { nodes } = await requireCluster(database)
  if (!nodes.some(({ hasShards, isActive }) => hasShards && isActive))
    throw new ClusterFailure('No node can hold tables; add workers with "tollgate cluster init".')
  return onConnection(database, async (client) => {
    liftDeadline(client)
    await client.query(sessionSettings)
    const stored = await readStoredPlacements(client)
    const missing = orderedPlacements().filter(([table]) => stored.get(table)?.kind === 'LOCAL')
    const shards = stored.get(firstTable)?.shardCount || shardCount
    for (const [done, [table, placement]] of missing.entries()) {
      onProgress({ table, done, total: missing.length })
      await distribute(client, { table, placement, shardCount: shards })
    }
    await removeLocalRows(client)
    return missing.map(([table]) => table)
  })
}

/** After migrations: tables that are on the coordinator alone, also those of a run that was interrupted. Nothing where it is the only server. */
export async function distributeNewTables(database: Database): Promise<void> {
  if ((await readCluster(database))?.isDistributed) await distributeTables(database)
}

/** How migrations change the schema of this database. */
export interface SchemaForm {
  /** Of the two texts of a migration, the one that this database takes. */
  textOf(migration: { readonly sql: string; readonly distributedSql?: string | undefined }): string
  /** Called after each statement: the next ones may fill a new table from others. */
  afterStatement(client: pg.PoolClient, statement: string): Promise<void>
}

export async function schemaFormOf(client: pg.PoolClient): Promise<SchemaForm> {
  if (!(await readCluster(client))?.isDistributed) return { textOf: ({ sql }) => sql, afterStatement: async () => {} }
  return {
    textOf: ({ sql, distributedSql = sql }) => distributedSql,
    async afterStatement(sameClient, statement) {
      const table = createdTable(statement)
      if (table) await distributeTable(sameClient, table)
    },
  }
}

async function distributeTable(client: pg.PoolClient, table: string): Promise<void> {
  const placement = tablePlacements.get(table)
  // Those of the simulated acquirer stay where they are.
  if (placement) await distribute(client, { table, placement, shardCount: await shardCountOfFirst(client) })
}

async function shardCountOfFirst(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ shards: number }>(
    'select count(*)::int as shards from pg_dist_shard where logicalrelid = $1::regclass',
    [firstTable],
  )
  return rows[0]?.shards ?? defaultShardCount
}

/**
 * The triggers that keep audit log entries and revisions of access rights from being changed look at one row only, so that it is safe to have
 * them on every shard, which Citus cannot know.
 */
const sessionSettings = `set statement_timeout = 0; set lock_timeout = 0; set citus.enable_unsafe_triggers = on;
  set citus.multi_shard_modify_mode = 'sequential'`

/** The first table decides where those placed with it are. */
function orderedPlacements(): readonly (readonly [string, TablePlacement])[] {
  return [...tablePlacements].toSorted(([a], [b]) => Number(b === firstTable) - Number(a === firstTable))
}

async function distribute(
  client: pg.PoolClient,
  {
    table,
    placement,
    shardCount,
  }: { readonly table: string; readonly placement: TablePlacement; readonly shardCount: number },
): Promise<void> {
  if (placement.kind === 'REFERENCE') {
    await client.query('select create_reference_table($1)', [table])
    return
  }
  if (table === firstTable || !(await hasTypeOfFirst(client, table, placement.column))) {
    await client.query(`select create_distributed_table($1, $2, colocate_with => 'none', shard_count => $3)`, [
      table,
      placement.column,
      shardCount,
    ])
    return
  }
  await client.query('select create_distributed_table($1, $2, colocate_with => $3)', [
    table,
    placement.column,
    firstTable,
  ])
}

/** Tables can be placed together only when the columns that decide have one type. */
async function hasTypeOfFirst(client: pg.PoolClient, table: string, column: string): Promise<boolean> {
  const { rows } = await client.query<{ is_text: boolean }>(
    `select atttypid = 'text'::regtype as is_text from pg_attribute where attrelid = $1::regclass and attname = $2`,
    [table, column],
  )
  return rows[0]?.is_text ?? false
}

/**
 * Rows from before the distribution were copied to the nodes and are invisible in the coordinator's own table, but still on its
 * disk: sealed card numbers among them.
 */
async function removeLocalRows(client: pg.PoolClient): Promise<void> {
  for (const [table, { localBytes, kind }] of await readStoredPlacements(client))
    if (kind !== 'LOCAL' && localBytes > 0)
      await client.query('select truncate_local_data_after_distributing_table($1)', [table])
}
