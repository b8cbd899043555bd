// Which node of a distributed database has the rows of a merchant: asked of the database, and kept. A merchant stays with its
// shard; where the shard is changes when an operator moves it, and when the standby of a node takes over.

import { StoreOverloaded } from '../../../kernel/failures.ts'
import type { Database } from '../database.ts'
import { areTablesDistributed } from './citus.ts'
import type { RowSearch } from './merchant-databases.ts'

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

/** The tables of the shards of a distributed table, by the name of the node that has them. */
export type ShardTables = ReadonlyMap<string, readonly string[]>

/** Read by any node: all of them know where the shards are. */
export async function readShardTables(database: Pick<Database, 'query'>, table: string): Promise<ShardTables> {
  const { rows } = await database.query<{ node: string; shard: string }>(
    `select p.groupid::text as node, shard_name(s.logicalrelid, s.shardid) as shard
     from pg_dist_shard s join pg_dist_placement p on p.shardid = s.shardid
     where s.logicalrelid = $1::regclass order by s.shardid`,
    [table],
  )
  return new Map([...Map.groupBy(rows, ({ node }) => node)].map(([node, its]) => [node, its.map(({ shard }) => shard)]))
}

/** One look along an index of each part. */
export function ownerText({ where }: RowSearch, shards: readonly string[]): string {
  return shards.map((shard) => `select r.merchant_id from ${shard} r where ${where}`).join('\nunion all\n')
}

interface AskedNode {
  readonly database: Pick<Database, 'query'>
  readonly shards: readonly string[]
}

const notHere = new Error('this node does not have the row')

/**
 * Whose row it is, asked of each node about the parts of a table that it has itself: Citus would ask all nodes, and answer nothing while
 * one of them is down. Only the merchant's id is taken from the answer, since the part that was asked may have been moved a moment ago;
 * the row itself is read by a statement that Citus plans. Waits for no other node once one has the row; throws the outage of a node that
 * may have it.
 */
export async function askNodes(
  nodes: readonly AskedNode[],
  search: RowSearch,
  values: readonly unknown[],
): Promise<string | undefined> {
  const asked = nodes.filter(({ shards }) => shards.length > 0)
  const answers = asked.map(async ({ database, shards }) => {
    const { rows } = await database.query<{ merchant_id: string }>(ownerText(search, shards), [...values])
    const [row] = rows
    if (!row) throw notHere
    return row.merchant_id
  })
  try {
    return await Promise.any(answers)
  } catch (error) {
    const outage = (error as AggregateError).errors.find((each) => each instanceof StoreOverloaded)
    if (outage) throw outage
    return undefined
  }
}
