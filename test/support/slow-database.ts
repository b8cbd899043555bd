// A database that keeps the gateway waiting, and with it an acquirer that thinks, for as long as a test wants.
import assert from 'node:assert/strict'
import pg from 'pg'
import { databaseUrl } from './database.ts'
import type { TestGateway } from './gateway.ts'

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
