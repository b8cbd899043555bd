// A load balancer that passes TCP on: connections that begin with a PROXY protocol header, and requests over them.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { parseIpAddress } from '../../../src/kernel/ip-address.ts'

export interface ProxyHeaderFields {
  /** The client; without one the header names none. */
  readonly source?: string
  readonly signature?: Buffer
  readonly versionAndCommand?: number
  readonly family?: number
  /** In place of addresses and ports. */
  readonly addresses?: Buffer
  /** What follows them. */
  readonly additions?: Buffer
  /** In place of the true length. */
  readonly length?: number
}

const signature = Buffer.from('0d0a0d0a000d0a515549540a', 'hex')

/** By default the header of one client's connection; the rest is for wrong ones. */
export function proxyHeader(fields: ProxyHeaderFields = {}): Buffer {
  const { source } = fields
  const isVersion6 = source?.includes(':') ?? false
  const addresses = fields.addresses ?? (source === undefined ? Buffer.alloc(0) : addressesOf(source, isVersion6))
  const rest = Buffer.concat([addresses, fields.additions ?? Buffer.alloc(0)])
  const fixed = Buffer.alloc(4)
  fixed.writeUInt8(fields.versionAndCommand ?? (source === undefined ? 0x20 : 0x21), 0)
  fixed.writeUInt8(fields.family ?? (source === undefined ? 0x00 : isVersion6 ? 0x21 : 0x11), 1)
  fixed.writeUInt16BE(fields.length ?? rest.length, 2)
  return Buffer.concat([fields.signature ?? signature, fixed, rest])
}

/** What balancers add after the addresses: a type, a length, a value. */
export function addition(type: number, value: Buffer): Buffer {
  const head = Buffer.alloc(3)
  head.writeUInt8(type, 0)
  head.writeUInt16BE(value.length, 1)
  return Buffer.concat([head, value])
}

function addressesOf(source: string, isVersion6: boolean): Buffer {
  const width = isVersion6 ? 16 : 4
  const hex = (parseIpAddress(source) ?? 0n)
    .toString(16)
    .padStart(32, '0')
    .slice(-width * 2)
  const ports = Buffer.from([0x12, 0x34, 0x01, 0xbb])
  return Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(width, 1), ports])
}

/** Connects and sends the pieces one after the other, each on its own. */
export async function connectThrough(port: number, pieces: readonly Buffer[]): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  for (const piece of pieces) await new Promise((sent) => socket.write(piece, sent))
  return socket
}

export interface ProxiedRequest {
  readonly pieces: readonly Buffer[]
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly tls?: ConnectionOptions
}

export interface ProxiedResponse {
  readonly status: number
  readonly body: string
}

/** One request over a connection of its own; rejects when the connection is closed without a response. */
export async function askThrough(port: number, request: ProxiedRequest): Promise<ProxiedResponse> {
  const { pieces, method = 'GET', path = '/', headers = {}, body = '', tls } = request
  const secure = connectTls({ socket: await connectThrough(port, pieces), rejectUnauthorized: false, ...tls })
  await once(secure, 'secureConnect')
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  secure.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
  const response = await text(secure)
  const [head = '', ...rest] = response.split('\r\n\r\n')
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), body: rest.join('\r\n\r\n') }
}
