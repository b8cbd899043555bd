// A database server and two gateways on it, each a process that can be killed or stopped at any moment and comes back.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../src/adapters/postgres/embedded/index.ts'
import { chosen } from '../builders/seeded.ts'
import { until } from '../checks/poll.ts'
import { testKey, testPassword } from '../gateway/database.ts'
import { endProcess, exitOf, holdAcquirer, makeSite, type Owner, type ReadyGateway } from '../gateway/process.ts'

export interface World {
  /** What a gateway is started with. */
  readonly environment: Readonly<Record<string, string>>
  /** Gateways that should answer now. */
  available(): readonly ReadyGateway[]
  /** How many processes were killed: a gateway, the database server with all its processes, or one of those. */
  readonly kills: number
  killGateways(which: readonly number[]): Promise<void>
  /** With gateways too, all in one moment. */
  killDatabase(gatewaysToo?: readonly number[]): Promise<void>
  /** The process of one connection, which makes the server throw out all others. */
  killConnection(random: () => number): Promise<void>
  /** Stops a gateway until its attempts in flight are past their deadline and others have decided about them. */
  pauseGateway(index: number): Promise<void>
  query<Row extends object>(sql: string): Promise<readonly Row[]>
  /** Ends both gateways in the orderly way, and the database server with them. */
  stop(): Promise<void>
}

const names = ['one', 'two'] as const

/** In the URL of the database, so that the server can tell whose connection is whose. */
const applicationName = 'tollgate'

/** Longer than a gateway is paused: it is to wake with an answer, and not because it has waited for too long. */
const acquirerTimeoutMs = 5_000

export async function makeWorld(owner: Owner): Promise<World> {
  const site = await makeSite(owner)
  const dataDir = join(site.folder, 'database')
  const { connection } = await startEmbeddedPostgres({ dataDir })
  const environment = {
    DATABASE_URL: urlOf(connection, applicationName),
    TOLLGATE_KEY_ENCRYPTION_KEY: testKey,
    TOLLGATE_SANDBOX_PASSWORD: testPassword,
    TOLLGATE_ACQUIRER_TIMEOUT_MS: String(acquirerTimeoutMs),
  }
  const nameOf = (index: number) => names[index] ?? assert.fail(`there is no gateway ${index}`)
  const start = (index: number) =>
    site.start({
      ...environment,
      DATABASE_URL: urlOf(connection, `${applicationName}-${nameOf(index)}`),
      TOLLGATE_DATA_DIR: join(site.folder, nameOf(index)),
    })
  // One after the other: the first one makes the tables.
  const gateways = [await start(0), await start(1)]
  const absent = new Set<number>()
  let isDatabaseUp = true
  let kills = 0

  async function query<Row extends object>(sql: string): Promise<readonly Row[]> {
    const client = new pg.Client({ ...connection, ssl: false })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(sql)).rows
    } finally {
      await client.end()
    }
  }

  function killGateway(index: number): ReadyGateway {
    const gateway = gateways[index] ?? assert.fail(`there is no gateway ${nameOf(index)}`)
    absent.add(index)
    gateway.kill('SIGKILL')
    kills += 1
    return gateway
  }

  async function restartGateways(killed: readonly ReadyGateway[]): Promise<void> {
    await Promise.all(
      killed.map(async (gateway) => {
        await exitOf(gateway)
        const index = gateways.indexOf(gateway)
        gateways[index] = await start(index)
        absent.delete(index)
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
    environment,
    query,
    available: () => (isDatabaseUp ? gateways.filter((_, index) => !absent.has(index)) : []),
    get kills() {
      return kills
    },

    async killGateways(which) {
      await restartGateways(which.map(killGateway))
    },

    async killDatabase(gatewaysToo = []) {
      const living = new Set(gateways.map(({ pid }) => pid))
      const findServers = async () => (await site.processes()).filter((pid) => !living.has(pid))
      assert.ok((await findServers()).length > 0, 'a database server runs')
      isDatabaseUp = false
      // Looked for again: a server may have begun to serve another connection while it was being killed, and such an
      // orphan can wait for ever for a lock that the dead held.
      for (let servers = await findServers(); servers.length > 0; servers = await findServers())
        for (const pid of servers) endProcess(pid)
      kills += 1
      const killed = gatewaysToo.map(killGateway)
      await startEmbeddedPostgres({ dataDir })
      isDatabaseUp = true
      await restartGateways(killed)
    },

    async killConnection(random) {
      const connections = await query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name like '${applicationName}-%'`,
      )
      isDatabaseUp = false
      endProcess(chosen(connections, random).pid)
      kills += 1
      await until(databaseAnswers, 'the database server has recovered')
      isDatabaseUp = true
    },

    async pauseGateway(index) {
      const [sleeper, other] = [index, 1 - index].map(
        (each) => `application_name = '${applicationName}-${nameOf(each)}'`,
      )
      // From now on only this gateway is asked, and the acquirer held: it sleeps while it waits for answers, and wakes
      // when they come too late.
      absent.add(1 - index)
      const acquirer = await holdAcquirer(owner, { ...connection, ssl: false })
      const asking = `from pg_locks join pg_stat_activity using (pid)
        where relation = 'simulated_acquirer.book'::regclass and not granted`
      await until(async () => (await query(`select ${asking} and ${sleeper}`)).length > 0, 'it asks the acquirer')
      absent.add(index)
      gateways[index]?.kill('SIGSTOP')
      // Brought forward, to spare the wait: the deadline in the database is the one that counts.
      const overdue = await query<{ attempt_id: string }>(
        'update transactions set deadline_at = now() where gateway_code is null returning attempt_id',
      )
      const found = (what: string) =>
        query(`select from transactions where ${what}
          and attempt_id = any ('{${overdue.map(({ attempt_id }) => attempt_id).join()}}')`)
      // What undoes or changes something is called off before it is decided, and that waits for the acquirer, too.
      const undecided = `gateway_code is null and type <> 'AUTHORIZATION_UPDATE' and type not like 'VOID%'`
      const isDecided = async () => {
        // The other one needs its connections to the acquirer, to find out what became of the requests.
        await query(`select pg_terminate_backend(pid) ${asking} and ${other}`)
        return (await found(undecided)).length === 0
      }
      await until(isDecided, 'the other gateway has decided')
      await acquirer.release()
      const isSettled = async () => {
        // The server throws out who leaves a unit of work open, as the simulated acquirer's in this process may be.
        await query(
          `select pg_terminate_backend(pid) from pg_stat_activity where ${sleeper} and state like 'idle in transaction%'`,
        )
        return (await found('(gateway_code is null or reverse_at is not null)')).length === 0
      }
      await until(isSettled, 'the other gateway has decided about everything and reversed what it gave up')
      gateways[index]?.kill('SIGCONT')
      absent.clear()
    },

    async stop() {
      for (const gateway of gateways) gateway.kill('SIGTERM')
      for (const gateway of gateways) assert.equal((await exitOf(gateway)).code, 0, gateway.stderr)
      await (await startEmbeddedPostgres({ dataDir })).stop()
      assert.deepEqual(await site.processes(), [])
    },
  }
}

function urlOf({ host, port, user, database, password }: pg.ClientConfig, application: string): string {
  const login = password ? `${user}:${encodeURIComponent(String(password))}` : user
  const options = new URLSearchParams({ host: host ?? '', application_name: application })
  return `postgresql://${login}@localhost:${port}/${database}?${options}`
}
