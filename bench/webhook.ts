// A webhook in a process of its own: `node bench/webhook.ts <port> <folder with key and certificate>`.
// The parent process controls it by messages, and receives counts of what has arrived, by path.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'

export interface WebhookOrder {
  /** Paths that take everything and response nothing. */
  readonly dead: readonly string[]
  /** Sends 503 with this Retry-After. */
  readonly retryAfterSeconds?: number
}

/** What has arrived since the last order; times by this machine's clock. */
export interface Arrivals {
  readonly byPath: Readonly<Record<string, { count: number; firstMs: number; lastMs: number }>>
  /** When each notification arrived first. */
  readonly firstMsById: Readonly<Record<string, number>>
}

const [port = '', folder = ''] = process.argv.slice(2)
let order: WebhookOrder = { dead: [] }
let byPath: Record<string, { count: number; firstMs: number; lastMs: number }> = {}
let firstMsById: Record<string, number> = {}

const server = createServer(
  {
    key: readFileSync(join(folder, 'server-key.pem')),
    cert: readFileSync(join(folder, 'server-certificate.pem')),
    keepAliveTimeout: 60_000,
  },
  (request, response) => {
    const path = request.url ?? ''
    const id = String(request.headers['webhook-id'])
    const nowMs = Date.now()
    firstMsById[id] ??= nowMs
    request.resume()
    request.on('end', () => {
      if (order.dead.includes(path)) return
      if (order.retryAfterSeconds !== undefined) {
        response.writeHead(503, { 'retry-after': String(order.retryAfterSeconds) }).end()
        return
      }
      const seen = byPath[path] ?? { count: 0, firstMs: nowMs, lastMs: nowMs }
      byPath[path] = { ...seen, count: seen.count + 1, lastMs: nowMs }
      response.writeHead(200, { 'content-length': '0' }).end()
    })
  },
)
server.listen(Number(port), 'localhost', () => process.send?.('ready'))

process.on('message', (message: WebhookOrder | 'report') => {
  if (message === 'report') {
    process.send?.({ byPath, firstMsById } satisfies Arrivals)
    return
  }
  order = message
  byPath = {}
  firstMsById = {}
  process.send?.('ready')
})
process.on('SIGTERM', () => process.exit(0))
