// Payments a second: a bare echo of the same body, the gateway with a commit for each payment, and the gateway as it is, all
// started together and measured in turns.
// Every figure of the gateway counts only if client, database and acquirer counted the same payments.
import { defaultLimits } from '../src/platform/counters/limits.ts'
import { table } from './measure.ts'
import {
  type BenchGateway,
  databaseCpuSeconds,
  fsyncTimes,
  load,
  password,
  type RunningServer,
  startEcho,
  startGateway,
  usageOf,
} from './servers.ts'

const connectionCounts = [1, 16, 64, 256]
const seconds = 4
const warmUpSeconds = 1.5
const rounds = 5

const authorization = authorizationOf('TESTMERCHANT')
const root = rootOf('TESTMERCHANT')
export const paymentBody = JSON.stringify({
  apiOperation: 'PAY',
  order: { amount: '12.34', currency: 'USD', reference: 'bench', description: 'A payment of the bench' },
  billing: { address: { city: 'Springfield', country: 'USA', postcodeZip: '12345', street: '1 Main St' } },
  customer: { email: 'payer@example.com', firstName: 'Jo', lastName: 'Payer' },
  device: { ipAddress: '192.0.2.1' },
  sourceOfFunds: {
    type: 'CARD',
    provided: {
      card: {
        number: '5123450000000008',
        expiry: { month: '1', year: '39' },
        securityCode: '100',
        nameOnCard: 'Jo Payer',
      },
    },
  },
  transaction: { source: 'INTERNET', reference: 'bench-1' },
})

export function rootOf(merchant: string): string {
  return `/api/rest/version/100/merchant/${merchant}`
}

export function authorizationOf(merchant: string): string {
  return `Basic ${Buffer.from(`merchant.${merchant}:${password}`).toString('base64')}`
}

let runs = 0

/** Pays on new orders; the counts of the three parties are compared around it. */
export async function payOn(
  gateway: BenchGateway,
  {
    merchant = 'TESTMERCHANT',
    ...differences
  }: { connections: number; isTls?: boolean; rate?: number; merchant?: string },
) {
  runs += 1
  const before = await countsOf(gateway)
  const figures = await load({
    port: differences.isTls ? gateway.tlsPort : gateway.port,
    seconds,
    warmUpSeconds,
    method: 'PUT',
    path: `${rootOf(merchant)}/order/bench-${runs}-#/transaction/1`,
    authorization: authorizationOf(merchant),
    body: paymentBody,
    ...differences,
  })
  const after = await countsOf(gateway)
  const answered = figures.statuses['201'] ?? 0
  const recorded = after.recorded - before.recorded
  const charged = after.charged - before.charged
  if (answered !== recorded || answered !== charged || Object.keys(figures.statuses).length !== 1)
    throw new Error(`not valid: ${JSON.stringify(figures.statuses)} answered, ${recorded} recorded, ${charged} charged`)
  return figures
}

export function payAt64(gateway: BenchGateway) {
  return payOn(gateway, { connections: 64 })
}

async function countsOf({ query, approved }: BenchGateway): Promise<{ recorded: number; charged: number }> {
  const [row] = await query<{ recorded: number }>(
    "select count(*)::int as recorded from transactions where gateway_code = 'APPROVED'",
  )
  return { recorded: row?.recorded ?? 0, charged: await approved() }
}

export async function benchPayments(): Promise<void> {
  const echo = await startEcho()
  const single = await startGateway({
    TOLLGATE_BATCH_ROWS_MAX: '1',
    // At 256 connections it is slow enough to refuse requests, whose number is not what is compared here.
    TOLLGATE_OVERLOAD_DELAY_MS: '60000',
  })
  const gateway = await startGateway({})
  await compareAt64({ echo, single, gateway })
  await benchConnections({ echo, single, gateway })
  await echo.stop()
  await single.stop()
  await benchVelocity(gateway)
  await benchMemory(gateway)
  await gateway.stop()
}

interface Compared {
  readonly echo: RunningServer
  readonly single: BenchGateway
  readonly gateway: BenchGateway
}

/** Everything in turns, five times, so that a machine that changes its speed changes all of it. */
async function compareAt64({ echo, single, gateway }: Compared): Promise<void> {
  const again = { port: gateway.port, connections: 64, seconds, warmUpSeconds, authorization, among: 1000 }
  await payOn(gateway, { connections: 64 })
  const first = `${root}/order/bench-${runs}-#`
  const works: Readonly<
    Record<string, { of?: string; server: RunningServer | BenchGateway; run(): Promise<Figures> }>
  > = {
    echo: {
      server: echo,
      run: () => load({ ...again, port: echo.port, method: 'PUT', path: '/order/#', body: paymentBody }),
    },
    'PAY, a commit each': { server: single, run: () => payOn(single, { connections: 64 }) },
    PAY: { of: 'echo', server: gateway, run: () => payOn(gateway, { connections: 64 }) },
    'PAY over TLS': { of: 'PAY', server: gateway, run: () => payOn(gateway, { connections: 64, isTls: true }) },
    repeat: {
      of: 'echo',
      server: gateway,
      run: () => load({ ...again, method: 'PUT', path: `${first}/transaction/1`, body: paymentBody }),
    },
    'GET order': { of: 'echo', server: gateway, run: () => load({ ...again, method: 'GET', path: first }) },
  }
  const measured: Record<string, Measured[]> = {}
  for (let round = 0; round < rounds; round += 1)
    for (const [name, { server, run }] of Object.entries(works))
      measured[name] = [...(measured[name] ?? []), await measureWithCpu(server, run)]
  const middleOf = (name: string, figure: keyof Measured) => median(measured[name] ?? [], figure)
  const ratioTo = (name: string, base: string) =>
    median(
      (measured[name] ?? []).map(({ perSecond }, round) => ({
        ratio: perSecond / (measured[base]?.[round]?.perSecond ?? 1),
      })),
      'ratio',
    )
  table(
    `At 64 connections, median of ${rounds} rounds in turns`,
    Object.entries(works).map(([what, { of }]) => ({
      what,
      'a second': middleOf(what, 'perSecond'),
      p50: middleOf(what, 'p50Ms'),
      p99: middleOf(what, 'p99Ms'),
      'gateway CPU ms': middleOf(what, 'gatewayMs'),
      'database CPU ms': middleOf(what, 'databaseMs'),
      ratio: of ? `${ratioTo(what, of).toFixed(2)} of ${of}` : '',
    })),
  )
  console.log(`\nPAY: ${ratioTo('PAY', 'PAY, a commit each').toFixed(2)} times what it is with a commit each`)
}

