// A proxy to the database that breaks on request: before a statement reaches the server, or after its commit and before
// the reply. Or it falls silent, as after a failover: nothing is passed on, and no end is notified.
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { testDatabaseVariable } from '../gateway/database.ts'
import type { Owner } from '../gateway/process.ts'

interface Break {
  /** The name of the prepared statement that is under way when the line breaks. */
  readonly statement: string
  readonly lost: 'request' | 'answer'
}

export interface DatabaseProxy {
  url(database: string): string
  /** Breaks the line once, at the next statement of this name. */
  breakAt(next: Break): void
  /**
   * From now on the lines that are open carry nothing in either direction, and stay open. New ones work, and so do those of
   * the simulated acquirer, which has nothing to do with our trouble.
   */
  goSilent(): void
  /** How many lines were broken. */
  readonly broken: number
}

/** The end of what the server says when a statement is over and nothing is left open: ReadyForQuery, idle. */
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])

export async function openDatabaseProxy(owner: Owner): Promise<DatabaseProxy> {
  const server = JSON.parse(process.env[testDatabaseVariable] ?? '{}') as {
    readonly host: string
    readonly port: number
    readonly user: string
    readonly password?: string
  }
  const isSocket = server.host.startsWith('/')
  const sockets = new Set<Socket>()
  const silent = new WeakSet<Socket>()
  const ofAcquirer = new WeakSet<Socket>()
  let next: Break | undefined
  let broken = 0

  // A silent line does not even pass on that one end has closed it.
  const listener = createServer({ allowHalfOpen: true }, (client) => {
    client.on('end', () => silent.has(client) || client.end())
    const database = isSocket
      ? connect(join(server.host, `.s.PGSQL.${server.port}`))
      : connect(server.port, server.host)
    let isAnswerLost = false
    const cut = () => {
      broken += 1
      for (const socket of [client, database]) socket.destroy()
    }
    client.on('data', (bytes: Buffer) => {
      if (silent.has(client)) return
      if (bytes.includes('simulated_acquirer')) for (const end of [client, database]) ofAcquirer.add(end)
      if (next && bytes.includes(next.statement)) {
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
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        // The other end of a silent connection is not notified that this one is gone.
        if (!silent.has(one)) other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  owner.after(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => listener.close(resolve))
  })
  const address = listener.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const login = server.password ? `${server.user}:${encodeURIComponent(server.password)}` : server.user
  return {
    url: (database) => `postgresql://${login}@127.0.0.1:${port}/${database}`,
    breakAt(wanted) {
      next = wanted
    },
    goSilent() {
      for (const socket of sockets) if (!ofAcquirer.has(socket)) silent.add(socket)
    },
    get broken() {
      return broken
    },
  }
}
