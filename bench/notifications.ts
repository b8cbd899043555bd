// Notifications, the commit side and the delivery side apart: what it costs a payment that one is written, how many a second
// go out, how soon the first try comes, and what a dead webhook takes from the others.
// Figures count only if every payment that was answered has its notification.
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { LoadFigures } from './load.ts'
import { table } from './measure.ts'
import { type BenchGateway, load, password, startGateway } from './servers.ts'
import type { Arrivals, WebhookOrder } from './webhook.ts'

const connections = 64
const seconds = 4
const warmUpSeconds = 1.5
const rounds = 4
const webhooks = 10
const webhookPort = 18_945
const webhookUrl = `https://localhost:${webhookPort}`

/** The sandbox's merchants, one for each part, so that none has to wait for a setting to spread. */
const silent = 'TESTMERCHANT'
const notified = 'TESTSUPPLIED'
const timed = 'TESTPRESERVE64'
const many = 'TESTUNIQUE'

const payBody = (notificationUrl?: string) =>
  JSON.stringify({
    apiOperation: 'PAY',
    order: { amount: '12.34', currency: 'USD', reference: 'bench', ...(notificationUrl && { notificationUrl }) },
    billing: { address: { city: 'Springfield', country: 'USA', postcodeZip: '12345', street: '1 Main St' } },
    customer: { email: 'payer@example.com', firstName: 'Jo', lastName: 'Payer' },
    sourceOfFunds: {
      type: 'CARD',
      provided: { card: { number: '5123450000000008', expiry: { month: '1', year: '39' }, securityCode: '100' } },
    },
    transaction: { source: 'INTERNET', reference: 'bench-1' },
  })

type Bench = { readonly gateway: BenchGateway; readonly webhook: BenchWebhook }

export async function benchNotifications(): Promise<void> {
  // Tries that fail on purpose would fill the screen.
  const gateway = await startGateway({ TOLLGATE_LOG_LEVEL: 'error' })
  const webhook = await startWebhook(join(gateway.dataDir, 'tls'))
  const bench = { gateway, webhook }
  try {
    await tollgate(gateway, 'webhooks', 'enable', notified, '--url', `${webhookUrl}/notified`)
    await tollgate(gateway, 'webhooks', 'enable', timed, '--url', `${webhookUrl}/timed`)
    await tollgate(gateway, 'webhooks', 'enable', many)
    await benchCommits(bench)
    await benchDeliveries(bench)
    await benchFirstTry(bench)
    await benchOneDead(bench)
  } finally {
    await webhook.stop()
    await gateway.stop()
  }
}

/** Payments with their notifications written, and none of them sent: the webhook has asked for peace. */
async function benchCommits({ gateway, webhook }: Bench): Promise<void> {
  await webhook.order({ dead: [], retryAfterSeconds: 3600 })
  const without: LoadFigures[] = []
  const written: LoadFigures[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const sides = [
      async () => without.push(await pay(gateway, { merchant: silent, name: `silent-${round}` })),
      async () => written.push(await pay(gateway, { merchant: notified, name: `notified-${round}` })),
    ]
    // In turns, and neither begins with work that the other has left.
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      await side()
      await everythingWritten(gateway)
      await everythingFound(gateway)
    }
  }
  const counted = (figures: readonly LoadFigures[]) => figures.slice(1)
  const sum = (figures: readonly LoadFigures[]) => counted(figures).reduce((all, each) => all + each.perSecond, 0)
  table(`PAY at ${connections} connections: with notifications written, against none`, [
    ...counted(without).map((each, index) => {
      const other = counted(written)[index] ?? each
      const ratio = other.perSecond / each.perSecond
      return { what: `round ${index + 1}`, none: each.perSecond, written: other.perSecond, p99: other.p99Ms, ratio }
    }),
    { what: 'all', none: '', written: '', p99: '', ratio: sum(written) / sum(without) },
  ])
  const answered = written.reduce((all, { statuses }) => all + (statuses['201'] ?? 0), 0)
  const made = await count(gateway, `select count(*)::int as count from deliveries where merchant_id = '${notified}'`)
  if (made !== answered) throw new Error(`not valid: ${answered} payments answered, ${made} notifications written`)
}

