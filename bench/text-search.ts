// The console's search field over a million orders: by everything that an order can be known by, over HTTP and with the plan of
// each kind; and what the index weighs.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../src/platform/postgres/database.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded/index.ts'
import { gatewaySchema, migrate } from '../src/platform/postgres/migrate.ts'
import { type FindableTransaction, findableTexts, keysOfTexts } from '../src/search/rules/findable-texts.ts'
import { seedStatements } from '../test/support/builders/search-seed.ts'
import { table } from './measure.ts'
import { type BenchGateway, password, startGateway } from './servers.ts'

const merchantId = 'TESTMERCHANT'
const orders = Number(process.env['BENCH_ORDERS'] ?? 1_000_000)
const questions = 60
const aimMs = 300
const pageLength = 10_000

type Query = <R extends object>(text: string, values?: readonly unknown[]) => Promise<readonly R[]>

/** A folder that keeps the orders for the next run; without, they are made each time. */
const keptFolder = process.env['BENCH_DATA']

export async function benchTextSearch(): Promise<void> {
  const dataDir = keptFolder ?? (await mkdtemp(join(tmpdir(), 'tollgate-bench-text-search-')))
  try {
    const samples = await prepare(dataDir)
    const gateway = await startGateway({}, dataDir)
    try {
      await ask(gateway, samples)
    } finally {
      await gateway.stop()
    }
  } finally {
    if (keptFolder === undefined) await rm(dataDir, { recursive: true, force: true })
  }
}

/** Before the gateway starts: making the orders takes less long without waiting for the disk. */
async function prepare(dataDir: string): Promise<readonly Sample[]> {
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '8GB' }
  const postgres = await startEmbeddedPostgres({ dataDir, settings })
  const database = openDatabase(
    { ...postgres.connection, ssl: false },
    {
      poolSize: 1,
      statementTimeoutMs: 3_600_000,
      onError: () => {},
    },
  )
  const query: Query = async <R extends object>(text: string, values: readonly unknown[] = []) =>
    (await database.query<R>(text, [...values])).rows
  try {
    await migrate(database, gatewaySchema)
    const known = await query('select from projected_orders where merchant_id = $1 limit 1', [merchantId])
    if (known.length === 0) await seed(query)
    return await drawSamples(query)
  } finally {
    await database.end()
    await postgres.stop()
  }
}

async function ask(gateway: BenchGateway, samples: readonly Sample[]): Promise<void> {
  const cookie = await signIn(gateway)
  const rows = []
  for (const [what, textOf] of kinds) rows.push(await measure(what, samples.map(textOf), { gateway, cookie }))
  table(`Searches over ${orders.toLocaleString('en-US')} orders over HTTP, milliseconds`, rows)
  const slow = rows.filter(({ slowest }) => slowest > aimMs)
  console.log(`\n${slow.length === 0 ? 'Every search' : 'Not every search'} took less than ${aimMs} ms.`)
}

interface Sample {
  readonly order_id: string
  readonly reference: string
  readonly last_four: string
  readonly token: string
  readonly amount: string
  readonly currency: string
  readonly email: string
  readonly name: string
  readonly receipt: string
}

const middleOf = (text: string, length: number) => text.slice((text.length - length) >> 1).slice(0, length)

const kinds: readonly (readonly [what: string, text: (sample: Sample) => string])[] = [
  ['an order', ({ order_id }) => order_id],
  ['five characters of an order', ({ order_id }) => order_id.slice(6, 11)],
  ['three characters of an order', ({ order_id }) => order_id.slice(7, 10)],
  ['what every order begins with', () => 'ORD'],
  ['the end of an order', ({ order_id }) => order_id.slice(-5)],
  ['a reference', ({ reference }) => reference],
  ['an e-mail', ({ email }) => email],
  ['a part of an e-mail', ({ email }) => middleOf(email, 8)],
  ['the domain of many e-mails', () => 'example.com'],
  ['a payer', ({ name }) => name],
  ['a last name', ({ name }) => name.split(' ')[1] ?? ''],
  ['a last name and an amount', ({ name, amount }) => `${name.split(' ')[1]} ${amount}`],
  ['an amount', ({ amount }) => amount],
  ['an amount with its currency', ({ amount, currency }) => `${currency} ${amount}`],
  ['last four digits', ({ last_four }) => last_four],
  ['a token', ({ token }) => token],
  ['a receipt', ({ receipt }) => receipt],
  ['nothing that there is', ({ order_id }) => `zzq${order_id.slice(4, 9)}`],
]

