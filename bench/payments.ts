// Payments a second: a bare echo of the same body, the gateway with a commit for each payment, and the gateway as it is.
// Every figure of the gateway counts only if client, database and acquirer counted the same payments.
import { defaultLimits } from '../src/domain/risk/velocity/limits.ts'
import { table } from './measure.ts'
import { type BenchGateway, fsyncTimes, load, password, startEcho, startGateway, usageOf } from './servers.ts'

const connectionCounts = [1, 16, 64, 256]
const seconds = 4
const warmUpSeconds = 1.5

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
async function payOn(
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
  const echoed = await eachCount((connections) =>
    load({ port: echo.port, connections, seconds, warmUpSeconds, method: 'PUT', path: '/order/#', body: paymentBody }),
  )
  await echo.stop()

  const single = await startGateway({
    TOLLGATE_BATCH_ROWS_MAX: '1',
    // At 256 connections it is slow enough to refuse requests, whose number is not what is compared here.
    TOLLGATE_OVERLOAD_DELAY_MS: '60000',
  })
  const alone = await eachCount((connections) => payOn(single, { connections }))
  await single.stop()

  const gateway = await startGateway({})
  const fsync = fsyncTimes(gateway.dataDir)
  const shared = await eachCount((connections) => payOn(gateway, { connections }))
  const at64 = shared[64]?.perSecond ?? 0
  table(
    `Payments a second (disk flush ${fsync.p50Ms.toFixed(2)} ms, p99 ${fsync.p99Ms.toFixed(2)} ms)`,
    connectionCounts.map((connections) => ({
      connections,
      echo: echoed[connections]?.perSecond ?? 0,
      'batch of one': alone[connections]?.perSecond ?? 0,
      payments: shared[connections]?.perSecond ?? 0,
      p50: shared[connections]?.p50Ms ?? 0,
      p99: shared[connections]?.p99Ms ?? 0,
      'of one': (shared[connections]?.perSecond ?? 0) / (alone[connections]?.perSecond ?? 1),
      'of echo': (shared[connections]?.perSecond ?? 0) / (echoed[connections]?.perSecond ?? 1),
    })),
  )

  const again = { port: gateway.port, connections: 64, seconds, warmUpSeconds, authorization, among: 1000 }
  const first = `${root}/order/bench-${runs}-#`
  const repeats = await load({ ...again, method: 'PUT', path: `${first}/transaction/1`, body: paymentBody })
  const reads = await load({ ...again, method: 'GET', path: first })
  const half = await payOn(gateway, { connections: 64, rate: at64 / 2 })
  const secure = await payOn(gateway, { connections: 64, isTls: true })
  const plain = await payOn(gateway, { connections: 64 })
  table('At 64 connections', [
    line('repeat', repeats, echoed[64]?.perSecond, 'of echo'),
    line('GET order', reads, echoed[64]?.perSecond, 'of echo'),
    line('PAY at half load', half, at64, 'of full load'),
    line('PAY over TLS', secure, plain.perSecond, 'of plain'),
  ])
  await benchVelocity(gateway)
  await benchMemory(gateway)
  await benchSize(gateway)
  await gateway.stop()
}

type Figures = Awaited<ReturnType<typeof load>>

function line(what: string, { perSecond, p50Ms, p99Ms }: Figures, base = 1, ratio = '') {
  return { what, 'a second': perSecond, p50: p50Ms, p99: p99Ms, ratio: `${(perSecond / base).toFixed(2)} ${ratio}` }
}

async function eachCount(measure: (connections: number) => Promise<Figures>): Promise<Record<number, Figures>> {
  const figures: Record<number, Figures> = {}
  for (const connections of connectionCounts) figures[connections] = await measure(connections)
  return figures
}

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

/** The same load on ten thousand orders more or less, and on a million more, made by SQL. */
async function benchSize(gateway: BenchGateway): Promise<void> {
  // Writing back what others have changed must not be counted against either.
  await gateway.query('checkpoint')
  const few = await payOn(gateway, { connections: 64 })
  const [{ orders: fewOrders } = { orders: 0 }] = await gateway.query<{ orders: number }>(
    'select count(*)::int as orders from orders',
  )
  for (let made = 0; made < 1_000_000; made += 100_000) {
    await gateway.query(manyOrders(made + 1))
    await gateway.query(manyTransactions(made + 1))
  }
  await gateway.query('vacuum analyze orders')
  await gateway.query('vacuum analyze transactions')
  await gateway.query('checkpoint')
  const many = await payOn(gateway, { connections: 64 })
  table('PAY at 64 connections by the size of the database', [
    { orders: fewOrders, 'a second': few.perSecond, p99: few.p99Ms, ratio: 1 },
    {
      orders: fewOrders + 1_000_000,
      'a second': many.perSecond,
      p99: many.p99Ms,
      ratio: many.perSecond / few.perSecond,
    },
  ])
}

const manyOrders = (
  from: number,
) => `insert into orders (merchant_id, order_id, currency, amount_minor, status, total_authorized_minor,
    total_captured_minor, created_at, updated_at, event_count)
  select 'TESTMERCHANT', 'made-' || md5(n::text), 'USD', 1234, 'CAPTURED', 1234, 1234, now(), now(), 1
  from generate_series(${from}, ${from + 99_999}) n`

const manyTransactions = (
  from: number,
) => `insert into transactions (merchant_id, order_id, transaction_id, position, type, amount_minor,
    attempt_id, acquirer_link, acquirer_reference, request_key_id, request_hash, request, gateway_code, answer,
    recorded_at, updated_at)
  select 'TESTMERCHANT', 'made-' || md5(n::text), '1', 1, 'PAYMENT', 1234, 'made', t.acquirer_link, 'made-' || n,
    t.request_key_id, t.request_hash, t.request, 'APPROVED', t.answer, now(), now()
  from generate_series(${from}, ${from + 99_999}) n, (select * from transactions limit 1) t`