interface Measured {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly gatewayMs: number
  readonly databaseMs: number
}

/** With the processor time of the server and of its database for each request that was answered. */
async function measureWithCpu(server: RunningServer | BenchGateway, run: () => Promise<Figures>): Promise<Measured> {
  const spent = () => ({
    gateway: usageOf(server.process)?.cpuSeconds ?? 0,
    database: 'dataDir' in server ? databaseCpuSeconds(server.dataDir) : 0,
  })
  const before = spent()
  const { perSecond, p50Ms, p99Ms } = await run()
  const after = spent()
  // The requests of the warm-up cost as much, and are not counted in the responses.
  const requests = perSecond * (seconds + warmUpSeconds)
  const each = (name: 'gateway' | 'database') => ((after[name] - before[name]) * 1000) / requests
  return { perSecond, p50Ms, p99Ms, gatewayMs: each('gateway'), databaseMs: each('database') }
}

async function benchConnections({ echo, single, gateway }: Compared): Promise<void> {
  const fsync = fsyncTimes(gateway.dataDir)
  const rows = []
  for (const connections of connectionCounts) {
    const plan = { connections, seconds, warmUpSeconds }
    const echoed = await load({ port: echo.port, ...plan, method: 'PUT', path: '/order/#', body: paymentBody })
    const alone = await payOn(single, { connections })
    const { perSecond, p50Ms, p99Ms } = await payOn(gateway, { connections })
    rows.push({
      connections,
      echo: echoed.perSecond,
      'a commit each': alone.perSecond,
      payments: perSecond,
      p50: p50Ms,
      p99: p99Ms,
      'of a commit each': perSecond / alone.perSecond,
      'of echo': perSecond / echoed.perSecond,
    })
  }
  const flush = `disk flush ${fsync.p50Ms.toFixed(2)} ms, p99 ${fsync.p99Ms.toFixed(2)} ms`
  table(`Payments a second (${flush})`, rows)
}

type Figures = Awaited<ReturnType<typeof load>>

/** With velocity limits that count everything the default ones do, and without any. Bounds are high, since all payments of the
 * bench are of one card. */
async function benchVelocity(gateway: BenchGateway): Promise<void> {
  const limited = 'TESTUNIQUE'
  const velocityLimits = defaultLimits.map((text) => text.replace(/:\d+(?=$|:)/, ':100000'))
  const profile = JSON.stringify({ apiVelocityLimits: velocityLimits })
  await gateway.query(`update merchants set profile = profile || '${profile}' where merchant_id = '${limited}'`)
  const measured = { off: [], on: [] } as Record<'off' | 'on', { perSecond: number; cpuMs: number }[]>
  const measure = async (name: 'off' | 'on') =>
    measured[name].push(await payWithCpu(gateway, name === 'on' ? limited : 'TESTSUPPLIED'))
  // In turns, the other one first each time, so that a machine that changes its speed changes both.
  for (let round = 0; round < 6; round += 1)
    for (const name of round % 2 === 0 ? (['off', 'on'] as const) : (['on', 'off'] as const)) await measure(name)
  const rate = { off: median(measured.off, 'perSecond'), on: median(measured.on, 'perSecond') }
  const cpu = { off: median(measured.off, 'cpuMs'), on: median(measured.on, 'cpuMs') }
  table('Velocity limits at 64 connections, median of six', [
    { what: 'payments a second', ...rate, 'on / off': rate.on / rate.off },
    { what: 'CPU ms a payment', ...cpu, 'on / off': cpu.on / cpu.off },
  ])
}

/** Payments a second, and the gateway's own processor time for each of them. */
async function payWithCpu(gateway: BenchGateway, merchant: string): Promise<{ perSecond: number; cpuMs: number }> {
  const before = usageOf(gateway.process)?.cpuSeconds ?? 0
  const { perSecond, statuses } = await payOn(gateway, { connections: 64, merchant })
  const spent = (usageOf(gateway.process)?.cpuSeconds ?? 0) - before
  return { perSecond, cpuMs: (spent * 1000) / (statuses['201'] ?? 1) }
}

function median<Name extends string>(rows: readonly Record<Name, number>[], name: Name): number {
  const sorted = rows.map((row) => row[name]).toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** The gateway's own memory, over three equal loads. */
async function benchMemory(gateway: BenchGateway): Promise<void> {
  const rows = []
  for (let round = 1; round <= 3; round += 1) {
    const before = usageOf(gateway.process)
    const { perSecond } = await payOn(gateway, { connections: 64 })
    const after = usageOf(gateway.process)
    const cpu = ((after?.cpuSeconds ?? 0) - (before?.cpuSeconds ?? 0)) / (seconds + warmUpSeconds)
    rows.push({ load: `round ${round}`, 'a second': perSecond, 'CPU cores': cpu, 'MB resident': after?.megabytes ?? 0 })
  }
  table('The gateway process', rows)
}