/** The same people again and again, as a shop has them. */
const payers = `(select n, (array['Anna','Ben','Clara','David','Emma','Felix','Grace','Hugo','Ida','Jonas','Kate','Luis','Mia','Noah','Olga','Paul','Rosa','Sam','Tina','Zoe'])[1 + n % 20]
    as first_name, (array['Adams','Brown','Clark','Davis','Evans','Fischer','Garcia','Hughes','Ivanov','Jansen','Keller','Lopez','Martin','Nowak','Olsen','Petrov','Quinn','Rossi','Smith','Taylor','Weber','Young'])[1 + n / 20 % 22]
    || case when n % 7 = 0 then '-' || (n / 440 % 900) else '' end as last_name
  from generate_series(0, 199999) n) p`

/** What the search verifies: the requests and responses of the same transactions. */
const transactionsText = `insert into transactions (merchant_id, order_id, transaction_id, position, type, amount_minor, attempt_id,
  acquirer_link, acquirer_reference, request_key_id, request_hash, request, gateway_code, response_number, recorded_at, updated_at)
select f.merchant_id, f.order_id, f.transaction_id, f.place, f.type, f.amount_minor, 'bench', '{}', md5('ref' || f.order_id || f.place),
  'bench', '', json_strip_nulls(json_build_object('order', json_build_object('reference', f.order_reference),
    'transaction', json_build_object('reference', f.reference),
    'customer', json_build_object('firstName', p.first_name, 'lastName', p.last_name,
      'email', lower(p.first_name || '.' || p.last_name) || p.n || '@example.com'),
    'sourceOfFunds', json_build_object('token', f.token, 'provided', json_build_object('card', json_build_object('number', f.account))))),
  f.gateway_code, f.place, f.time_of_record, f.time_of_record
from projected_transactions f join ${payers} on p.n = abs(hashtext(f.order_id)) % 200000 where f.merchant_id = '${merchantId}'`

const eventsText = `insert into events (merchant_id, order_id, number, kind, transaction_id, at, response)
select f.merchant_id, f.order_id, f.place, 'OUTCOME', f.transaction_id, f.time_of_record,
  json_build_object('order', json_build_object('amount', (f.amount_minor / 100.0)::float8::text),
    'transaction', json_build_object('amount', (f.amount_minor / 100.0)::float8::text,
      'receipt', lpad((abs(hashtext(f.order_id || f.place))::bigint % 1000000000000)::text, 12, '6'),
      'authorizationCode', lpad((abs(hashtext(f.order_id)) % 1000000)::text, 6, '0')))
from projected_transactions f where f.merchant_id = '${merchantId}'`

interface StoredTexts {
  readonly order_id: string
  readonly transaction_id: string
  readonly acquirer_reference: string
  readonly request: object
  readonly response: object
}

