// Searches over a million orders, each kind with many different queries and the index that serves it; and what the projection
// costs payments.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'
import { type Database, openDatabase } from '../src/platform/postgres/database.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded/index.ts'
import { gatewaySchema, migrate } from '../src/platform/postgres/migrate.ts'
import { writeCursor } from '../src/platform/postgres/page-cursor.ts'
import { postgresSearch } from '../src/search/postgres/search.ts'
import { ordersStatement, transactionsStatement } from '../src/search/postgres/search-statements.ts'
import { type Kind, kinds, type Sample } from '../test/support/builders/search-questions.ts'
import { seedStatements } from '../test/support/builders/search-seed.ts'
import type { LoadFigures } from './load.ts'
import { table } from './measure.ts'
import { type BenchGateway, load, password, startGateway } from './servers.ts'

const merchantId = 'SEEDED'
const orders = Number(process.env['BENCH_ORDERS'] ?? 1_000_000)
const questions = 200
const pageSize = 50
const aimMs = 200
/** Making a million orders takes longer than any statement of the gateway may. */
const statementTimeoutMs = 30 * 60_000

export async function benchSearch(): Promise<void> {
  await benchQuestions()
  await benchFollowing()
}

async function benchQuestions(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tollgate-bench-search-'))
  // Making the orders takes less long this way, and finding them writes nothing.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '8GB' }
  const postgres = await startEmbeddedPostgres({ dataDir, settings })
  const database = openDatabase(
    { ...postgres.connection, ssl: false },
    { poolSize: 1, onError: () => {}, statementTimeoutMs },
  )
  try {
    await migrate(database, gatewaySchema)
    await seed(database)
    const samples = await drawSamples(database)
    const rows = []
    for (const kind of kinds) rows.push(await measure(kind, samples, database))
    table(`Searches over ${orders.toLocaleString('en-US')} orders, pages of ${pageSize}, milliseconds`, rows)
    const slow = rows.filter(({ p95 }) => p95 > aimMs)
    console.log(`\n${slow.length === 0 ? 'Every' : 'Not every'} kind has its 95th percentile under ${aimMs} ms.`)
  } finally {
    await database.end()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function seed(database: Database): Promise<void> {
  const startMs = performance.now()
  for (const text of seedStatements(merchantId, orders)) await database.query(text)
  await database.query('vacuum (analyze) projected_orders')
  await database.query('vacuum (analyze) projected_transactions')
  const [size] = (
    await database.query<{ transactions: string; size: string }>(
      `select (select count(*) from projected_transactions) as transactions,
        pg_size_pretty(pg_total_relation_size('projected_orders') + pg_total_relation_size('projected_transactions')) as size`,
    )
  ).rows
  const seconds = Math.round((performance.now() - startMs) / 1000)
  console.log(
    `\n${orders} orders, ${size?.transactions} transactions, ${size?.size} with indexes, made in ${seconds} s`,
  )
}

async function drawSamples(database: Database): Promise<readonly Sample[]> {
  const { rows } = await database.query<Sample>(
    `select * from projected_orders where merchant_id = $1 and reference is not null and token is not null
     order by md5(order_id) limit $2`,
    [merchantId, questions],
  )
  return rows
}

async function measure(kind: Kind, samples: readonly Sample[], database: Database) {
  const search = postgresSearch(database)
  const times: number[] = []
  const isSame = isAlike(kind, samples)
  for (const sample of samples) {
    const wanted = { merchantId, ...kind.ask(sample) }
    const names = kind.of === 'orders' ? [sample.order_id] : [sample.order_id, '1']
    // A page from somewhere in the middle, where the question alone would be the same each time.
    const page = { limit: pageSize, ...(isSame && { after: writeCursor([sample.created_at.toISOString(), ...names]) }) }
    const startMs = performance.now()
    await search[kind.of](wanted, page)
    times.push(performance.now() - startMs)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  const [first] = samples
  const index = first ? await indexesOf(kind, first, database) : ''
  return { what: `${kind.of} by ${kind.name}`, questions: times.length, p50: at(0.5), p95: at(0.95), index }
}

/** Most samples lead to one and the same question. */
function isAlike({ ask }: Kind, samples: readonly Sample[]): boolean {
  const asked = samples.map((sample) => inspect(ask(sample)))
  return new Set(asked).size < samples.length / 2
}

async function indexesOf(kind: Kind, sample: Sample, database: Database): Promise<string> {
  const statement = kind.of === 'orders' ? ordersStatement : transactionsStatement
  const { text, values } = statement({ merchantId, ...kind.ask(sample) }, { after: undefined, limit: pageSize })
  const { rows } = await database.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values])
  const used = rows.flatMap(
    (row) => row['QUERY PLAN'].match(/found_\w+_(pkey|by_\w+|to_\w+)|Seq Scan on found_\w+/g) ?? [],
  )
  return [...new Set(used)].join(' + ')
}

const rounds = 6
const payer = 'TESTMERCHANT'
const beyondEverything = '9000000000000000000'

/** Payments of a merchant whose feed is followed, in turns with the same while its projection claims to be far ahead. */
async function benchFollowing(): Promise<void> {
  const gateway = await startGateway({})
  try {
    const rows = []
    for (let round = 0; round <= rounds; round += 1) {
      // In turns also as to who is first.
      const early = round % 2 === 0 && round > 0 ? await payUnfollowed(gateway, round) : undefined
      const followed = await pay(gateway, `followed-${round}`)
      const behind = await behindOf(gateway)
      const seconds = await caughtUpAfter(gateway)
      const { perSecond } = early ?? (await payUnfollowed(gateway, round))
      const caught = seconds === 0 ? 0 : behind / seconds
      const ratio = followed.perSecond / perSecond
      rows.push({ ignored: perSecond, followed: followed.perSecond, ratio, behind, 'caught up a second': caught })
    }
    const counted = rows.slice(1).map((row, index) => ({ what: `round ${index + 1}`, ...row }))
    const sum = (name: 'ignored' | 'followed') => counted.reduce((all, row) => all + row[name], 0)
    table('PAY a second at 64 connections: with the projection running, against without', [
      ...counted,
      { what: 'all', ignored: sum('ignored'), followed: sum('followed'), ratio: sum('followed') / sum('ignored') },
    ])
  } finally {
    await gateway.stop()
  }
}

/** What happened meanwhile is never taken in. */
async function payUnfollowed(gateway: BenchGateway, round: number): Promise<LoadFigures> {
  const goTo = (position: string) =>
    gateway.query(`update projections set position = ${position} where merchant_id = '${payer}'`)
  await goTo(beyondEverything)
  const figures = await pay(gateway, `ignored-${round}`)
  while ((await gateway.query('select from outbox limit 1')).length > 0) await pause(50)
  await goTo(`(select last_position from feeds where merchant_id = '${payer}')`)
  return figures
}

async function behindOf({ query }: BenchGateway): Promise<number> {
  const [row] = await query<{ behind: number }>(
    `select (coalesce(f.last_position, 0) - coalesce(p.position, 0))::int as behind from feeds f
     left join projections p on p.merchant_id = f.merchant_id and p.is_current where f.merchant_id = '${payer}'`,
  )
  return row?.behind ?? 0
}

async function caughtUpAfter(gateway: BenchGateway): Promise<number> {
  const startMs = performance.now()
  while ((await behindOf(gateway)) > 0) await pause(50)
  return (performance.now() - startMs) / 1000
}

async function pay({ port }: BenchGateway, name: string): Promise<LoadFigures> {
  const figures = await load({
    port,
    connections: 64,
    seconds: 4,
    warmUpSeconds: 1.5,
    method: 'PUT',
    path: `/api/rest/version/100/merchant/${payer}/order/${name}-#/transaction/1`,
    authorization: `Basic ${Buffer.from(`merchant.${payer}:${password}`).toString('base64')}`,
    body: JSON.stringify({
      apiOperation: 'PAY',
      order: { amount: '12.34', currency: 'USD', reference: 'bench' },
      sourceOfFunds: {
        type: 'CARD',
        provided: { card: { number: '5123450000000008', expiry: { month: '1', year: '39' }, securityCode: '100' } },
      },
    }),
  })
  if (Object.keys(figures.statuses).join() !== '201')
    throw new Error(`not valid: ${JSON.stringify(figures.statuses)} answered`)
  return figures
}
