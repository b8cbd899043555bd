import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase, databaseUrl } from '../../../test/support/gateway/database.ts'
import { type Database, inUnitOfWork, openDatabase } from './database.ts'
import { holdLease, LeaseLost, tryHoldLease, withLease } from './leases.ts'

let database: Database

before(async () => {
  const connectionString = databaseUrl(await createTestDatabase())
  database = openDatabase({ connectionString }, { poolSize: 4, onError: () => undefined })
})
after(() => database.end())

const rowsOf = async (name: string) => (await database.query('select from leases where name = $1', [name])).rowCount

describe('a lease for one unit of work', () => {
  it('is held by one at a time, until the end of the unit of work', async () => {
    await inUnitOfWork(database, (client) => holdLease(client, 'one'))
    await inUnitOfWork(database, async (client) => {
      await holdLease(client, 'one')
      assert.equal(await inUnitOfWork(database, (other) => tryHoldLease(other, 'one')), false)
      assert.equal(await inUnitOfWork(database, (other) => tryHoldLease(other, 'another')), true)
    })
    assert.equal(await inUnitOfWork(database, (other) => tryHoldLease(other, 'one')), true)
  })

  it('is waited for by the next one', async () => {
    const order: string[] = []
    const holds = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const first = inUnitOfWork(database, async (client) => {
      await holdLease(client, 'waited')
      holds.resolve()
      await goOn.promise
      order.push('first')
    })
    await holds.promise
    const second = inUnitOfWork(database, async (client) => {
      await holdLease(client, 'waited')
      order.push('second')
    })
    goOn.resolve()
    await Promise.all([first, second])
    assert.deepEqual(order, ['first', 'second'])
  })
})

describe('a lease for several units of work', () => {
  const lasting = { name: 'lasting', durationMs: 60_000 }

  it('is refused while another process holds it, and leaves nothing behind', async () => {
    const outer = await withLease(database, lasting, async () => withLease(database, lasting, async () => 'done'))
    assert.equal(outer, 'LOCKED')
    assert.equal(await withLease(database, lasting, async () => 'done'), 'done')
    assert.equal(await rowsOf('lasting'), 0)
  })

  it('goes to the next process when it has expired, and the former holder commits nothing more', async () => {
    const work = withLease(database, lasting, async (lease) => {
      await lease.confirm(database)
      await database.query(`update leases set expires_at = now() - interval '1 second' where name = 'lasting'`)
      const taken = await withLease(database, lasting, async () => {
        await lease.confirm(database)
        return 'confirmed'
      }).catch((error: unknown) => error)
      return taken
    })
    assert.ok((await work) instanceof LeaseLost)
  })

  it('is prolonged by each confirmation', async () => {
    await withLease(database, lasting, async (lease) => {
      await database.query(`update leases set expires_at = now() - interval '1 second' where name = 'lasting'`)
      await lease.confirm(database)
      assert.equal(await withLease(database, lasting, async () => 'done'), 'LOCKED')
    })
  })
})
