// A database that keeps the gateway waiting, and with it an acquirer that thinks, for as long as a test wants.
import assert from 'node:assert/strict'
import pg from 'pg'
import { until } from '../checks/poll.ts'
import { countLockWaits, nodeUrlsOf, withoutCluster } from '../gateway/citus.ts'
import { databaseUrl } from '../gateway/database.ts'
import type { TestGateway } from '../gateway/gateway.ts'

interface Held {
  release(): Promise<void>
}

/** Locks the table: no other connection can read or write it until it is released. */
export async function holdTable({ database }: TestGateway, table: string): Promise<Held> {
  const client = new pg.Client(databaseUrl(database))
  await client.connect()
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  return {
    async release() {
      await client.query('rollback')
      await client.end()
    },
  }
}

/** Locks the table for writing until it is released; writers wait, also those of a gateway in another process. */
export async function holdWrites(connectionString: string, table: string) {
  const holders = await Promise.all(nodeUrlsOf(connectionString).map((url) => holdOn(url, table)))
  const onEach = (text: string) => Promise.all(holders.map((holder) => holder?.query(text)))
  const waiting = `from pg_locks where relation = '${table}'::regclass and not granted`
  const isAwaited = async () => (await onEach(`select ${waiting}`)).some((found) => found && found.rows.length > 0)
  return {
    untilAwaited: () => until(isAwaited, `a connection waits for ${table}`),
    /** What waits is not done after all, as if the machine had died and not just the gateway. */
    cutOff: () => onEach(`select pg_terminate_backend(pid) ${waiting}`),
    async release() {
      await Promise.all(holders.map((holder) => holder?.end()))
    },
  }
}

/** Undefined where there is no such table: those of the simulators are on one node of a cluster. */
async function holdOn(connectionString: string, table: string): Promise<pg.Client | undefined> {
  const holder = new pg.Client({ connectionString })
  holder.on('error', () => {})
  await holder.connect()
  const { rows } = await holder.query('select to_regclass($1) is not null as is_there', [table])
  if (!rows[0]?.is_there) return void (await holder.end())
  if (!withoutCluster) await holder.query('set citus.enable_ddl_propagation = off')
  await holder.query('begin')
  await holder.query(`lock table ${table} in share mode`)
  return holder
}

/** From now on the simulated acquirer cannot write its books, and so does not answer. */
export function holdAcquirer(gateway: TestGateway): Promise<Held> {
  return holdTable(gateway, 'simulated_acquirer.book')
}

/** Resolves when the gateway waits for a table that is held. */
export async function untilWaiting(gateway: TestGateway): Promise<void> {
  const url = databaseUrl(gateway.database)
  await until(async () => (await countLockWaits(url)) > 0, 'the gateway waits for a lock')
}

/** Resolves when a transaction of the order is recorded: the acquirer is about to be asked, or has been. */
export function untilAttemptRecorded(gateway: TestGateway, orderId: string): Promise<void> {
  return untilThere(gateway, 'select 1 from transactions where order_id = $1', [orderId])
}

async function untilThere(gateway: TestGateway, query: string, values: readonly string[] = []): Promise<void> {
  const deadline = performance.now() + 30_000
  while ((await gateway.query(query, values)).length === 0) {
    assert.ok(performance.now() < deadline, `nothing came of: ${query}`)
  }
}
