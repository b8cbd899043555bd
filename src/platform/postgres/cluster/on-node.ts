// One node of a cluster, reached as the coordinator is: with its database, user and password.
import pg from 'pg'
import { ClusterFailure, type ClusterNode, nodeText } from './citus.ts'
import type { NodeAddress } from './node-map.ts'

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
export function nodeUrlOf(databaseUrl: string, { host, port }: Pick<NodeAddress, 'host' | 'port'>): string {
  const url = new URL(databaseUrl)
  for (const name of ['host', 'port']) url.searchParams.delete(name)
  url.hostname = host.includes(':') ? `[${host}]` : host
  url.port = String(port)
  return url.href
}
