// The simulated outside world may keep its books in a database of its own, which then goes on when the gateway's is gone.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import { migrateInstallation, openInstallation } from '../../../../src/compose/index.ts'
import { newOrderId, payBody } from '../../../support/clients/client.ts'
import { openShop } from '../../../support/clients/shop.ts'
import { tollgate } from '../../../support/gateway/command-line.ts'
import {
  createEmptyDatabase,
  createTestDatabase,
  databaseUrl,
  silentLog,
  testConfig,
  testEnvironment,
} from '../../../support/gateway/database.ts'
import { query } from '../../../support/gateway/embedded-kit.ts'
import { startGateway } from '../../../support/gateway/gateway.ts'

const schemasIn = async (database: string) =>
  (
    await query<{ name: string }>(
      { connectionString: databaseUrl(database) },
      `select nspname as name from pg_namespace where nspname like 'simulated%' order by 1`,
    )
  ).map(({ name }) => name)

it("migration creates the simulators' schemas in their own database, and in no other", async () => {
  const [ours, theirs] = [await createEmptyDatabase(), await createEmptyDatabase()]
  const config = testConfig(ours, { TOLLGATE_SIMULATOR_DATABASE_URL: databaseUrl(theirs) })
  const installation = await openInstallation(config, silentLog())
  try {
    await migrateInstallation(installation)
    assert.deepEqual(await migrateInstallation(installation), [])
  } finally {
    await installation.close()
  }
  assert.deepEqual(await schemasIn(ours), [])
  assert.ok((await schemasIn(theirs)).includes('simulated_acquirer'))
})

it('a payment is in the books of the other database, and the operator compares it with them', async () => {
  const theirs = await createTestDatabase()
  const overrides = { TOLLGATE_SIMULATOR_DATABASE_URL: databaseUrl(theirs) }
  const gateway = await startGateway(overrides)
  try {
    const shop = openShop(gateway)
    const paid = await shop.put(payBody(), { orderId: newOrderId(), transactionId: '1' })
    assert.equal(paid.body.result, 'SUCCESS', paid.text)
    const count = 'select count(*)::int as lines from simulated_acquirer.book'
    const [their] = await query<{ lines: number }>({ connectionString: databaseUrl(theirs) }, count)
    assert.equal(their?.lines, 1)
    assert.deepEqual(await gateway.query(count), [{ lines: 0 }])

    const env = testEnvironment(gateway.database, { TOLLGATE_DATA_DIR: gateway.dataDir, ...overrides })
    const compare = ['books', 'verify', 'TESTMERCHANT', '--json']
    assert.equal((await tollgate(compare, { env })).code, 0)
    const { TOLLGATE_SIMULATOR_DATABASE_URL: _, ...without } = env
    assert.equal((await tollgate(compare, { env: without })).code, 1, 'the other books lack the payment')
    const exported = await tollgate(['export', join(gateway.dataDir, 'all.export')], { env })
    assert.notEqual(exported.code, 0)
    assert.match(exported.stderr, /has a separate database/)
  } finally {
    await gateway.stop()
  }
})
