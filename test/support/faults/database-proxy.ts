// A proxy to the database that breaks on request: before a statement reaches the server, or after its commit and before
// the response. Or it falls silent, as after a failover: nothing is passed on, and no end is notified.
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { until } from '../checks/poll.ts'
import { withoutCluster } from '../gateway/citus.ts'
import { databaseUrl, testDatabaseVariable } from '../gateway/database.ts'
import type { Owner } from '../gateway/process.ts'

interface Break {
  /** The name of the prepared statement that is under way when the line breaks. */
  readonly statement: string
  /** Values one of which has to be among those that are sent with it. */
  readonly values?: readonly string[]
  readonly lost: 'request' | 'answer'
}

export interface DatabaseProxy {
  url(database: string): string
  /** On a cluster: a gateway that starts now reaches the other nodes of this database through here, too. */
  coverNodes(database: string): Promise<void>
  /** Breaks the line once, at the next statement of this name; no longer, without one. */
  breakAt(next: Break | undefined): void
  /**
   * From now on the lines that are open carry nothing in either direction, and stay open. New ones work, and so do those of
   * the simulated acquirer and between the nodes of a cluster, which have nothing to do with our trouble.
   */
  goSilent(): void
  /** As a server whose processes are stopped: new lines open, too, and nothing on any of them is read or answered until it continues. */
  stopAnswering(): void
  continueAnswering(): void
  /** How many lines were broken. */
  readonly broken: number
}

function isAt({ statement, values }: Break, bytes: Buffer): boolean {
  return bytes.includes(statement) && (values === undefined || values.some((value) => bytes.includes(value)))
}

/** The end of what the server says when a statement is over and nothing is left open: ReadyForQuery, idle. */
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])

interface ProxiedServer {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password?: string
}

const testServer = (): ProxiedServer => JSON.parse(process.env[testDatabaseVariable] ?? '{}')

export async function openDatabaseProxy(owner: Owner, server: ProxiedServer = testServer()): Promise<DatabaseProxy> {
  const sockets = new Set<Socket>()
  const silent = new WeakSet<Socket>()
  const ofOthers = new WeakSet<Socket>()
  let isStopped = false
  let next: Break | undefined
  let broken = 0

  // A silent line does not even pass on that one end has closed it.
  const passOn = (client: Socket, address: NetConnectOpts) => {
    client.on('end', () => silent.has(client) || client.end())
    const database = connect(address)
    let isAnswerLost = false
    const cut = () => {
      broken += 1
      for (const socket of [client, database]) socket.destroy()
    }
    client.on('data', (bytes: Buffer) => {
      if (silent.has(client)) return
      if (bytes.includes('simulated_acquirer') || bytes.includes('citus_internal'))
        for (const end of [client, database]) ofOthers.add(end)
      if (next && isAt(next, bytes)) {
        const { lost } = next
        next = undefined
        if (lost === 'request') return cut()
        isAnswerLost = true
      }
      database.write(bytes)
    })
    database.on('data', (bytes: Buffer) => {
      if (silent.has(client)) return
      if (!isAnswerLost) client.write(bytes)
      else if (bytes.subarray(-readyForQuery.length).equals(readyForQuery)) cut()
    })
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one)
      if (isStopped) one.pause()
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        // The other end of a silent connection is not notified that this one is gone.
        if (!silent.has(one)) other.destroy()
      })
    }
  }

  /** The port of a new listener. */
  async function listen(address: NetConnectOpts): Promise<number> {
    const listener = createServer({ allowHalfOpen: true }, (client) => passOn(client, address))
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    owner.after(async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => listener.close(resolve))
    })
    const bound = listener.address()
    return typeof bound === 'object' && bound ? bound.port : 0
  }

  const { host } = server
  const port = await listen(
    host.startsWith('/') ? { path: join(host, `.s.PGSQL.${server.port}`) } : { host, port: server.port },
  )
  const login = server.password ? `${server.user}:${encodeURIComponent(server.password)}` : server.user
  return {
    url: (database) => `postgresql://${login}@127.0.0.1:${port}/${database}`,
    async coverNodes(database) {
      if (withoutCluster) return
      const coordinator = new pg.Client({ connectionString: databaseUrl(database) })
      await coordinator.connect()
      try {
        const { rows: nodes } = await coordinator.query<{ id: number; host: string; port: number }>(
          'select nodeid as id, nodename as host, nodeport as port from pg_dist_node where groupid <> 0',
        )
        // In one transaction: Citus 13.2 crashed once when a second one followed before the nodes had the metadata of the first.
        await coordinator.query('begin')
        for (const { id, ...node } of nodes)
          await coordinator.query('select citus_update_node($1, $2, $3)', [id, '127.0.0.1', await listen(node)])
        await coordinator.query('commit')
        const unsynced = 'select from pg_dist_node where groupid <> 0 and not metadatasynced'
        await until(async () => (await coordinator.query(unsynced)).rows.length === 0, 'the nodes know the addresses')
      } finally {
        await coordinator.end()
      }
    },
    breakAt(wanted) {
      next = wanted
    },
    goSilent() {
      for (const socket of sockets) if (!ofOthers.has(socket)) silent.add(socket)
    },
    stopAnswering() {
      isStopped = true
      for (const socket of sockets) socket.pause()
    },
    continueAnswering() {
      isStopped = false
      for (const socket of sockets) socket.resume()
    },
    get broken() {
      return broken
    },
  }
}