/** What the payments above have left, with nothing else to do. */
async function benchDeliveries({ gateway, webhook }: Bench): Promise<void> {
  await webhook.order({ dead: [] })
  await makeDue(gateway, notified)
  await everythingDelivered(gateway, notified)
  const { byPath } = await webhook.report()
  const arrived = byPath['/notified']
  table('Deliveries to one local webhook', [
    { notifications: arrived?.count ?? 0, 'a second': rateOf(byPath, ['/notified']) },
  ])
}

/** From the time of the event, which is before its commit, to the first try at the webhook. */
async function benchFirstTry({ gateway, webhook }: Bench): Promise<void> {
  await webhook.order({ dead: [] })
  const full = await pay(gateway, { merchant: timed, name: 'full' })
  await everythingDelivered(gateway, timed)
  await webhook.order({ dead: [] })
  const half = await pay(gateway, { merchant: timed, name: 'half', rate: full.perSecond / 2 })
  await everythingDelivered(gateway, timed)
  const { firstMsById } = await webhook.report()
  const events = await gateway.query<{ id: string; ms: number }>(
    `select replace(event_id::text, '-', '') as id, extract(epoch from at)::float8 * 1000 as ms from events
     where merchant_id = '${timed}' and order_id like 'half-%'`,
  )
  const waits = events.map(({ id, ms }) => (firstMsById[id] ?? Number.NaN) - ms).toSorted((a, b) => a - b)
  if (waits.some(Number.isNaN)) throw new Error('not valid: an event was never delivered')
  const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0
  table('Commit to first try, in milliseconds', [
    {
      load: 'half',
      payments: half.perSecond,
      'of full load': half.perSecond / full.perSecond,
      p50: at(0.5),
      p99: at(0.99),
    },
  ])
}

/** The same notifications twice: to ten webhooks that response, and with one of them that does not. */
async function benchOneDead({ gateway, webhook }: Bench): Promise<void> {
  const paths = Array.from({ length: webhooks }, (_, index) => `/many-${index + 1}`)
  const nine = paths.slice(0, -1)
  await webhook.order({ dead: [] })
  const since = new Date().toISOString()
  const body = payBody(`${webhookUrl}/many-#`)
  for (const name of ['many-1', 'many-2']) await pay(gateway, { merchant: many, name, body, bodyAmong: webhooks })
  await everythingDelivered(gateway, many)
  const rateWith = async (dead: readonly string[]) => {
    await webhook.order({ dead })
    await tollgate(gateway, 'webhooks', 'replay', many, '--since', since)
    await everythingDelivered(gateway, many, dead[0])
    const rate = rateOf((await webhook.report()).byPath, nine)
    if (dead.length > 0) await reviveAll(gateway, webhook)
    return rate
  }
  // Once for nothing: connections and plans are new.
  await rateWith([])
  const rows: { what: string; 'ten answer': number; 'one is dead': number; ratio: number }[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const healthy = await rateWith([])
    const dead = await rateWith(paths.slice(-1))
    rows.push({ what: `round ${round}`, 'ten answer': healthy, 'one is dead': dead, ratio: dead / healthy })
  }
  const sum = (name: 'ten answer' | 'one is dead') => rows.reduce((all, row) => all + row[name], 0)
  const ratio = sum('one is dead') / sum('ten answer')
  table('Deliveries a second to nine of ten webhooks', [
    ...rows,
    { what: 'all', 'ten answer': '', 'one is dead': '', ratio },
  ])
}

/** What the dead one has not taken is delivered, so that the next round begins as the others. */
async function reviveAll(gateway: BenchGateway, webhook: BenchWebhook): Promise<void> {
  await webhook.order({ dead: [] })
  for (;;) {
    await makeDue(gateway, many)
    if ((await count(gateway, pendingOf(many))) === 0) return
    await pause(500)
  }
}

