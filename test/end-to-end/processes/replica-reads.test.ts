// A gateway that reads searches, figures, exports and reports from a standby: it says how old they are, and reads the primary
// when the standby is too old, gone, or the primary itself.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { composeAdministration, migrateInstallation, openInstallation } from '../../../src/compose/index.ts'
import { seedSandbox } from '../../../src/installation/sandbox/seed.ts'
import type { Config } from '../../../src/platform/config/config.ts'
import { until } from '../../support/checks/poll.ts'
import { type ApiResponse, apiPath, cardSource, merchantId, newOrderId, send } from '../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, signedIn } from '../../support/clients/console.ts'
import { giveReportingPassword, openReporter } from '../../support/clients/reporter.ts'
import {
  createTestDatabase,
  databaseUrl,
  silentLog,
  testConfig,
  testKey,
  testPassword,
} from '../../support/gateway/database.ts'
import { runGateway, type TestGateway } from '../../support/gateway/gateway.ts'
import { makeSite } from '../../support/gateway/process.ts'
import { type ReplicatedServers, startReplicatedServers } from '../../support/gateway/replicated-servers.ts'

const endings: (() => Promise<void>)[] = []
const owner = { after: (clean: () => Promise<void>) => void endings.push(clean) }
let servers: ReplicatedServers
let gateway: TestGateway
let clerk: ConsoleUser

before(async () => {
  const site = await makeSite(owner)
  servers = await startReplicatedServers(owner, site.folder)
  const simulators = await createTestDatabase()
  const settings = {
    DATABASE_URL: servers.databaseUrl,
    TOLLGATE_SIMULATOR_DATABASE_URL: databaseUrl(simulators),
    TOLLGATE_KEY_ENCRYPTION_KEY: testKey,
    TOLLGATE_SANDBOX_PASSWORD: testPassword,
  }
  const config = testConfig(simulators, {
    ...settings,
    TOLLGATE_DATA_DIR: site.dataDir,
    // Of the two, whichever is the standby.
    TOLLGATE_REPLICA_URL: servers.databaseUrl,
    TOLLGATE_REPLICA_MAX_AGE_MS: '2000',
  })
  await makeSandbox(config)
  gateway = await runGateway(config, { dataDir: site.dataDir, database: simulators })
  endings.push(() => gateway.stop())
  clerk = await signedIn(gateway)
  await giveReportingPassword(gateway, merchantId)
})
after(async () => {
  for (const clean of endings.toReversed()) await clean()
})

/** What the first start of a sandbox does with an empty database. */
async function makeSandbox(config: Config): Promise<void> {
  const installation = await openInstallation(config, silentLog())
  await migrateInstallation(installation)
  const administration = await composeAdministration(config, installation)
  await seedSandbox(administration, testPassword)
  await administration.vault.close()
  await installation.close()
}

async function pay(): Promise<string> {
  const orderId = newOrderId()
  const body = { apiOperation: 'PAY', order: { amount: '10.00', currency: 'USD' }, sourceOfFunds: cardSource() }
  const path = apiPath(`/order/${orderId}/transaction/1`)
  const paid = await send(gateway.listeners.httpUrl ?? '', { method: 'PUT', path, body })
  assert.equal(paid.body.result, 'SUCCESS', paid.text)
  return orderId
}

const list = (as = clerk, rest = '/orders') => ask(gateway, { path: ofMerchant(rest), as })
const day = `from=${new Date(Date.now() - 43_200_000).toISOString()}&to=${new Date(Date.now() + 43_200_000).toISOString()}`

function lists({ body }: ApiResponse, orderId: string): boolean {
  return body.rows.some((row: { orderId: string }) => row.orderId === orderId)
}

/** A response from a standby; its age was true when it was given. */
function assertAged({ status, body, text }: ApiResponse): void {
  assert.equal(status, 200, text)
  const { asOf, ageMs } = body.age
  assert.ok(ageMs >= 0 && ageMs <= 2_000, text)
  assert.ok(Date.now() - Date.parse(asOf) >= ageMs, text)
}

