// A database server and two gateways on it, each a process that can be killed or stopped at any moment and comes back at the
// same address; and an acquirer with books of its own, which lives on meanwhile.
import assert from 'node:assert/strict'
import { cp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { ensureDevelopmentCertificates } from '../../../src/platform/certificates/development-ca.ts'
import { startEmbeddedPostgres } from '../../../src/platform/postgres/embedded/index.ts'
import { pickRandom } from '../builders/seeded.ts'
import { until } from '../checks/poll.ts'
import { placeCertificates, testKey, testPassword } from '../gateway/database.ts'
import { exitOf, makeSite, type Owner, type ReadyGateway } from '../gateway/process.ts'
import { endProcess } from '../gateway/processes.ts'
import { openDatabaseProxy } from './database-proxy.ts'
import type { Address } from './fault-load.ts'
import type { WorldAcquirer } from './world-acquirer.ts'

export interface World {
  /** What a gateway is started with. */
  readonly environment: Readonly<Record<string, string>>
  /** Where the gateways listen whenever they do: also while one of them, or the database, is down. */
  readonly addresses: readonly Address[]
  /** How many processes were killed: a gateway, the database server with all its processes, or one of those. */
  readonly kills: number
  /** When something was down or asleep, by the machine's clock. */
  readonly outages: readonly Outage[]
  killGateways(which: readonly number[]): Promise<void>
  /** With gateways too, and the acquirer, all in one moment. */
  killDatabase(gatewaysToo?: readonly number[], isAcquirerToo?: boolean): Promise<void>
  /** The process of one connection, which makes the server throw out all others. */
  killConnection(random: () => number): Promise<void>
  killAcquirer(): Promise<void>
  /** Outcomes that are still open are committed, and the connections break before the gateways are told. */
  loseAnswers(): Promise<void>
  /** Stops a gateway until its attempts in flight are past their deadline and the other has decided about them. */
  pauseGateway(index: number): Promise<void>
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>
  readonly acquirer: WorldAcquirer
  /** Ends both gateways in the orderly way, and the database servers with them. */
  stop(): Promise<void>
}

/** What comparing needs of it. */
export interface ComparedWorld extends Pick<World, 'environment' | 'addresses' | 'query' | 'acquirer' | 'outages'> {
  /** Of the gateway that is compared, if not the sandbox's. */
  readonly merchantId?: string
}

export interface Outage {
  readonly from: number
  readonly to: number
  /** Of a gateway or its database, not of the acquirer. */
  readonly isOurs: boolean
}

export interface WorldOptions {
  readonly acquirer: WorldAcquirer
  /** Short, so that deadlines pass by themselves. */
  readonly acquirerTimeoutMs: number
}

const names = ['one', 'two'] as const

/** What a killed process has handed to the system is written; only a machine without power needs more. */
export const serverSettings = { fsync: 'off', full_page_writes: 'off' }

/** In the URL of the databases, so that the servers can distinguish the connections. */
const applicationName = 'tollgate'

export async function makeWorld(owner: Owner, { acquirer, acquirerTimeoutMs }: WorldOptions): Promise<World> {
  const site = await makeSite(owner)
  const dataDir = join(site.folder, 'database')
  const { connection } = await startEmbeddedPostgres({ dataDir, settings: serverSettings })
  const { host = '', port = 0, user = '', password, database = '' } = connection
  const line = await openDatabaseProxy(owner, { host, port, user, ...(password && { password: String(password) }) })
  const environment = {
    DATABASE_URL: urlOf(connection, applicationName),
    TOLLGATE_KEY_ENCRYPTION_KEY: testKey,
    TOLLGATE_SANDBOX_PASSWORD: testPassword,
    TOLLGATE_ACQUIRER_TIMEOUT_MS: String(acquirerTimeoutMs),
    ...acquirer.environmentFor(applicationName),
  }
  const nameOf = (index: number) => names[index] ?? assert.fail(`there is no gateway ${index}`)
  // Both trust the same development authority, and with it one webhook.
  const certificates = (name: string) => join(site.folder, name, 'tls')
  await placeCertificates(join(site.folder, names[0]))
  await ensureDevelopmentCertificates(certificates(names[0]))
  await cp(certificates(names[0]), certificates(names[1]), { recursive: true })
  const ports = [await freePort(), await freePort()]
  const start = (index: number) =>
    site.start({
      ...environment,
      DATABASE_URL: `${line.url(database)}?application_name=${applicationName}-${nameOf(index)}`,
      ...acquirer.environmentFor(`${applicationName}-${nameOf(index)}`),
      TOLLGATE_DATA_DIR: join(site.folder, nameOf(index)),
      TOLLGATE_HTTP_PORT: String(ports[index]),
    })
  await acquirer.prepare?.({ ...environment, TOLLGATE_DATA_DIR: join(site.folder, names[0]) })
  // One after the other: the first one makes the tables.
  const gateways = [await start(0), await start(1)]
  const outages: Outage[] = []
  let kills = 0

  const query = <Row extends object>(sql: string, values?: readonly unknown[]) =>
    queryAt<Row>({ ...connection, ssl: false }, sql, values)

  async function whileDown(work: () => Promise<void>, isOurs = true): Promise<void> {
    const from = Date.now()
    await work()
    outages.push({ from, to: Date.now(), isOurs })
  }

  function killGateway(index: number): ReadyGateway {
    const gateway = gateways[index] ?? assert.fail(`there is no gateway ${nameOf(index)}`)
    gateway.kill('SIGKILL')
    kills += 1
    return gateway
  }

  async function killAcquirer(): Promise<void> {
    kills += 1
    await acquirer.kill()
  }

  async function restartGateways(killed: readonly ReadyGateway[]): Promise<void> {
    await Promise.all(
      killed.map(async (gateway) => {
        await exitOf(gateway)
        const index = gateways.indexOf(gateway)
        gateways[index] = await start(index)
      }),
    )
  }

  async function databaseAnswers(): Promise<boolean> {
    return query('select').then(
      () => true,
      () => false,
    )
  }

  return {
    environment: { ...environment, TOLLGATE_DATA_DIR: join(site.folder, names[0]) },
    addresses: ports.map((port) => ({ httpUrl: `http://localhost:${port}` })),
    query,
    acquirer,
    outages,
    get kills() {
      return kills
    },

    killGateways: (which) => whileDown(() => restartGateways(which.map(killGateway))),

    killDatabase: (gatewaysToo = [], isAcquirerToo = false) =>
      whileDown(async () => {
        const living = new Set(gateways.map(({ pid }) => pid))
        const findServers = async () => (await site.processes()).filter((pid) => !living.has(pid))
        assert.ok((await findServers()).length > 0, 'a database server runs')
        // Looked for again: a server may have begun to serve another connection while it was being killed, and such an
        // orphan can wait for ever for a lock that the dead held.
        for (let servers = await findServers(); servers.length > 0; servers = await findServers())
          for (const pid of servers) endProcess(pid)
        kills += 1
        const killed = gatewaysToo.map(killGateway)
        const acquirerIsBack = isAcquirerToo ? killAcquirer() : undefined
        await startEmbeddedPostgres({ dataDir, settings: serverSettings })
        await acquirerIsBack
        await restartGateways(killed)
      }),

    killConnection: (random) =>
      whileDown(async () => {
        const connections = await query<{ pid: number }>(
          `select pid from pg_stat_activity where application_name like '${applicationName}-%'`,
        )
        endProcess(pickRandom(connections, random).pid)
        kills += 1
        await until(databaseAnswers, 'the database server has recovered')
      }),

    killAcquirer: () => whileDown(killAcquirer, false),

    loseAnswers: () =>
      whileDown(async () => {
        const untilMs = performance.now() + answersLostMs
        for (let time = 1; time <= answersLost; time += 1) {
          const before = line.broken
          line.breakAt({ statement: 'record-outcomes', values: ['UNKNOWN', 'PENDING'], lost: 'answer' })
          while (line.broken === before && performance.now() < untilMs) await delay(20)
        }
        line.breakAt(undefined)
      }),

    pauseGateway: (index) =>
      whileDown(async () => {
        const inFlight = async () =>
          (await query<{ id: string }>('select attempt_id as id from transactions where gateway_code is null')).map(
            ({ id }) => id,
          )
        const left = await stopWithRequests(gateways[index] ?? assert.fail(`there is no gateway ${index}`), inFlight)
        const isDecided = async () => {
          // Servers throw out who leaves a unit of work open, as the one that sleeps may have; here at once.
          const application = `${applicationName}-${nameOf(index)}`
          await query(endIdleWork(application))
          await acquirer.endIdleWork?.(application)
          return !(await inFlight()).some((id) => left.has(id))
        }
        await until(isDecided, 'the other gateway has decided about what was in flight')
        gateways[index]?.kill('SIGCONT')
      }),

    async stop() {
      for (const gateway of gateways) gateway.kill('SIGTERM')
      for (const gateway of gateways) assert.equal((await exitOf(gateway)).code, 0, gateway.stderr)
      await (await startEmbeddedPostgres({ dataDir, settings: serverSettings })).stop()
      assert.deepEqual(await site.processes(), [])
      await acquirer.stop()
    },
  }
}

/** So many, if there are as many in this time. */
const answersLost = 5
const answersLostMs = 5_000

const stopTriesMax = 20
const stopPauseMs = 150

/** Stops a gateway in the middle of requests: those that the other one has do not stay in flight for long. */
async function stopWithRequests(
  gateway: ReadyGateway,
  inFlight: () => Promise<readonly string[]>,
): Promise<ReadonlySet<string>> {
  for (let time = 1; ; time += 1) {
    gateway.kill('SIGSTOP')
    const before = new Set(await inFlight())
    await delay(stopPauseMs)
    const left = (await inFlight()).filter((id) => before.has(id))
    if (left.length > 0 || time === stopTriesMax) return new Set(left)
    gateway.kill('SIGCONT')
    await delay(stopPauseMs)
  }
}

/** Ends the connections of a process that has left a unit of work open. */
export function endIdleWork(application: string): string {
  return `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = '${application}' and state like 'idle in transaction%'`
}

export async function queryAt<Row extends object>(
  connection: pg.ClientConfig,
  sql: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(sql, [...values])).rows
  } finally {
    await client.end()
  }
}

/** Below the ports that systems give to outgoing connections, so that none of those takes it while its gateway is down. */
const firstPort = 20_000
let nextPort = firstPort + (process.pid % 5_000)

export async function freePort(): Promise<number> {
  for (;;) {
    const port = nextPort
    nextPort += 1
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const server = createServer()
  server.once('error', () => resolve(false))
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  return promise
}

export function urlOf({ host, port, user, database, password }: pg.ClientConfig, application: string): string {
  const login = password ? `${user}:${encodeURIComponent(String(password))}` : user
  const options = new URLSearchParams({ host: host ?? '', application_name: application })
  return `postgresql://${login}@localhost:${port}/${database}?${options}`
}
