// A load generator on bare sockets, run as a process of its own: `node bench/load.ts '<plan as JSON>'` prints its figures as
// JSON. It is the same for everything that is compared.
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

export interface LoadPlan {
  readonly port: number
  readonly isTls?: boolean
  readonly connections: number
  readonly seconds: number
  readonly warmUpSeconds: number
  readonly method: 'PUT' | 'GET' | 'POST'
  /** `#` stands for a number that no other request of the run has; with `among`, for one below it. */
  readonly path: string
  readonly among?: number
  readonly authorization?: string
  /** Requests of this many merchants in turn: `@` is replaced by the merchant's number, in the path and in its user's name. */
  readonly merchants?: { readonly count: number; readonly user: string; readonly password: string }
  /** `#` stands for one of the numbers below `bodyAmong`. */
  readonly body?: string
  readonly bodyAmong?: number
  /** Requests a second over all connections; without it each connection sends as soon as it has its response. */
  readonly rate?: number
}

export interface LoadFigures {
  /** Responses of the whole run, warm-up included, by HTTP status. */
  readonly statuses: Readonly<Record<string, number>>
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

async function run(plan: LoadPlan): Promise<LoadFigures> {
  const headWith = (authorization: string | undefined) =>
    [
      `Host: localhost:${plan.port}`,
      ...(authorization ? [`Authorization: ${authorization}`] : []),
      'Content-Type: application/json',
    ].join('\r\n')
  const { merchants } = plan
  const heads = merchants
    ? Array.from({ length: merchants.count }, (_, index) => {
        const user = merchants.user.replace('@', String(index + 1))
        return headWith(`Basic ${Buffer.from(`${user}:${merchants.password}`).toString('base64')}`)
      })
    : [headWith(plan.authorization)]
  const withLength = (body: string) => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  const { body = '', bodyAmong } = plan
  const bodies = bodyAmong
    ? Array.from({ length: bodyAmong }, (_, index) => withLength(body.replace('#', String(index + 1))))
    : [withLength(body)]
  const [before = '', after] = plan.path.split('#')
  const latencies: number[] = []
  const statuses: Record<string, number> = {}
  const startMs = performance.now()
  const measureFromMs = startMs + plan.warmUpSeconds * 1000
  const endMs = measureFromMs + plan.seconds * 1000
  let sent = 0
  let measured = 0

  const requestText = () => {
    sent += 1
    const name = plan.among ? 1 + ((sent * 7919) % plan.among) : sent
    const merchant = sent % heads.length
    const path = (after === undefined ? before : before + name + after).replace('@', String(merchant + 1))
    return `${plan.method} ${path} HTTP/1.1\r\n${heads[merchant]}\r\n${bodies[(sent * 7919) % bodies.length]}`
  }

  async function drive(socket: Socket, index: number): Promise<void> {
    const answers = responsesOf(socket)
    const everyMs = plan.rate ? (1000 * plan.connections) / plan.rate : 0
    let dueMs = startMs + (everyMs * index) / plan.connections
    for (;;) {
      const nowMs = performance.now()
      if (nowMs >= endMs) return
      if (everyMs > 0) {
        if (dueMs > nowMs) await new Promise((resolve) => setTimeout(resolve, dueMs - nowMs))
        // What could not be sent in time counts as waiting: the payer waited, too.
        dueMs += everyMs
      }
      const sentMs = everyMs > 0 ? Math.min(dueMs - everyMs, performance.now()) : performance.now()
      socket.write(requestText())
      const status = await answers()
      const doneMs = performance.now()
      statuses[status] = (statuses[status] ?? 0) + 1
      if (sentMs < measureFromMs || doneMs > endMs) continue
      measured += 1
      latencies.push(doneMs - sentMs)
    }
  }

  const sockets = await Promise.all(Array.from({ length: plan.connections }, () => open(plan)))
  await Promise.all(sockets.map(drive))
  for (const socket of sockets) socket.destroy()
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  return { statuses, perSecond: measured / plan.seconds, p50Ms: at(0.5), p99Ms: at(0.99) }
}

function open({ port, isTls }: LoadPlan): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = isTls
      ? // The development certificate is not the matter here.
        connectTls({ port, host: 'localhost', rejectUnauthorized: false }, () => resolve(socket))
      : connect({ port, host: 'localhost', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

/** Reads one response after another: status line, headers, as many bytes as Content-Length says. */
function responsesOf(socket: Socket): () => Promise<string> {
  let have: Buffer = Buffer.alloc(0)
  let wake: (() => void) | undefined
  let failure: Error | undefined
  socket.on('data', (chunk: Buffer) => {
    have = have.length === 0 ? chunk : Buffer.concat([have, chunk])
    wake?.()
  })
  socket.on('error', (error) => {
    failure = error
    wake?.()
  })
  socket.on('close', () => {
    failure ??= new Error('the server closed a connection')
    wake?.()
  })
  return async () => {
    for (;;) {
      const end = have.indexOf('\r\n\r\n')
      if (end >= 0) {
        const head = have.toString('latin1', 0, end)
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
        const total = end + 4 + length
        if (have.length >= total) {
          have = have.subarray(total)
          return head.slice(9, 12)
        }
      }
      if (failure) throw failure
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
}

const [planText] = process.argv.slice(2)
if (planText) console.log(JSON.stringify(await run(JSON.parse(planText) as LoadPlan)))