/** Makes everything that waits due now, except rows that are being recorded at the moment. */
async function makeDue({ query }: BenchGateway, merchant: string): Promise<void> {
  await query(`update deliveries set next_at = now() where merchant_id = '${merchant}' and notification_id in (
    select notification_id from deliveries where merchant_id = '${merchant}' and state = 'PENDING' for update skip locked)`)
  await query(`update webhooks set paused_until = null, due_at = now() where merchant_id = '${merchant}'`)
}

async function pay(
  { port }: BenchGateway,
  plan: {
    readonly merchant: string
    readonly name: string
    readonly body?: string
    readonly bodyAmong?: number
    readonly rate?: number
  },
): Promise<LoadFigures> {
  const { merchant, name, body = payBody(), ...rest } = plan
  const figures = await load({
    port,
    connections,
    seconds,
    warmUpSeconds,
    method: 'PUT',
    path: `/api/rest/version/100/merchant/${merchant}/order/${name}-#/transaction/1`,
    authorization: `Basic ${Buffer.from(`merchant.${merchant}:${password}`).toString('base64')}`,
    body,
    ...rest,
  })
  if (Object.keys(figures.statuses).join() !== '201')
    throw new Error(`not valid: ${JSON.stringify(figures.statuses)} answered`)
  return figures
}

function rateOf(byPath: Arrivals['byPath'], paths: readonly string[]): number {
  const some = paths.flatMap((path) => byPath[path] ?? [])
  const firstMs = Math.min(...some.map((each) => each.firstMs))
  const lastMs = Math.max(...some.map((each) => each.lastMs))
  return (some.reduce((all, each) => all + each.count, 0) * 1000) / (lastMs - firstMs)
}

const pendingOf = (merchant: string, exceptPath?: string) =>
  `select count(*)::int as count from deliveries d join webhooks w using (merchant_id, url_hash)
   where d.merchant_id = '${merchant}' and d.state = 'PENDING'${exceptPath ? ` and w.url <> '${webhookUrl}${exceptPath}'` : ''}`

async function everythingWritten(gateway: BenchGateway): Promise<void> {
  while ((await count(gateway, 'select count(*)::int as count from outbox')) > 0) await pause(100)
}

/** Searches know of it, too. */
async function everythingFound(gateway: BenchGateway): Promise<void> {
  const behind = `select coalesce(sum(f.last_position - coalesce(p.position, 0)), 0)::int as count
    from feeds f left join projections p on p.merchant_id = f.merchant_id and p.is_current`
  while ((await count(gateway, behind)) > 0) await pause(100)
}

async function everythingDelivered(gateway: BenchGateway, merchant: string, exceptPath?: string): Promise<void> {
  await everythingWritten(gateway)
  while ((await count(gateway, pendingOf(merchant, exceptPath))) > 0) await pause(200)
}

async function count(gateway: BenchGateway, sql: string): Promise<number> {
  return (await gateway.query<{ count: number }>(sql))[0]?.count ?? 0
}

const execute = promisify(execFile)

/** The operator's command, beside the running gateway. */
async function tollgate({ dataDir }: BenchGateway, ...words: readonly string[]): Promise<void> {
  const main = resolve(import.meta.dirname, '..', 'src', 'cli', 'main.ts')
  await execute(process.execPath, [main, ...words], { env: { ...process.env, TOLLGATE_DATA_DIR: dataDir } })
}

interface BenchWebhook {
  order(order: WebhookOrder): Promise<void>
  report(): Promise<Arrivals>
  stop(): Promise<void>
}

async function startWebhook(tlsFolder: string): Promise<BenchWebhook> {
  const child = fork(join(import.meta.dirname, 'webhook.ts'), [String(webhookPort), tlsFolder])
  await once(child, 'message')
  const ask = async (message: WebhookOrder | 'report') => {
    const answered = once(child, 'message')
    child.send(message)
    return (await answered)[0]
  }
  return {
    order: async (order) => void (await ask(order)),
    report: async () => (await ask('report')) as Arrivals,
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}
