// Takes connections that another process has accepted, as those of the server's own.
import type { Server as HttpServer } from 'node:http'
import type { Socket } from 'node:net'
import { type ListenAddress, listenFailure } from './listening-sockets.ts'

export interface HandedConnections {
  readonly port: number
  /** No more are handed over, and none is on its way any more. */
  stop(): Promise<void>
}

export interface ListenElsewhere {
  /** Of the listener: two of them may both want any free port. */
  readonly name: string
  readonly host: string
  readonly port: number
  readonly backlog: number | undefined
}

/** Has the other process listen on an address; a text is the system's code for why it cannot. */
export type AcceptElsewhere = (
  address: ListenElsewhere,
  take: (socket: Socket) => void,
) => Promise<HandedConnections | string>

interface ReceivingOptions extends ListenAddress {
  readonly listenerKind: string
  readonly backlog?: number
}

export async function receiveConnections(
  server: HttpServer,
  options: ReceivingOptions,
  { acceptElsewhere, most }: { readonly acceptElsewhere: AcceptElsewhere; readonly most: number },
): Promise<{ readonly port: number; stopAccepting(): Promise<unknown> }> {
  let open = 0
  let onLastClosed: (() => void) | undefined
  const take = (socket: Socket) => {
    if (open >= most) {
      socket.destroy()
      return
    }
    open += 1
    socket.once('close', () => {
      open -= 1
      if (open === 0) onLastClosed?.()
    })
    // As of the server's own connections: HTTP ends a half-open one itself.
    socket.allowHalfOpen = true
    socket.setNoDelay(true)
    server.emit('connection', socket)
    socket.resume()
  }
  const common = { name: options.listenerKind, backlog: options.backlog }
  const listenOn = async (host: string, port: number) => {
    const handed = await acceptElsewhere({ ...common, host, port }, take)
    if (typeof handed === 'string') throw listenFailure(handed, { ...options, host, port })
    return handed
  }
  const { host, port } = options
  const first = await listenOn(host === 'localhost' ? '127.0.0.1' : host, port)
  const sources = [first]
  if (host === 'localhost') {
    // A machine without IPv6 has only the first.
    const second = await acceptElsewhere({ ...common, host: '::1', port: first.port }, take)
    if (typeof second === 'object') sources.push(second)
  }
  // Node's server begins to watch for slow and idle connections when it listens, which this one never does.
  server.emit('listening')
  return {
    port: first.port,
    async stopAccepting() {
      await Promise.all(sources.map((source) => source.stop()))
      if (open === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      onLastClosed = resolve
      await promise
    },
  }
}
