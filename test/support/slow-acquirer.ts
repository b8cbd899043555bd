// An acquirer that thinks for as long as a test wants it to.
import assert from 'node:assert/strict'
import pg from 'pg'
import { databaseUrl } from './database.ts'
import type { TestGateway } from './gateway.ts'

/** From now on the simulated acquirer cannot write its books, and so does not answer, until it is released. */
export async function holdAcquirer({ database }: TestGateway): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client(databaseUrl(database))
  await client.connect()
  await client.query('begin; lock table simulated_acquirer.book in exclusive mode')
  return {
    async release() {
      await client.query('rollback')
      await client.end()
    },
  }
}

/** Resolves when a transaction of the order is recorded: the acquirer is about to be asked, or has been. */
export async function untilAsked(gateway: TestGateway, orderId: string): Promise<void> {
  const deadline = performance.now() + 10_000
  for (;;) {
    const rows = await gateway.query('select 1 from transactions where order_id = $1', [orderId])
    if (rows.length > 0) return
    assert.ok(performance.now() < deadline, 'no transaction of the order is recorded')
  }
}
