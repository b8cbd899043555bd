// Tracks every open connection and the requests in flight on it: a stop can be quick without cutting off a client.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Free: no response is pending. Answering: valid requests wait for responses. Answered: the response came before the
 * body.
 */
type ConnectionState = 'free' | 'answering' | 'answered'

export interface Connections {
  /** Registers a request. False when its connection is about to close: the request must not be executed. */
  begin(request: IncomingMessage, response: ServerResponse): boolean
  stateOf(socket: Socket): ConnectionState
  closeAfterAnswers(socket: Socket): void
  /** Closes connections after their next responses. Those that are idle stay open: their clients may be sending. */
  retire(): void
  /** Closes idle connections, and the others after their responses. */
  stop(): void
  closeNow(): void
}

interface Connection {
  readonly socket: Socket
  readonly inFlight: Set<ServerResponse>
  latest?: { readonly request: IncomingMessage; readonly response: ServerResponse }
  isClosing: boolean
}

export interface ConnectionLimits {
  /** The maximum; the system drops further ones. */
  readonly most: number
  /** From half of that on, a new connection closes those that have been idle for this long. */
  readonly idleMs: number
}

/**
 * From this part of the limit on, a new connection closes the one that has been idle longest, however short that is.
 */
const nearlyFull = 0.9

export function trackConnections(
  server: Server,
  { isTls, limits }: { readonly isTls: boolean; readonly limits: ConnectionLimits },
): Connections {
  const connections = new Map<Socket, Connection>()
  /** Idle connections, by the time since when: the first has been idle longest. */
  const idle = new Map<Connection, number>()
  const shakingHands = new Map<string, Socket>()
  let isRetiring = false
  let isStopping = false

  /** Clients that hold connections without using them must not keep others out. */
  const makeRoom = () => {
    let { size } = connections
    for (const [connection, sinceMs] of idle) {
      const isOld = performance.now() - sinceMs >= limits.idleMs
      if (size <= limits.most / 2 || !(isOld || size > limits.most * nearlyFull)) return
      idle.delete(connection)
      connection.socket.destroy()
      size -= 1
    }
  }

  const open = (socket: Socket) => {
    shakingHands.delete(connectionIdOf(socket))
    if (isStopping) {
      socket.destroy()
      return
    }
    const connection = { socket, inFlight: new Set<ServerResponse>(), isClosing: false }
    connections.set(socket, connection)
    socket.once('close', () => {
      connections.delete(socket)
      idle.delete(connection)
    })
    makeRoom()
  }
  if (isTls) {
    server.on('connection', (socket: Socket) => {
      const ends = connectionIdOf(socket)
      shakingHands.set(ends, socket)
      socket.once('close', () => {
        if (shakingHands.get(ends) === socket) shakingHands.delete(ends)
      })
    })
  }
  server.on(isTls ? 'secureConnection' : 'connection', open)

  const closeAfterAnswers = (connection: Connection) => {
    connection.isClosing = true
    const newest = [...connection.inFlight].at(-1)
    // Node then sends "Connection: close" and closes; if the headers are sent already, `finished` below does.
    if (newest !== undefined && !newest.headersSent) newest.shouldKeepAlive = false
  }

  const finished = (connection: Connection, response: ServerResponse) => {
    connection.inFlight.delete(response)
    if (connection.inFlight.size === 0) idle.set(connection, performance.now())
    if (connection.isClosing && connection.inFlight.size === 0) connection.socket.destroySoon()
  }

  return {
    begin: (request, response) => {
      const connection = connections.get(request.socket)
      if (connection === undefined || connection.isClosing) return false
      connection.inFlight.add(response)
      idle.delete(connection)
      connection.latest = { request, response }
      response.on('close', () => finished(connection, response))
      if (isStopping || isRetiring) closeAfterAnswers(connection)
      return true
    },
    stateOf: (socket) => {
      const { inFlight, latest } = connections.get(socket) ?? {}
      if (latest === undefined || inFlight === undefined) return 'free'
      // While the body of the only request is still arriving, the listener's own error may be the response to it.
      if (inFlight.size === 1 && !latest.request.complete && !latest.response.headersSent) return 'free'
      if (inFlight.size > 0) return 'answering'
      return latest.request.complete ? 'free' : 'answered'
    },
    closeAfterAnswers: (socket) => {
      const connection = connections.get(socket)
      if (connection !== undefined) closeAfterAnswers(connection)
    },
    retire: () => {
      isRetiring = true
      for (const connection of connections.values()) {
        if (connection.inFlight.size > 0) closeAfterAnswers(connection)
      }
    },
    stop: () => {
      isStopping = true
      for (const socket of shakingHands.values()) socket.destroy()
      for (const connection of connections.values()) {
        if (connection.inFlight.size > 0) closeAfterAnswers(connection)
      }
      // A request that has begun to arrive is not idle: it is admitted, and its response closes the connection.
      server.closeIdleConnections()
    },
    closeNow: () => {
      for (const socket of shakingHands.values()) socket.destroy()
      for (const { socket } of connections.values()) socket.destroy()
    },
  }
}

/** The TLS socket and the one it runs over are two objects; what they share, and no other open connection has, is both ends. */
export function connectionIdOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`
}