const replaying = (verb: 'pause' | 'resume') => servers.query('second', `select pg_wal_replay_${verb}()`)

describe('a gateway with TOLLGATE_REPLICA_URL', () => {
  it('reads searches and figures from the standby, and says how old they are', async () => {
    const orderId = await pay()
    await until(async () => lists(await list(), orderId), 'the order is found')
    assertAged(await list(clerk, `/figures?${day}`))
    assertAged(await list(clerk, '/transactions'))
    assertAged(await list())
    const [reads] = await servers.query<{ count: number }>(
      'second',
      `select count(*)::integer as count from pg_stat_activity where application_name = 'tollgate' and query like '%projected_%'`,
    )
    assert.ok((reads?.count ?? 0) > 0, 'the standby was read')
  })

  it('says it of files in a header, and a report has everything that was acknowledged before', async () => {
    const orderId = await pay()
    const report = await openReporter(gateway, merchantId).ask()
    assert.equal(report.status, 200, report.text)
    assert.ok(report.text.includes(orderId), report.text)
    assert.match(String(report.headers['x-data-as-of']), /^\d{4}-.*Z$/)
    assert.match(String(report.headers['x-data-age-ms']), /^\d+$/)
    const file = await list(clerk, '/orders.csv')
    assert.match(String(file.headers['x-data-as-of']), /^\d{4}-.*Z$/)
    assert.ok(file.text.includes(orderId), file.text)
  })

  it('shows an order itself, sessions and permissions as the primary has them', async () => {
    await replaying('pause')
    try {
      const orderId = await pay()
      const newcomer = await signedIn(gateway, { permissions: ['VIEW'] })
      const page = await ask(gateway, { path: ofMerchant(`/orders/${orderId}`), as: newcomer })
      assert.deepEqual([page.status, page.body.status], [200, 'CAPTURED'], page.text)
    } finally {
      await replaying('resume')
    }
  })

  it('reads the primary while the standby is too old, without an age, and the standby when it has caught up', async () => {
    await replaying('pause')
    try {
      const orderId = await pay()
      await until(async () => lists(await list(), orderId), 'the order is found')
      const { body } = await list()
      assert.equal(body.age, undefined)
      const report = await openReporter(gateway, merchantId).ask()
      assert.ok(report.text.includes(orderId), report.text)
      assert.equal(report.headers['x-data-as-of'], undefined)
    } finally {
      await replaying('resume')
    }
    await until(async () => (await list()).body.age !== undefined, 'the standby is read again')
  })

  it('reads the primary while the standby is down', async () => {
    // Otherwise nothing would be acknowledged.
    for (const name of ['first', 'second'] as const) {
      await servers.query(name, `alter system set synchronous_standby_names = ''`)
      await servers.query(name, 'select pg_reload_conf()')
    }
    await servers.stop('second')
    const orderId = await pay()
    await until(async () => lists(await list(), orderId), 'the order is found')
    assert.equal((await list()).body.age, undefined)
    await servers.start('second')
    await until(async () => (await list()).body.age !== undefined, 'the standby is read again')
  })

  it('reads the primary after the standby was promoted to it', async () => {
    await until(
      async () =>
        (await servers.query('first', `select 1 from pg_stat_replication where state = 'streaming'`)).length === 1,
      'the standby follows',
    )
    await servers.kill('first')
    await servers.promote('second')
    await until(async () => (await list()).status === 200, 'the promoted server is followed')
    const orderId = await pay()
    await until(async () => lists(await list(), orderId), 'the order is found')
    assert.equal((await list()).body.age, undefined)
    const counted = await gateway.dependencies.delayedReads.read(async () => 'read')
    assert.deepEqual(counted, { result: 'read' })
  })
})
