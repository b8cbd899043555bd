// Connections of a listener: which are admitted, before TLS, and from which client; which are in use, and which are closed when
// there are too many.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { formatIpAddress, type IpRange, isWithin, networkOf, parseIpAddress } from '../../../kernel/ip-address.ts'
import { watchClientHandshakes } from './client-handshakes.ts'
import { readProxyHeader } from './proxy-header.ts'

/**
 * - PROXY_HEADER: a load balancer sent no valid header.
 * - ADDRESS_LIMIT: the client has too many open connections.
 * - CLIENT_CERTIFICATES: the client sent too many certificates, or its network did so several times.
 */
export type ConnectionRefusal = 'PROXY_HEADER' | 'ADDRESS_LIMIT' | 'CLIENT_CERTIFICATES'

export interface ConnectionAdmissionOptions {
  /** Load balancers: each of their connections begins with a PROXY header. From other addresses it is not read. */
  readonly balancers: readonly IpRange[]
  /** Reverse proxies: many clients share their connections, therefore no limit applies to them. */
  readonly proxies: readonly IpRange[]
  /** How many connections one IPv4 address or one IPv6 network of /64 may have open. */
  readonly connectionsPerAddress: number
  readonly headerTimeoutMs: number
  readonly onRefused: (reason: ConnectionRefusal) => void
}

interface ConnectionAdmission {
  /** The client's address; undefined when the connection is over. */
  addressOf(socket: Socket): string | undefined
}

/** For a listener on loopback: no header is read and there is no limit. */
export function admitAllConnections(): ConnectionAdmission {
  const addresses = new WeakMap<Socket, string>()
  return {
    addressOf(socket) {
      const known = addresses.get(socket)
      if (known !== undefined) return known
      const address = canonicalAddress(socket.remoteAddress)
      if (address !== undefined) addresses.set(socket, address)
      return address
    },
  }
}

type ConnectionListener = (socket: Socket) => void

interface Admitted {
  readonly address: string
  /** Its TLS handshake is over. */
  readonly finished: () => void
}

export function admitConnections(
  server: Server,
  { asksForCertificates, ...options }: ConnectionAdmissionOptions & { readonly asksForCertificates: boolean },
): ConnectionAdmission {
  const { balancers, proxies, connectionsPerAddress, headerTimeoutMs, onRefused } = options
  const handshakes = asksForCertificates ? watchClientHandshakes() : undefined
  const counts = new Map<string, number>()
  const shakingHands = new Map<string, Admitted>()
  const admitted = new WeakMap<Socket, string>()

  const refuse = (socket: Socket, reason: ConnectionRefusal) => {
    onRefused(reason)
    socket.destroy()
  }

  const clientOf = async (socket: Socket, own: string): Promise<string | undefined> => {
    const client = await readProxyHeader(socket, headerTimeoutMs)
    return client?.kind === 'OWN' ? own : client?.address
  }

  /** False when the client has reached its limit. */
  const count = (socket: Socket, address: string): boolean => {
    if (isWithin(address, proxies)) return true
    const network = networkOf(address)
    const held = counts.get(network) ?? 0
    if (held >= connectionsPerAddress) return false
    counts.set(network, held + 1)
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1
      if (left === 0) counts.delete(network)
      else counts.set(network, left)
    })
    return true
  }

  const take = (socket: Socket, address: string, accept: ConnectionListener) => {
    if (!count(socket, address)) return refuse(socket, 'ADDRESS_LIMIT')
    const ends = connectionIdOf(socket)
    const admit = (finished: () => void) => shakingHands.set(ends, { address, finished })
    socket.once('close', () => shakingHands.delete(ends))
    if (!handshakes) {
      admit(() => {})
      return accept(socket)
    }
    // It may break while it waits.
    const ignore = () => {}
    socket.on('error', ignore)
    const begin = () => {
      accept(socket)
      socket.off('error', ignore)
    }
    admit(handshakes.admit(socket, networkOf(address), { begin, refuse: () => refuse(socket, 'CLIENT_CERTIFICATES') }))
    return undefined
  }

  // Node's own listener begins the TLS handshake; this one runs before it and calls it.
  const begin = server.listeners('connection') as ConnectionListener[]
  server.removeAllListeners('connection')
  const accept = (socket: Socket) => {
    for (const listener of begin) listener.call(server, socket)
  }
  server.on('connection', (socket: Socket) => {
    const own = canonicalAddress(socket.remoteAddress)
    if (own === undefined) return socket.destroy()
    if (!isWithin(own, balancers)) return take(socket, own, accept)
    // The connection may break before anything else listens to it.
    const ignore = () => {}
    socket.on('error', ignore)
    void clientOf(socket, own).then((address) => {
      if (address === undefined) return refuse(socket, 'PROXY_HEADER')
      if (socket.destroyed) return undefined
      take(socket, address, accept)
      socket.off('error', ignore)
      return undefined
    })
    return undefined
  })
  server.on('secureConnection', (socket: Socket) => {
    const { address, finished } = shakingHands.get(connectionIdOf(socket)) ?? {}
    // Before others may begin: a network that is kept away from now on has none that do.
    const isAcceptable = address !== undefined && (handshakes?.isAcceptable(socket, networkOf(address)) ?? true)
    finished?.()
    if (address === undefined) socket.destroy()
    else if (isAcceptable) admitted.set(socket, address)
    else refuse(socket, 'CLIENT_CERTIFICATES')
  })
  return { addressOf: (socket) => admitted.get(socket) }
}

function canonicalAddress(text = ''): string | undefined {
  // A link-local address of IPv6 names its interface after a percent sign.
  const address = parseIpAddress(text.replace(/%.*$/, ''))
  return address === undefined ? undefined : formatIpAddress(address)
}

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
function connectionIdOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`
}
