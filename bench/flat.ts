// Whether a payment costs the same when there is more of everything: a thousand merchants against one, ten thousand open
// sessions against none, a million orders against some thousands; and the tail at half load.
import { type MeasurementRow, table } from './measure.ts'
import { authorizationOf, paymentBody, rootOf } from './payments.ts'
import { type BenchGateway, load, password, startGateway, usageOf } from './servers.ts'

const connections = 64
const warmUpSeconds = 1.5
const seconds = 4
const rounds = 5
const merchantCount = 1000
const sessionCount = 10_000
const orderCount = 1_000_000
const aim = 0.9
const tailAim = 4

type Figures = Awaited<ReturnType<typeof load>>

interface Measured {
  readonly perSecond: number
  readonly cpuMs: number
}

export async function benchFlat(): Promise<void> {
  const gateway = await startGateway({ BENCH_MERCHANTS: String(merchantCount) })
  const one = { root: rootOf('BENCH1'), authorization: authorizationOf('BENCH1') }
  const every = { root: rootOf('BENCH@'), merchants: { count: merchantCount, user: 'merchant.BENCH@', password } }
  const [single, many] = await inTurns(
    () => measure(gateway, one),
    () => measure(gateway, every),
  )
  const rows = [row('one merchant', single), row(`${merchantCount} merchants`, many, single)]

  const [quiet, crowded] = [await startGateway({ BENCH_MERCHANTS: '1' }), await startGateway({ BENCH_MERCHANTS: '1' })]
  const sessions = await openSessions(crowded)
  const [without, within] = await inTurns(
    () => measure(quiet, one),
    () => measure(crowded, one),
  )
  await quiet.stop()
  await crowded.stop()
  rows.push(row('no session', without), row(`${sessions} open sessions`, within, without))
  table(`PAY at ${connections} connections, median of ${rounds}; aim: ${aim} of the row above`, rows)
  await benchTail(gateway, one, single.perSecond / 2)
  await gateway.stop()
  await benchSize()
}

let runs = 0

interface Payer {
  readonly root: string
  readonly authorization?: string
  readonly merchants?: { readonly count: number; readonly user: string; readonly password: string }
}

async function pay({ port }: BenchGateway, { root, ...payer }: Payer, rate?: number): Promise<Figures> {
  runs += 1
  const path = `${root}/order/flat-${runs}-#/transaction/1`
  const pace = rate === undefined ? {} : { rate }
  const plan = {
    port,
    connections,
    seconds,
    warmUpSeconds,
    method: 'PUT',
    path,
    body: paymentBody,
    ...payer,
    ...pace,
  } as const
  const figures = await load(plan)
  if (Object.keys(figures.statuses).join() !== '201') throw new Error(`not valid: ${JSON.stringify(figures.statuses)}`)
  return figures
}

async function measure(gateway: BenchGateway, payer: Payer): Promise<Measured> {
  const before = usageOf(gateway.process)?.cpuSeconds ?? 0
  const { perSecond, statuses } = await pay(gateway, payer)
  const spent = (usageOf(gateway.process)?.cpuSeconds ?? 0) - before
  return { perSecond, cpuMs: (spent * 1000) / (statuses['201'] ?? 1) }
}

/** Both in turns, so that a machine that changes its speed changes both. */
async function inTurns(first: () => Promise<Measured>, second: () => Promise<Measured>): Promise<[Measured, Measured]> {
  const measured: [Measured[], Measured[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    measured[0].push(await first())
    measured[1].push(await second())
  }
  return [middle(measured[0]), middle(measured[1])]
}

function middle(measured: readonly Measured[]): Measured {
  const at = (name: keyof Measured) =>
    measured.map((each) => each[name]).toSorted((a, b) => a - b)[measured.length >> 1] ?? 0
  return { perSecond: at('perSecond'), cpuMs: at('cpuMs') }
}

/** As clients open them, until there are enough. */
async function openSessions({ port, query }: BenchGateway): Promise<number> {
  const plan = {
    port,
    connections,
    seconds: 2,
    warmUpSeconds: 0,
    method: 'POST',
    path: `${rootOf('BENCH1')}/session`,
  } as const
  for (let batch = 0; batch < 60; batch += 1) {
    const [row] = await query<{ open: number }>('select count(*)::int as open from sessions where expires_at > now()')
    if (row && row.open >= sessionCount) return row.open
    const { statuses } = await load({ ...plan, authorization: authorizationOf('BENCH1'), body: '{}' })
    if (Object.keys(statuses).join() !== '201') throw new Error(`no sessions: ${JSON.stringify(statuses)}`)
  }
  throw new Error('the sessions could not be opened')
}

/** At half of what the gateway can do, a payer should hardly wait longer than others. */
async function benchTail(gateway: BenchGateway, payer: Payer, rate: number): Promise<void> {
  const figures: Figures[] = []
  for (let round = 0; round < rounds; round += 1) figures.push(await pay(gateway, payer, rate))
  const rows = figures.map(({ perSecond, p50Ms, p99Ms }, round) => ({
    run: String(round + 1),
    'a second': perSecond,
    p50: p50Ms,
    p99: p99Ms,
    'p99 / p50': p99Ms / p50Ms,
  }))
  table(`PAY at half load; aim: 99 of 100 within ${tailAim} times the median`, rows)
}

function row(what: string, { perSecond, cpuMs }: Measured, base?: Measured): MeasurementRow {
  return {
    what,
    'a second': perSecond,
    'gateway CPU ms': cpuMs,
    ratio: base ? perSecond / base.perSecond : 1,
  }
}

/** Two gateways in turns: one with the orders of the bench, one with a million more, made by SQL. */
async function benchSize(): Promise<void> {
  const payer = { root: rootOf('TESTMERCHANT'), authorization: authorizationOf('TESTMERCHANT') }
  const small = await startGateway({})
  const large = await startGateway({})
  await measure(large, payer)
  for (let made = 0; made < orderCount; made += 100_000)
    for (const make of [manyOrders, manyTransactions, manyEvents]) await large.query(make(made + 1))
  for (const name of ['orders', 'transactions', 'events']) await large.query(`vacuum analyze ${name}`)
  // Writing back what was made must not be counted against the payments.
  await large.query('checkpoint')
  const [few, many] = await inTurns(
    () => measure(small, payer),
    () => measure(large, payer),
  )
  await small.stop()
  await large.stop()
  table(`PAY at ${connections} connections by the size of the database; aim: ${aim}`, [
    row('thousands of orders', few),
    row('a million orders more', many, few),
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
    attempt_id, acquirer_link, acquirer_reference, request_key_id, request_hash, request, gateway_code, response_number,
    recorded_at, updated_at)
  select 'TESTMERCHANT', 'made-' || md5(n::text), '1', 1, 'PAYMENT', 1234, 'made', t.acquirer_link, 'made-' || n,
    t.request_key_id, t.request_hash, t.request, 'APPROVED', 1, now(), now()
  from generate_series(${from}, ${from + 99_999}) n, (select * from transactions limit 1) t`

const manyEvents = (
  from: number,
) => `insert into events (merchant_id, order_id, number, kind, transaction_id, at, response)
  select 'TESTMERCHANT', 'made-' || md5(n::text), 1, e.kind, '1', now(), e.response
  from generate_series(${from}, ${from + 99_999}) n, (select * from events where number = 1 limit 1) e`
