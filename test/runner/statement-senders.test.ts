// A refused statement counts as the test's own only when a file of the tests has sent it.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { type Database, inUnitOfWork, openDatabase } from '../../src/platform/postgres/database.ts'
import { holdLease } from '../../src/platform/postgres/leases.ts'
import { createTestDatabase, databaseUrl } from '../support/gateway/database.ts'
import { isSentByTest, noteSenders, senderOf } from './statement-senders.ts'

/** Every server refuses it like this. */
const refused = 'select count(*) from pg_class for update'

describe('a statement that the database refuses', () => {
  const { query: poolQuery } = pg.Pool.prototype
  const { query: clientQuery } = pg.Client.prototype
  let database: Database
  before(async () => {
    database = openDatabase(
      { connectionString: databaseUrl(await createTestDatabase()) },
      { poolSize: 2, onError: () => undefined },
    )
    noteSenders()
  })
  after(async () => {
    Object.assign(pg.Pool.prototype, { query: poolQuery })
    Object.assign(pg.Client.prototype, { query: clientQuery })
    await database.end()
  })

  const isOwn = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      assert.ok(error instanceof Error && 'code' in error)
      return [error.code, isSentByTest(error)]
    }
    return assert.fail('it was not refused')
  }

  it('is of the test that sends it, by a pool or in a unit of work', async () => {
    assert.deepEqual(await isOwn(() => database.query(refused)), ['0A000', true])
    assert.deepEqual(await isOwn(() => inUnitOfWork(database, async (client) => client.query(refused))), [
      '0A000',
      true,
    ])
  })

  it('is of the gateway when one of its sources has sent it, however deep it is in a promise', async () => {
    const work = () =>
      inUnitOfWork(database, async (client) => {
        await client.query(`create temp table leases (name text) on commit drop;
          create function pg_temp.refuse() returns trigger language plpgsql as
            $$begin raise exception 'refused' using errcode = 'feature_not_supported'; end$$;
          create trigger refuse before insert on pg_temp.leases for each row execute function pg_temp.refuse()`)
        return holdLease(client, 'any')
      })
    assert.deepEqual(await isOwn(work), ['0A000', false])
  })

  it('is of the nearest file that does not only pass it on', () => {
    const stack = (...files: string[]) => files.map((file) => `    at f (file:///x/${file}:1:2)`).join('\n')
    const [test, source, passing] = [
      'test/end-to-end/a.test.ts',
      'src/tokens/b.ts',
      'src/platform/postgres/database.ts',
    ]
    assert.equal(senderOf(stack(passing, source, test)), source)
    assert.equal(senderOf(stack(passing, test, source)), test)
    assert.equal(senderOf(stack('node_modules/pg/lib/client.js')), undefined)
    assert.equal(isSentByTest({ sentBy: 'src/tokens/b.test.ts' }), true)
    assert.equal(isSentByTest({ sentBy: source }), false)
    assert.equal(isSentByTest({}), false)
  })
})
