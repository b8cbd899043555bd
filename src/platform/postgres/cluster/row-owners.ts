// Whose row it is, asked of each node about the parts of a table that it has itself: Citus would ask all nodes, and answer nothing while
// one of them is down. Only the merchant's id is taken from the answer, since the part that was asked may have been moved a moment ago;
// the row itself is read by a statement that Citus plans.
import { StoreOverloaded } from '../../../kernel/store-overloaded.ts'
import type { Database } from '../database.ts'
import type { RowSearch } from './merchant-databases.ts'

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

/** Waits for no other node once one has the row; throws the outage of a node that may have it. */
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
