// The host's read port, on loopback only: its books page by page, its messages as they pass, and the order to change keys.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { HostBooks } from './books.ts'
import type { FollowedMessage } from './describe.ts'

export interface HostStatus {
  readonly folder: string
  readonly port: number
  readonly connections: number
  readonly [count: string]: number | string
}

export interface AdminParts {
  readonly books: HostBooks
  readonly followers: Set<(message: FollowedMessage) => void>
  status(): HostStatus
  changeKey(): boolean
  flushed(): Promise<void>
}

const pageMax = 1000
/** What a slow reader may be behind before it misses messages. */
const behindMax = 1_000_000

export function adminServer(parts: AdminParts): Server {
  return createServer((request, response) => {
    void answer(request, response, parts).catch(() => response.destroy())
  })
}

async function answer(request: IncomingMessage, response: ServerResponse, parts: AdminParts): Promise<void> {
  // A web page that makes a browser call this port under its own host name must not read the books.
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(request.headers.host ?? '')) return send(response, 403, {})
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  switch (`${request.method} ${pathname}`) {
    case 'GET /status':
      return send(response, 200, parts.status())
    case 'GET /books': {
      const limit = Math.min(Number(searchParams.get('limit') ?? pageMax) || pageMax, pageMax)
      const after = searchParams.get('after') ?? ''
      const entries = parts.books.list(searchParams.get('merchant') ?? '', { after, limit })
      // Nothing is shown that a restart would not know.
      await parts.flushed()
      return send(response, 200, { entries })
    }
    case 'GET /merchants':
      return send(response, 200, { merchants: parts.books.merchants() })
    case 'GET /messages':
      return follow(request, response, parts)
    case 'POST /change-key':
      return send(response, parts.changeKey() ? 200 : 409, {})
    default:
      return send(response, 404, {})
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`)
}

function follow(request: IncomingMessage, response: ServerResponse, { followers }: AdminParts): void {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  response.flushHeaders()
  const follower = (message: FollowedMessage) => {
    if (response.writableLength < behindMax) response.write(`${JSON.stringify(message)}\n`)
  }
  followers.add(follower)
  request.on('close', () => followers.delete(follower))
}
