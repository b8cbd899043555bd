// Which node of a distributed database has the rows of a merchant: asked of the database, and kept. A merchant stays with its
// shard; where the shard is changes when an operator moves it, and when the standby of a node takes over.
import type { Database } from '../database.ts'
import { areTablesDistributed } from './citus.ts'

type Reader = Pick<Database, 'query'>

export interface NodeAddress {
  /** The same for a node and the standby that takes over from it. */
  readonly name: string
  readonly host: string
  readonly port: number
}

/** The node of each shard, by the shard's id. */
export type ShardOwners = ReadonlyMap<string, NodeAddress>

/** Undefined where the orders are not distributed. */
export async function readShardOwners(database: Database): Promise<ShardOwners | undefined> {
  return (await areTablesDistributed(database)) ? readOwners(database) : undefined
}

/** Found shard by shard along the indexes: the catalog has the shards of all tables. */
const ownersText = `select s.shardid::text as shard, n.groupid::text as name, n.nodename as host, n.nodeport as port
from (select shardid from pg_dist_shard where logicalrelid = 'orders'::regclass offset 0) s
cross join lateral (select groupid from pg_dist_placement p where p.shardid = s.shardid limit 1) p
join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'`

/** Of a database that is known to be distributed. */
export async function readOwners(database: Reader): Promise<ShardOwners> {
  const { rows } = await database.query<NodeAddress & { readonly shard: string }>(ownersText)
  return new Map(rows.map(({ shard, ...node }) => [shard, node]))
}

/** The shards of merchants, whether or not they exist. */
export async function readShardsOf(
  database: Reader,
  merchantIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database.query<{ merchant_id: string; shard: string }>(
    `select m as merchant_id, get_shard_id_for_distribution_column('orders', m)::text as shard
     from unnest($1::text[]) m`,
    [merchantIds],
  )
  return new Map(rows.map((row) => [row.merchant_id, row.shard]))
}
