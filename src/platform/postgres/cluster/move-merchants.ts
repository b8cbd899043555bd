// Moves merchants between nodes while payments continue: all that are badly spread, or one to a node of its own.
import type pg from 'pg'
import type { Database } from '../database.ts'
import { onConnection } from '../database.ts'
import { liftDeadline } from '../watched-connections.ts'
import { ClusterFailure, type ClusterNode, nodeText, requireCluster } from './citus.ts'
import { firstTable } from './table-placements.ts'

/**
 * Security codes are in a table outside the write-ahead log, from which nothing can be replicated; therefore writers of the merchants
 * that are being moved wait until they are copied, and go on at the new node.
 */
const transferMode = 'block_writes'

const sessionSettings = 'set statement_timeout = 0; set lock_timeout = 0; set citus.enable_unsafe_triggers = on'

export interface RebalanceProgress {
  readonly state: string
  readonly done: number
  readonly total: number
}

/** Begins in the background of the database, or continues what an earlier command has begun; false when merchants are spread well
 * already. */
export async function startRebalance(database: Database): Promise<boolean> {
  const last = await readRebalance(database)
  if (last && !isRebalanceOver(last)) return true
  return onMovingConnection(database, async (client) => {
    const { rows } = await client.query<{ job: string | null }>(
      'select citus_rebalance_start(shard_transfer_mode => $1)::text as job',
      [transferMode],
    )
    return (rows[0]?.job ?? null) !== null
  })
}

export function isRebalanceOver({ state }: RebalanceProgress): boolean {
  return ['finished', 'failed', 'cancelled'].includes(state)
}

/** Undefined before the first one. */
export async function readRebalance(database: Database): Promise<RebalanceProgress | undefined> {
  const { rows } = await database.query<RebalanceProgress>(
    `select state::text as state,
       coalesce((details -> 'task_state_counts' ->> 'done')::int, 0) as done,
       coalesce((select sum(value::int) from jsonb_each_text(details -> 'task_state_counts')), 0)::int as total
     from citus_rebalance_status()`,
  )
  return rows[0]
}

export interface MovedMerchant {
  readonly from: string
  readonly to: string
}

/** Gives a merchant a shard of its own, and moves that to another node. */
export async function moveMerchant(
  database: Database,
  merchantId: string,
  target: Pick<ClusterNode, 'host' | 'port'>,
): Promise<MovedMerchant> {
  const { nodes } = await requireCluster(database)
  const to = nodes.find(({ host, port }) => host === target.host && port === target.port)
  if (!to?.hasShards || !to.isActive) {
    const others = nodes.filter(({ hasShards, isActive }) => hasShards && isActive).map(nodeText)
    throw new ClusterFailure(`${nodeText(target)} is no node for merchants; these are: ${others.join(', ')}.`)
  }
  return onMovingConnection(database, async (client) => {
    const shard = await ownShardOf(client, merchantId)
    const from = await ownerOf(client, shard)
    if (nodeText(from) !== nodeText(to))
      await client.query('select citus_move_shard_placement($1, $2, $3, $4, $5, $6)', [
        shard,
        from.host,
        from.port,
        to.host,
        to.port,
        transferMode,
      ])
    return { from: nodeText(from), to: nodeText(to) }
  })
}

/** The shards of a merchant's tables in all tables are numbered apart from those of others afterwards. */
async function ownShardOf(client: pg.PoolClient, merchantId: string): Promise<string> {
  const { rows } = await client.query<{ shard: string; is_own: boolean }>(
    `select s.shardid::text as shard, s.shardminvalue = s.shardmaxvalue as is_own
     from pg_dist_shard s where s.shardid = get_shard_id_for_distribution_column($1, $2::text)`,
    [firstTable, merchantId],
  )
  const [found] = rows
  if (!found) throw new ClusterFailure('The tables are not distributed; run "tollgate cluster distribute".')
  if (found.is_own) return found.shard
  const isolated = await client.query<{ shard: string }>(
    `select isolate_tenant_to_new_shard($1, $2::text, 'CASCADE', $3)::text as shard`,
    [firstTable, merchantId, transferMode],
  )
  return isolated.rows[0]?.shard ?? found.shard
}

async function ownerOf(client: pg.PoolClient, shard: string): Promise<Pick<ClusterNode, 'host' | 'port'>> {
  const { rows } = await client.query<{ host: string; port: number }>(
    `select n.nodename as host, n.nodeport as port from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid
     where p.shardid = $1 and n.noderole = 'primary'`,
    [shard],
  )
  const [owner] = rows
  if (!owner) throw new ClusterFailure('No node has the merchant; see "tollgate cluster verify".')
  return owner
}

function onMovingConnection<T>(database: Database, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return onConnection(database, async (client) => {
    liftDeadline(client)
    await client.query(sessionSettings)
    try {
      return await work(client)
    } finally {
      await client.query('reset statement_timeout; reset lock_timeout')
    }
  })
}
