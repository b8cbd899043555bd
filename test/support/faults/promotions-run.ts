// Loses the primary database server again and again under load, killed or silent, promotes its standby and rebuilds the other as
// the new standby; a silent one wakes up before that, and must not be used. Then compares the responses to merchants with what is recorded, and the books with the acquirer's.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../../../src/platform/postgres/embedded/index.ts'
import { seeded } from '../builders/seeded.ts'
import { until } from '../checks/poll.ts'
import { merchantId } from '../clients/client.ts'
import { tollgate } from '../gateway/command-line.ts'
import { testKey, testPassword } from '../gateway/database.ts'
import { makeSite, type Owner } from '../gateway/process.ts'
import { type ReplicatedServers, type ServerName, startReplicatedServers } from '../gateway/replicated-servers.ts'
import { openResults, type PaymentLoad, runClient, sendTo } from './fault-load.ts'
import { openUsers } from './fault-users.ts'

export interface PromotionsRun {
  readonly rounds: number
  readonly seconds: number
  readonly seed: number
  readonly pauseMs?: number
  readonly say?: (line: string) => void
}

const clients = 8

export async function runPromotions(run: PromotionsRun, owner: Owner) {
  const { rounds, seconds, seed, pauseMs = 20, say } = run
  const random = seeded(seed)
  const site = await makeSite(owner)
  const servers = await startReplicatedServers(owner, site.folder)
  const acquirer = await startEmbeddedPostgres({ dataDir: join(site.folder, 'acquirer') })
  owner.after(() => acquirer.stop())
  const { host, port, user, database } = acquirer.connection
  const environment = {
    DATABASE_URL: servers.databaseUrl,
    TOLLGATE_SIMULATOR_DATABASE_URL: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    TOLLGATE_KEY_ENCRYPTION_KEY: testKey,
    TOLLGATE_SANDBOX_PASSWORD: testPassword,
    TOLLGATE_DATA_DIR: site.dataDir,
  }
  const gateway = await site.start(environment)
  const users = await openUsers(environment, merchantId, undefined)
  owner.after(() => users.close())
  await users.prepare()
  let isOver = false
  const load: PaymentLoad = {
    sent: [],
    notified: new Set(),
    heard: {},
    failures: [],
    tokens: new Set(),
    agreements: new Set(),
    random,
    notificationUrl: 'https://shop.example/notified',
    act: (action, orderId) => users.act(action, orderId, load),
    async next() {
      await delay(random() * pauseMs)
      return isOver ? undefined : gateway
    },
  }
  const running = Promise.all(Array.from({ length: clients }, () => runClient(load)))
  running.catch(() => {})
  owner.after(async () => {
    isOver = true
    await running.catch(() => {})
  })
  const succeeded = () => load.sent.filter(({ response }) => response?.body.result === 'SUCCESS').length

  let primary: ServerName = 'first'
  let slowestMs = 0
  const slowestFollowed = { killed: 0, silent: 0 }
  for (let round = 0; round < rounds; round += 1) {
    const standby: ServerName = primary === 'first' ? 'second' : 'first'
    const before = succeeded()
    await until(() => succeeded() >= before + 10, 'payments succeed')
    await delay(random() * seconds * 1000)
    const isSilent = round % 2 === 1
    if (isSilent) await servers.suspend(primary)
    else await servers.kill(primary)
    const lostMs = performance.now()
    await servers.promote(standby)
    await until(async () => (await servers.query(standby, usedText)).length > 0, 'the gateway uses the promoted server')
    const followedMs = performance.now() - lostMs
    slowestFollowed[isSilent ? 'silent' : 'killed'] = Math.max(
      slowestFollowed[isSilent ? 'silent' : 'killed'],
      followedMs,
    )
    if (isSilent) {
      const since = new Date()
      await servers.resume(primary)
      await untilUnused(servers, primary, since)
      await servers.kill(primary)
    }
    await servers.rebuild(primary)
    // From here on the new primary can confirm.
    const [since, count] = [performance.now(), succeeded()]
    await until(() => succeeded() > count, 'payments succeed again')
    slowestMs = Math.max(slowestMs, performance.now() - since)
    primary = standby
    say?.(
      `${String(round + 1).padStart(4)}  the ${primary} server was promoted after the other was ${isSilent ? 'silent' : 'killed'}; ${load.sent.length} requests so far`,
    )
  }
  isOver = true
  await running
  await untilSettled(servers, primary)
  // A repeat gets the recorded outcome, and nothing is executed twice.
  for (const one of load.sent.filter(({ response, isRefused }) => !response && !isRefused)) await sendTo(gateway, one)
  await untilSettled(servers, primary)
  const { code, stdout } = await tollgate(['books', 'verify'], { env: environment })
  assert.equal(code, 0, `the books: ${stdout}`)
  const acknowledged = await compare(servers, primary, load)
  return {
    heard: load.heard,
    figures: {
      promotions: rounds,
      requests: load.sent.length,
      acknowledged,
      lost: 0,
      silent: Math.floor(rounds / 2),
      slowestFollowedAfterKillMs: Math.round(slowestFollowed.killed),
      slowestFollowedAfterSilenceMs: Math.round(slowestFollowed.silent),
      slowestFirstPaymentMs: Math.round(slowestMs),
    },
  }
}

/** Statements of a gateway, other than the question which server is the primary. */
const usedText = `select 1 from pg_stat_activity
  where application_name = 'tollgate' and query not like '%pg_control_system%' and query <> ''`

/**
 * A former primary that wakes up finds its connections closed, and gets no others. A process of it whose commit waits for
 * the standby does not notice, and waits for ever: nothing of it is acknowledged.
 */
async function untilUnused(servers: ReplicatedServers, name: ServerName, since: Date): Promise<void> {
  const text = `${usedText} and (state = 'idle' or backend_start > '${since.toISOString()}')`
  await until(async () => (await servers.query(name, text)).length === 0, 'the former primary is not used')
}

async function untilSettled(servers: ReplicatedServers, primary: ServerName): Promise<void> {
  const text = 'select 1 from transactions where deadline_at is not null or reverse_at is not null limit 1'
  await until(async () => (await servers.query(primary, text)).length === 0, 'everything has its outcome')
}

/** How many definite responses merchants have got, each of which is recorded with the same outcome. */
async function compare(servers: ReplicatedServers, primary: ServerName, { sent }: PaymentLoad): Promise<number> {
  const rows = await servers.query<{ id: string; code: string }>(
    primary,
    `select order_id || ' ' || transaction_id as id, gateway_code as code from transactions`,
  )
  const recorded = new Map(rows.map(({ id, code }) => [id, code]))
  const definite = sent.flatMap(({ orderId, transactionId, response }) =>
    response && !openResults.includes(response.body.result)
      ? [{ id: `${orderId} ${transactionId}`, code: response.body.response.gatewayCode as string }]
      : [],
  )
  assert.deepEqual(
    definite.filter(({ id, code }) => recorded.get(id) !== code),
    [],
    'the responses to merchants are recorded',
  )
  return definite.length
}
