// A database that keeps the gateway waiting, and with it an acquirer that thinks, for as long as a test wants.
import assert from 'node:assert/strict'
import pg from 'pg'
import { until } from '../checks/poll.ts'
import { databaseUrl } from '../gateway/database.ts'
import type { TestGateway } from '../gateway/gateway.ts'

interface Held {
  release(): Promise<void>
}

/** From now on nobody else can read or write the table, until it is released. */
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

/** Nobody can write to the table until it is released; whoever tries waits, also a gateway in a process of its own. */
export async function holdWrites(connectionString: string, table: string) {
  const holder = new pg.Client({ connectionString })
  holder.on('error', () => {})
  await holder.connect()
  await holder.query('begin')
  await holder.query(`lock table ${table} in share mode`)
  const waiting = `from pg_locks where relation = '${table}'::regclass and not granted`
  return {
    untilAwaited: () =>
      until(async () => (await holder.query(`select ${waiting}`)).rows.length > 0, `somebody waits for ${table}`),
    /** What waits is not done after all, as if the machine had died and not just the gateway. */
    cutOff: () => holder.query(`select pg_terminate_backend(pid) ${waiting}`),
    release: () => holder.end(),
  }
}

/** From now on the simulated acquirer cannot write its books, and so does not answer. */
export function holdAcquirer(gateway: TestGateway): Promise<Held> {
  return holdTable(gateway, 'simulated_acquirer.book')
}

/** Resolves when the gateway waits for a table that is held. */
export function untilWaiting(gateway: TestGateway): Promise<void> {
  return untilThere(
    gateway,
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
}

/** Resolves when a transaction of the order is recorded: the acquirer is about to be asked, or has been. */
export function untilAsked(gateway: TestGateway, orderId: string): Promise<void> {
  return untilThere(gateway, 'select 1 from transactions where order_id = $1', [orderId])
}

async function untilThere(gateway: TestGateway, query: string, values: readonly string[] = []): Promise<void> {
  const deadline = performance.now() + 30_000
  while ((await gateway.query(query, values)).length === 0) {
    assert.ok(performance.now() < deadline, `nothing came of: ${query}`)
  }
}
