// A node of a cluster behind a proxy, for one database: its other databases, which other tests use, stay reachable while it is down.
import { connect, createServer, type Server, type Socket } from 'node:net'
import pg from 'pg'
import type { Owner } from '../gateway/process.ts'

interface ClusterNode {
  readonly id: number
  readonly host: string
  readonly port: number
}

export interface ProxiedNode {
  /** Where the cluster reaches it through the proxy, and where it is itself. */
  readonly address: { readonly host: string; readonly port: number }
  readonly server: { readonly host: string; readonly port: number }
  /** Whether the node has the rows of a merchant. */
  has(merchantId: string): Promise<boolean>
  /** Connections break, and new ones are refused. */
  stop(): Promise<void>
  start(): Promise<void>
}

/** The node that has the rows of the operator: without it, most is missing. */
export async function proxyNode(owner: Owner, databaseUrl: string): Promise<ProxiedNode> {
  const coordinator = new pg.Client({ connectionString: databaseUrl })
  await coordinator.connect()
  owner.after(() => coordinator.end())
  const { rows: nodes } = await coordinator.query<ClusterNode>(
    `select n.nodeid as id, n.nodename as host, n.nodeport as port
     from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid
     where p.shardid = get_shard_id_for_distribution_column('orders', ''::text) and n.noderole = 'primary'`,
  )
  const [node] = nodes
  if (!node) throw new Error('no node has the rows of the operator')
  const sockets = new Set<Socket>()
  let listener: Server | undefined
  let port = 0

  async function start(): Promise<void> {
    listener = createServer((client) => {
      const server = connect(node?.port ?? 0, node?.host)
      for (const [one, other] of [
        [client, server],
        [server, client],
      ] as const) {
        sockets.add(one)
        one.pipe(other)
        one.on('error', () => {})
        one.on('close', () => {
          sockets.delete(one)
          other.destroy()
        })
      }
    })
    await new Promise<void>((resolve) => listener?.listen(port, '127.0.0.1', resolve))
    const address = listener.address()
    port = typeof address === 'object' && address ? address.port : port
  }

  async function stop(): Promise<void> {
    const closed = new Promise((resolve) => listener?.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }

  await start()
  owner.after(stop)
  await coordinator.query('select citus_update_node($1, $2, $3)', [node.id, '127.0.0.1', port])
  return {
    address: { host: '127.0.0.1', port },
    server: { host: node.host, port: node.port },
    async has(merchantId) {
      const { rows } = await coordinator.query<{ is_here: boolean }>(
        `select n.nodeid = $2 as is_here from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid
         where p.shardid = get_shard_id_for_distribution_column('orders', $1::text)`,
        [merchantId, node.id],
      )
      return rows[0]?.is_here === true
    },
    stop,
    start,
  }
}
