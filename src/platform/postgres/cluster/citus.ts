// Whether the database is a cluster of Citus, and what it says about itself.

import pg from 'pg'
import { OperatorFailure } from '../../../kernel/failures.ts'
import type { Database } from '../database.ts'

type Reader = Pick<Database, 'query'>

/** A cluster cannot be used or changed like this; the message is one line for the operator. */
export class ClusterFailure extends OperatorFailure {}

export interface ClusterNode {
  readonly host: string
  readonly port: number
  readonly isCoordinator: boolean
  readonly isActive: boolean
  /** It may hold rows of distributed tables. */
  readonly hasShards: boolean
  /** It knows where the tables of all nodes are, therefore any statement can begin there. */
  readonly hasMetadata: boolean
}

export interface Cluster {
  readonly citusVersion: string
  readonly postgresMajor: number
  readonly nodes: readonly ClusterNode[]
  /** The gateway's tables are distributed. */
  readonly isDistributed: boolean
}

/** Undefined for a plain PostgreSQL. */
export async function readCluster(database: Reader): Promise<Cluster | undefined> {
  const { rows: extensions } = await database.query<{ version: string; major: number }>(
    `select extversion as version, current_setting('server_version_num')::int / 10000 as major
     from pg_extension where extname = 'citus'`,
  )
  const [extension] = extensions
  if (!extension) return undefined
  const { rows: nodes } = await database.query<ClusterNode>(
    `select nodename as host, nodeport as port, groupid = 0 as "isCoordinator", isactive as "isActive",
       shouldhaveshards as "hasShards", hasmetadata and metadatasynced as "hasMetadata"
     from pg_dist_node where noderole = 'primary' order by groupid`,
  )
  return {
    citusVersion: extension.version,
    postgresMajor: extension.major,
    nodes,
    isDistributed: await areTablesDistributed(database),
  }
}

export async function areTablesDistributed(database: Reader): Promise<boolean> {
  const { rows: catalogs } = await database.query<{ exists: boolean }>(
    `select to_regclass('pg_dist_partition') is not null as exists`,
  )
  if (!catalogs[0]?.exists) return false
  const { rows } = await database.query(`select from pg_dist_partition where logicalrelid = to_regclass('merchants')`)
  return rows.length > 0
}

/** A setting of the server on each node, by nodeText; a node that does not answer is not among them. */
export async function readNodeSettings(database: Reader, name: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database.query<{ node: string; value: string }>(
    `select n.nodename || ':' || n.nodeport as node, r.result as value
     from run_command_on_all_nodes(format('select current_setting(%L)', $1::text),
       give_warning_for_connection_errors => true) r
     join pg_dist_node n on n.nodeid = r.nodeid where r.success`,
    [name],
  )
  return new Map(rows.map(({ node, value }) => [node, value]))
}

export async function requireCluster(database: Reader): Promise<Cluster> {
  const cluster = await readCluster(database)
  if (!cluster) throw new ClusterFailure('The database has no Citus extension; run "tollgate cluster init".')
  return cluster
}

/** Which versions of PostgreSQL a version of Citus is for. */
const supported: readonly { readonly citus: number; readonly postgres: readonly number[] }[] = [
  { citus: 13, postgres: [15, 16, 17] },
  { citus: 14, postgres: [16, 17, 18] },
]

export function isSupportedEngine({ citusVersion, postgresMajor }: Cluster): boolean {
  const major = Number.parseInt(citusVersion, 10)
  return supported.some(({ citus, postgres }) => citus === major && postgres.includes(postgresMajor))
}

export function engineText({ citusVersion, postgresMajor }: Cluster): string {
  return `Citus ${citusVersion} on PostgreSQL ${postgresMajor}`
}

export function nodeText({ host, port }: Pick<ClusterNode, 'host' | 'port'>): string {
  return `${host}:${port}`
}

// One node of a cluster, reached as the coordinator is: with its database, user and password.

export type NodeLocation = Pick<ClusterNode, 'host' | 'port'>

export async function onNode<T>(
  databaseUrl: string,
  node: NodeLocation,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: nodeUrlOf(databaseUrl, node), connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
  } catch (error) {
    throw new ClusterFailure(
      `${nodeText(node)} cannot be reached as the coordinator is (${(error as Error).message}); create the same user and database there.`,
    )
  }
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** With the user, password, database and TLS settings of DATABASE_URL at the node's own address. */
export function nodeUrlOf(databaseUrl: string, { host, port }: NodeLocation): string {
  const url = new URL(databaseUrl)
  for (const name of ['host', 'port']) url.searchParams.delete(name)
  url.hostname = host.includes(':') ? `[${host}]` : host
  url.port = String(port)
  return url.href
}
