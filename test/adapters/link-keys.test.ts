// The keys for message authentication that an ISO 8583 host has sent, as stored for every gateway and the next start.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { postgresKeyStore } from '../../src/adapters/acquirers/iso8583/keys.ts'
import { type Database, openDatabase } from '../../src/adapters/postgres/database.ts'
import { createTestDatabase, databaseUrl } from '../support/gateway/database.ts'

let database: Database
before(async () => {
  const connectionString = databaseUrl(await createTestDatabase())
  database = openDatabase({ connectionString }, { poolSize: 2, onError: () => undefined })
})
after(() => database.end())

describe('the key that a host has sent for a link', () => {
  const first = { sealed: '0A'.repeat(16), checkValue: '111111' }
  const second = { sealed: '0B'.repeat(16), checkValue: '222222' }

  it('replaces the one before, and not that of another link', async () => {
    const [north, south] = [postgresKeyStore(database, 'north-bank'), postgresKeyStore(database, 'south-bank')]
    await south.write('C0FFEE', first)
    for (const key of [first, second]) {
      await north.write('C0FFEE', key)
      assert.deepEqual(await north.read('C0FFEE'), key)
    }
    assert.deepEqual(await south.read('C0FFEE'), first)
  })

  it('is not used once the operator has set another one', async () => {
    const store = postgresKeyStore(database, 'west-bank')
    await store.write('C0FFEE', first)
    assert.equal(await store.read('BEEF00'), undefined)
    await store.write('BEEF00', second)
    assert.equal(await store.read('C0FFEE'), undefined)
  })
})
