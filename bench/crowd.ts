// Many payers at once, run as a process of its own: `node bench/crowd.ts '<plan as JSON>'` prints its figures as JSON. Unlike
// load.ts it survives refusals, closed connections and clients that are never answered, and counts each of them.
import { connect, type Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface CrowdPlan {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** How long outstanding answers are waited for at the end. */
  readonly drainSeconds: number
  /** `#` stands for a number that no other request of the run has. */
  readonly path: string
  readonly authorization: string
  readonly body: string
  /** Requests a second, whatever became of earlier ones; without it each connection sends when it has its response. */
  readonly rate?: number
  /** How long a client pauses in a closed loop when its connection was cut; one that was refused pauses for its Retry-After. */
  readonly pauseMs: number
}

export interface CrowdFigures {
  /** Answers by HTTP status; `cut` were closed without one, `none` were still waiting when the run was over. */
  readonly responses: Readonly<Record<string, number>>
  readonly approvedPerSecond: number
  readonly approved: Quantiles
  readonly refused: Quantiles
  /** The share of the time for which this process was busy: near 1, it is the bottleneck itself. */
  readonly utilization: number
  /** How late its event loop was: answers lay unread for as long. */
  readonly loopDelay: Quantiles
}

export interface Quantiles {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

interface Client {
  socket: Socket | undefined
  received: Buffer
  /** When the request was due; undefined while nothing is asked. */
  sinceMs: number | undefined
}

const endOfHead = '\r\n\r\n'
const arrivalEveryMs = 5

async function run(plan: CrowdPlan): Promise<CrowdFigures> {
  const [before = '', after = ''] = plan.path.split('#')
  const tail = [
    `Host: localhost:${plan.port}`,
    `Authorization: ${plan.authorization}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(plan.body)}`,
    `\r\n${plan.body}`,
  ].join('\r\n')
  const responses: Record<string, number> = {}
  const latencies = { approved: [] as number[], refused: [] as number[] }
  const startMs = performance.now()
  const endMs = startMs + plan.seconds * 1000
  const idle: Client[] = []
  const clients = new Set<Client>()
  let approvedInTime = 0
  let sent = 0
  let waiting = 0
  const { promise: over, resolve: finish } = Promise.withResolvers<void>()

  const isOver = () => performance.now() >= endMs
  const count = (what: string) => {
    responses[what] = (responses[what] ?? 0) + 1
  }

  function ask(client: Client, sinceMs = performance.now()): void {
    client.sinceMs = sinceMs
    waiting += 1
    client.socket ??= open(client)
    sent += 1
    client.socket.write(`PUT ${before}${sent}${after} HTTP/1.1\r\n${tail}`)
  }

  function open(client: Client): Socket {
    const socket = connect({ port: plan.port, host: '127.0.0.1', noDelay: true })
    client.received = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      client.received = client.received.length === 0 ? chunk : Buffer.concat([client.received, chunk])
      const response = takeResponse(client)
      if (response && client.sinceMs !== undefined) answered(client, response)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      if (client.socket !== socket) return
      client.socket = undefined
      if (client.sinceMs !== undefined) answered(client, { status: 'cut', pauseMs: plan.pauseMs })
    })
    return socket
  }

  function answered(client: Client, { status, pauseMs }: ApiResponse): void {
    const nowMs = performance.now()
    const tookMs = nowMs - (client.sinceMs ?? nowMs)
    client.sinceMs = undefined
    waiting -= 1
    count(status)
    if (status === '201') {
      latencies.approved.push(tookMs)
      if (nowMs < endMs) approvedInTime += 1
    } else if (status === '503') latencies.refused.push(tookMs)
    if (isOver()) {
      if (waiting === 0) finish()
    } else if (plan.rate !== undefined) idle.push(client)
    else if (status === '201') ask(client)
    else setTimeout(() => (isOver() ? undefined : ask(client)), pauseMs)
  }

  function newClient(): Client {
    const client: Client = { socket: undefined, received: Buffer.alloc(0), sinceMs: undefined }
    clients.add(client)
    return client
  }

  let due = 0
  const arrivals =
    plan.rate === undefined
      ? undefined
      : setInterval(() => {
          const nowMs = Math.min(performance.now(), endMs)
          for (const everyMs = 1000 / (plan.rate ?? 1); startMs + due * everyMs <= nowMs; due += 1) {
            const client = idle.pop() ?? (clients.size < plan.connections ? newClient() : undefined)
            if (client) ask(client, startMs + due * everyMs)
            else count('no connection free')
          }
        }, arrivalEveryMs)
  if (plan.rate === undefined) for (let made = 0; made < plan.connections; made += 1) ask(newClient())
  const loopDelay = monitorEventLoopDelay({ resolution: 10 })
  loopDelay.enable()
  const busyBefore = performance.eventLoopUtilization()
  let utilization = 0
  setTimeout(() => {
    utilization = performance.eventLoopUtilization(busyBefore).utilization
    clearInterval(arrivals)
    if (waiting === 0) finish()
    setTimeout(finish, plan.drainSeconds * 1000)
  }, plan.seconds * 1000)
  await over
  if (waiting > 0) responses['none'] = waiting
  for (const { socket } of clients) socket?.destroy()
  return {
    responses,
    approvedPerSecond: approvedInTime / plan.seconds,
    approved: quantiles(latencies.approved),
    refused: quantiles(latencies.refused),
    utilization,
    loopDelay: {
      p50Ms: loopDelay.percentile(50) / 1e6,
      p99Ms: loopDelay.percentile(99) / 1e6,
      maxMs: loopDelay.max / 1e6,
    },
  }
}

interface ApiResponse {
  readonly status: string
  /** For how long the client is asked to stay away. */
  readonly pauseMs: number
}

/** One whole response, taken off what was received. */
function takeResponse(client: Client): ApiResponse | undefined {
  const end = client.received.indexOf(endOfHead)
  if (end < 0) return undefined
  const head = client.received.toString('latin1', 0, end)
  const total = end + endOfHead.length + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  if (client.received.length < total) return undefined
  client.received = client.received.subarray(total)
  const pauseMs = Number(/\r\nretry-after: (\d+)/i.exec(head)?.[1] ?? 0) * 1000
  return { status: head.slice(9, 12), pauseMs }
}

export function quantiles(times: readonly number[]): Quantiles {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) }
}

const [planText] = process.argv.slice(2)
if (planText?.startsWith('{')) {
  console.log(JSON.stringify(await run(JSON.parse(planText) as CrowdPlan)))
  process.exit(0)
}
