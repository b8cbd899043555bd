// The gateway under more load than it can take, loopback only: closed loops of many connections with an instant and a slow
// acquirer, then twice the best rate. During each, health checks are sent on new connections.
import { execFile, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type CrowdFigures, type CrowdPlan, type Quantiles, quantiles } from './crowd.ts'
import { type MeasurementRow, table } from './measure.ts'
import { authorizationOf, paymentBody, rootOf } from './payments.ts'
import { type BenchGateway, startGateway, usageOf } from './servers.ts'

const connectionCounts = [64, 256, 1_000, 3_000, 6_000]
const closedSeconds = 10
const openSeconds = 60
const slowMs = 3_000
const busyLoops = 12
const busySeconds = 20
const merchant = 'TESTMERCHANT'

/** As many payers as fit into the commits in progress, beside programs that keep every core busy. */
export async function benchBusyMachine(): Promise<void> {
  const gateway = await startGateway({ BENCH_ACQUIRER_MS: '0' })
  await crowdOn(gateway, { connections: 64, seconds: 5 })
  const rows: MeasurementRow[] = []
  for (const loops of [0, busyLoops]) {
    const others = Array.from({ length: loops }, () => spawn(process.execPath, ['-e', 'for(;;);'], { stdio: 'ignore' }))
    try {
      const run = await crowdOn(gateway, { connections: 256, seconds: busySeconds })
      rows.push({ 'busy loops': loops, ...shown(run, 0) })
    } finally {
      for (const each of others) each.kill('SIGKILL')
    }
  }
  table(`Closed loop of 256 payers, ${busySeconds} s each, beside busy loops`, rows)
  await gateway.stop()
}

export async function benchOverload(): Promise<void> {
  let best = 0
  let fastest = 64
  for (const acquirerMs of [0, slowMs]) {
    const gateway = await startGateway({ BENCH_ACQUIRER_MS: String(acquirerMs) })
    const rows: MeasurementRow[] = []
    await crowdOn(gateway, { connections: 64, seconds: 5 })
    for (const connections of connectionCounts) {
      const run = await crowdOn(gateway, { connections, seconds: closedSeconds })
      if (acquirerMs === 0 && run.figures.approvedPerSecond > best) {
        best = run.figures.approvedPerSecond
        fastest = connections
      }
      rows.push({ connections, ...shown(run, acquirerMs) })
    }
    table(
      `Closed loop, acquirer of ${acquirerMs} ms: ${closedSeconds} s each, a refused client pauses for its Retry-After`,
      rows,
    )
    await gateway.stop()
  }

  const gateway = await startGateway({ BENCH_ACQUIRER_MS: '0' })
  await crowdOn(gateway, { connections: 64, seconds: 5 })
  // The speed of a shared machine changes within minutes: the best rate is measured right before and after.
  const before = await bestOn(gateway, fastest)
  const rate = Math.round(2 * before)
  const run = await crowdOn(gateway, { connections: 6_000, seconds: openSeconds, rate })
  const after = await bestOn(gateway, fastest)
  const { approvedPerSecond } = run.figures
  table(`Open loop at ${rate} a second, twice the best rate, for ${openSeconds} s`, [
    {
      rate,
      ...shown(run, 0),
      'best before': before,
      'best after': after,
      'of best': (approvedPerSecond / Math.max(before, after)).toFixed(2),
    },
  ])
  await gateway.stop()
}

async function bestOn(gateway: BenchGateway, connections: number): Promise<number> {
  const run = await crowdOn(gateway, { connections, seconds: closedSeconds })
  return run.figures.approvedPerSecond
}

interface Run {
  readonly figures: CrowdFigures
  readonly health: Quantiles
  readonly megabytes: number
}

const execute = promisify(execFile)
let runs = 0

async function crowdOn(gateway: BenchGateway, plan: Pick<CrowdPlan, 'connections' | 'seconds' | 'rate'>): Promise<Run> {
  runs += 1
  const whole: CrowdPlan = {
    port: gateway.port,
    drainSeconds: 35,
    path: `${rootOf(merchant)}/order/crowd-${runs}-#/transaction/1`,
    authorization: authorizationOf(merchant),
    body: paymentBody,
    pauseMs: 1_000,
    ...plan,
  }
  const crowd = new URL('crowd.ts', import.meta.url).pathname
  const ran = execute(process.execPath, [crowd, JSON.stringify(whole)], { maxBuffer: 1 << 24 })
  const until = performance.now() + plan.seconds * 1000
  const times: number[] = []
  const probes: Promise<void>[] = []
  let megabytes = 0
  while (performance.now() < until) {
    probes.push(healthCheck(gateway.port).then((ms) => void times.push(ms)))
    megabytes = Math.max(megabytes, usageOf(gateway.process)?.megabytes ?? 0)
    await pause(200)
  }
  const { stdout } = await ran
  await Promise.all(probes)
  return { figures: JSON.parse(stdout) as CrowdFigures, health: quantiles(times), megabytes }
}

/** The time from connecting to the response, or 60 s where none came. */
function healthCheck(port: number): Promise<number> {
  const startMs = performance.now()
  const { promise, resolve } = Promise.withResolvers<number>()
  const socket = connect({ port, host: '127.0.0.1' })
  socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  socket.once('data', () => resolve(performance.now() - startMs))
  socket.on('error', () => resolve(60_000)).on('close', () => resolve(60_000))
  setTimeout(resolve, 60_000, 60_000).unref()
  return promise.finally(() => socket.destroy())
}

function shown({ figures, health, megabytes }: Run, acquirerMs: number): MeasurementRow {
  const { responses, approvedPerSecond, approved, refused, utilization, loopDelay } = figures
  const others = Object.entries(responses).filter(([status]) => status !== '201' && status !== '503')
  return {
    'approved/s': approvedPerSecond,
    p50: Math.round(approved.p50Ms - acquirerMs),
    p99: Math.round(approved.p99Ms - acquirerMs),
    shed: responses['503'] ?? 0,
    'refused p50': Math.round(refused.p50Ms),
    'refused max': Math.round(refused.maxMs),
    others: others.map(([status, n]) => `${n} ${status}`).join(', ') || '-',
    'health p50': Math.round(health.p50Ms),
    'health max': Math.round(health.maxMs),
    'MB resident': megabytes,
    'crowd busy': utilization.toFixed(2),
    'crowd late max': Math.round(loopDelay.maxMs),
  }
}
