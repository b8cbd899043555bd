// The ports of a gateway with several processes. This process accepts connections and hands them to the workers in turn; one
// that a worker has not confirmed goes to another when the worker ends.
import { createServer, type Server, type Socket } from 'node:net'
import type { ListenElsewhere } from '../../../platform/http/listeners/receive-connections.ts'
import type { WorkerProcess } from './pool.ts'

/** The same in every process. */
export function portKey({ name, host, port }: ListenElsewhere): string {
  return `${name} ${host}:${port}`
}

interface SharedPort {
  readonly key: string
  readonly server: Server
  readonly port: number
  /** The next to get a connection comes first. */
  members: readonly WorkerProcess[]
  /** Accepted while there was no worker. */
  waiting: readonly Socket[]
}

interface Handover {
  readonly port: SharedPort
  readonly worker: WorkerProcess
  readonly socket: Socket
}

export interface SharedPorts {
  /** Answers with the actual port, or with the system's code for why it cannot be opened. */
  join(
    worker: WorkerProcess,
    address: ListenElsewhere,
  ): Promise<{ readonly key: string; readonly port: number } | string>
  /** The worker gets no more connections of this port. */
  leave(worker: WorkerProcess, key: string): void
  /** The worker has taken a connection, or sent it back. */
  confirm(connection: number, isTaken: boolean): void
  /** The worker has ended. */
  drop(worker: WorkerProcess): void
  close(): void
}

export function openSharedPorts(warn: (error: Error) => void): SharedPorts {
  const ports = new Map<string, Promise<SharedPort>>()
  const opened = new Set<SharedPort>()
  const handovers = new Map<number, Handover>()
  let count = 0

  function assign(port: SharedPort, socket: Socket): void {
    if (socket.destroyed) return
    const [worker, ...others] = port.members
    if (!worker) {
      port.waiting = [...port.waiting, socket]
      return
    }
    port.members = [...others, worker]
    count += 1
    const connection = count
    handovers.set(connection, { port, worker, socket })
    // Kept open until it is confirmed: a worker that ends meanwhile has not read from it.
    worker.send({ kind: 'CONNECTION', connection, key: port.key }, socket, { keepOpen: true }, (error) => {
      if (error) confirm(connection, false)
    })
  }

  function confirm(connection: number, isTaken: boolean): void {
    const handover = handovers.get(connection)
    if (!handover) return
    handovers.delete(connection)
    const { port, worker, socket } = handover
    if (isTaken) {
      // Closes the handle of this process alone.
      socket.destroy()
      return
    }
    port.members = port.members.filter((each) => each !== worker)
    assign(port, socket)
  }

  async function openPort(key: string, { host, port, backlog }: ListenElsewhere): Promise<SharedPort> {
    const server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host, port, backlog, exclusive: true }, () => {
        server.off('error', reject)
        resolve()
      })
    })
    const actual = (server.address() as { readonly port: number }).port
    const shared: SharedPort = { key, server, port: actual, members: [], waiting: [] }
    server.on('error', warn)
    server.on('connection', (socket) => {
      // A client that has gone is noticed by the worker.
      socket.on('error', () => undefined)
      assign(shared, socket)
    })
    opened.add(shared)
    return shared
  }

  return {
    async join(worker, address) {
      const key = portKey(address)
      const opening = ports.get(key) ?? openPort(key, address)
      ports.set(key, opening)
      try {
        const port = await opening
        port.members = [...port.members, worker]
        const { waiting } = port
        port.waiting = []
        for (const socket of waiting) assign(port, socket)
        return { key, port: port.port }
      } catch (error) {
        ports.delete(key)
        return (error as NodeJS.ErrnoException).code ?? (error as Error).message
      }
    },
    leave(worker, key) {
      for (const port of opened) if (port.key === key) port.members = port.members.filter((each) => each !== worker)
    },
    confirm,
    drop(worker) {
      for (const port of opened) port.members = port.members.filter((each) => each !== worker)
      for (const [connection, handover] of handovers) if (handover.worker === worker) confirm(connection, false)
    },
    close() {
      for (const { server, waiting } of opened) {
        server.close()
        for (const socket of waiting) socket.destroy()
      }
    },
  }
}
