// Decides, before TLS, whether a connection is accepted and which client it is from.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { formatIpAddress, type IpRange, isWithin, networkOf, parseIpAddress } from '../../../domain/ip-address.ts'
import { connectionIdOf } from './connections.ts'
import { readProxyHeader } from './proxy-header.ts'

/** PROXY_HEADER: a load balancer sent no valid header. ADDRESS_LIMIT: the client has too many open connections. */
export type ConnectionRefusal = 'PROXY_HEADER' | 'ADDRESS_LIMIT'

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

export interface ConnectionAdmission {
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

export function admitConnections(server: Server, options: ConnectionAdmissionOptions): ConnectionAdmission {
  const { balancers, proxies, connectionsPerAddress, headerTimeoutMs, onRefused } = options
  const counts = new Map<string, number>()
  const addresses = new Map<string, string>()
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
    addresses.set(ends, address)
    socket.once('close', () => addresses.delete(ends))
    return accept(socket)
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
    const address = addresses.get(connectionIdOf(socket))
    if (address === undefined) socket.destroy()
    else admitted.set(socket, address)
  })
  return { addressOf: (socket) => admitted.get(socket) }
}

function canonicalAddress(text = ''): string | undefined {
  // A link-local address of IPv6 names its interface after a percent sign.
  const address = parseIpAddress(text.replace(/%.*$/, ''))
  return address === undefined ? undefined : formatIpAddress(address)
}
