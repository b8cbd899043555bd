// Merchants that share a settlement batch at a card host, as the doctor finds them.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { findSharedBatches } from '../../src/installation/doctor/batch-checks.ts'
import type { SettingValues } from '../../src/kernel/settings-schema.ts'
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts'
import { createTestDatabase, databaseUrl } from '../support/gateway/database.ts'

let database: Database
before(async () => {
  const connectionString = databaseUrl(await createTestDatabase())
  database = openDatabase({ connectionString }, { poolSize: 2, onError: (error) => assert.fail(error) })
  const route = (linkId: string, acquirerMerchantId: string, ...terminals: string[]) => ({
    ...{ linkId, acquirerMerchantId },
    ...(terminals.length > 0 && { terminals }),
  })
  const profiles = {
    OLD: { acquirerLink: { adapter: 'host', acquirerMerchantId: 'ACCEPTOR' } },
    EAST: { routes: [route('host', 'ACCEPTOR', 'TERM0002'), route('other', 'EAST')] },
    WEST: { routes: [route('host', 'WEST'), route('host', 'WEST', 'TERM0009'), route('other', 'WEST')] },
  }
  for (const [merchantId, profile] of Object.entries(profiles))
    await database.query('insert into merchants (merchant_id, profile) values ($1, $2)', [merchantId, profile])
})
after(() => database.end())

function linkWith(settings: SettingValues = {}, { adapter = 'iso8583', isEnabled = true } = {}) {
  const revision = { revision: 2, settings, secrets: {}, change: 1 } as never
  return { linkId: 'host', adapter, isEnabled, revision: 2, revisions: [revision] }
}

describe('merchants that share a settlement batch', () => {
  it('are a warning where the host has one batch for a card acceptor', async () => {
    const { state, found } = await findSharedBatches(database, [linkWith()])
    assert.deepEqual([state, found], ['WARNING', 'shared by EAST, OLD (ACCEPTOR at host)'])
  })

  it('are none where the host has a batch for each terminal and theirs differ', async () => {
    const byTerminal = { batchesBy: 'terminal' }
    assert.equal((await findSharedBatches(database, [linkWith(byTerminal)])).state, 'OK')
    const { found } = await findSharedBatches(database, [linkWith({ ...byTerminal, terminal: 'TERM0002' })])
    assert.equal(found, 'shared by EAST, OLD (ACCEPTOR at host)')
  })

  it('do no harm where the gateway compares no totals', async () => {
    const links = [
      linkWith({ closesBatches: false }),
      linkWith({}, { adapter: 'gateway' }),
      linkWith({}, { isEnabled: false }),
    ]
    for (const link of links) assert.equal((await findSharedBatches(database, [link])).state, 'OK')
  })
})