async function seed(query: Query): Promise<void> {
  const startMs = performance.now()
  const indexes = await query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename = 'projected_transactions' and indexname not like '%pkey'`,
  )
  for (const { indexname } of indexes) await query(`drop index ${indexname}`)
  for (const text of seedStatements(merchantId, orders)) await query(text)
  await query(transactionsText)
  await query(eventsText)
  await fillKeys(query)
  await query('vacuum full projected_transactions')
  for (const { indexdef } of indexes) await query(indexdef)
  for (const name of ['projected_orders', 'projected_transactions', 'transactions', 'events'])
    await query(`vacuum (analyze) ${name}`)
  const [size] = await query<{ all: string; index: string; keys: number }>(
    `select pg_size_pretty(pg_total_relation_size('projected_transactions')) as all,
       pg_size_pretty(pg_relation_size('projected_transactions_by_search_keys')) as index,
       (select avg(cardinality(search_keys)) from projected_transactions)::float8 as keys`,
  )
  const seconds = Math.round((performance.now() - startMs) / 1000)
  console.log(
    `\n${orders} orders made in ${seconds} s: transactions with indexes ${size?.all}, of it search keys ${size?.index}`,
  )
  console.log(`${size?.keys.toFixed(1)} keys a transaction`)
}

/** With the code that fills the projection, order by order. */
async function fillKeys(query: Query): Promise<void> {
  await query('create unlogged table keys_to_set (order_id text, transaction_id text, search_keys integer[])')
  let after: readonly string[] = ['', '']
  let others = { orderId: '', keys: new Set<number>() }
  for (;;) {
    const rows = await query<StoredTexts>(
      `select order_id, transaction_id, acquirer_reference, request, response from transactions where merchant_id = $1
       and (order_id, transaction_id) > ($2, $3) order by order_id, transaction_id limit ${pageLength}`,
      [merchantId, ...after],
    )
    const last = rows.at(-1)
    if (!last) break
    const keys = rows.map((row) => {
      if (others.orderId !== row.order_id) others = { orderId: row.order_id, keys: new Set() }
      const made = keysOfTexts(merchantId, findableTexts(findable(row)), others.keys)
      for (const key of made) others.keys.add(key)
      return `{${made.join()}}`
    })
    await query(
      'insert into keys_to_set select o, t, k::integer[] from unnest($1::text[], $2::text[], $3::text[]) g(o, t, k)',
      [rows.map((row) => row.order_id), rows.map((row) => row.transaction_id), keys],
    )
    after = [last.order_id, last.transaction_id]
  }
  await query(`update projected_transactions f set search_keys = k.search_keys from keys_to_set k
    where f.merchant_id = '${merchantId}' and f.order_id = k.order_id and f.transaction_id = k.transaction_id`)
  await query('drop table keys_to_set')
}

function findable(row: StoredTexts): FindableTransaction {
  const { order_id: orderId, transaction_id: transactionId, acquirer_reference: acquirerReference } = row
  return { orderId, transactionId, acquirerReference, request: row.request, response: row.response }
}

function drawSamples(query: Query): Promise<readonly Sample[]> {
  return query<Sample>(
    `select o.order_id, o.reference, o.last_four, o.token, o.currency, x.response -> 'order' ->> 'amount' as amount,
       x.request -> 'customer' ->> 'email' as email, x.response -> 'transaction' ->> 'receipt' as receipt,
       (x.request -> 'customer' ->> 'firstName') || ' ' || (x.request -> 'customer' ->> 'lastName') as name
     from (select * from projected_orders where merchant_id = $1 and reference is not null and token is not null
       order by md5(order_id) limit ${questions}) o
     join transactions x on x.merchant_id = o.merchant_id and x.order_id = o.order_id and x.transaction_id = '1'`,
    [merchantId],
  )
}

async function signIn({ port }: BenchGateway): Promise<string> {
  const response = await fetch(`http://localhost:${port}/console/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ merchantId, login: 'demo', password }),
  })
  const [cookie] = response.headers.getSetCookie()
  if (response.status !== 201 || cookie === undefined) throw new Error(`signing in was answered ${response.status}`)
  return cookie.split(';')[0] ?? ''
}

async function measure(
  what: string,
  texts: readonly string[],
  { gateway, cookie }: { readonly gateway: BenchGateway; readonly cookie: string },
) {
  const times: number[] = []
  let found = 0
  for (const text of texts) {
    const startMs = performance.now()
    const response = await fetch(
      `http://localhost:${gateway.port}/console/api/merchants/${merchantId}/search?text=${encodeURIComponent(text)}`,
      { headers: { cookie, 'sec-fetch-site': 'same-origin' } },
    )
    const body = (await response.json()) as { readonly orders: readonly object[] }
    times.push(performance.now() - startMs)
    if (response.status !== 200) throw new Error(`${text} was answered ${response.status}`)
    if (body.orders.length > 0) found += 1
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { what, asked: texts.length, found, p50: at(0.5), p95: at(0.95), slowest: at(1) }
}
