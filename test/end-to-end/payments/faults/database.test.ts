// Database failures under a running gateway: silent connections, readers that take every connection, locked rows, a
// server that takes no writes. Payments continue, or are refused temporarily; nothing needs a restart.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { until } from '../../../support/checks/poll.ts'
import { type ApiResponse, apiPath, cardSource, newOrderId, send } from '../../../support/clients/client.ts'
import { type DatabaseProxy, openDatabaseProxy } from '../../../support/faults/database-proxy.ts'
import { holdTable } from '../../../support/faults/slow-database.ts'
import { nodeUrlsOf, withoutCluster } from '../../../support/gateway/citus.ts'
import { createTestDatabase, databaseUrl, testPassword } from '../../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts'

const poolSize = 5
let gateway: TestGateway
let proxy: DatabaseProxy
const endings: (() => Promise<void>)[] = []
before(async () => {
  const database = await createTestDatabase()
  proxy = await openDatabaseProxy({ after: (clean) => endings.push(clean) })
  await proxy.coverNodes(database)
  gateway = await startGateway(
    {
      DATABASE_URL: proxy.url(database),
      TOLLGATE_DATABASE_POOL_SIZE: String(poolSize),
      TOLLGATE_MONEY_STATEMENT_TIMEOUT_MS: '2000',
      TOLLGATE_DATABASE_STATEMENT_TIMEOUT_MS: '8000',
    },
    database,
  )
  endings.push(gateway.stop)
})
after(async () => {
  for (const clean of endings.toReversed()) await clean()
})

const payment = { apiOperation: 'PAY', order: { amount: '10.00', currency: 'USD' }, sourceOfFunds: cardSource() }
const refund = { apiOperation: 'REFUND', transaction: { amount: '1.00', currency: 'USD' } }

function call(rest: string, { merchant = 'TESTMERCHANT', body }: { merchant?: string; body?: object } = {}) {
  return send(gateway.listeners.httpUrl ?? '', {
    method: body ? 'PUT' : 'GET',
    path: apiPath(rest, { merchant }),
    login: `merchant.${merchant}:${testPassword}`,
    ...(body && { body }),
  })
}

const pay = (orderId = newOrderId(), merchant = 'TESTMERCHANT') =>
  call(`/order/${orderId}/transaction/1`, { merchant, body: payment })

const resultOf = ({ status, body }: ApiResponse) => [status, body.result]

async function isReady(): Promise<boolean> {
  return (await send(gateway.listeners.httpUrl ?? '', { path: '/health/ready', login: null })).status === 200
}

function assertBusy({ status, headers, text, body }: ApiResponse): void {
  assert.deepEqual([status, body.error.cause, headers['retry-after']], [503, 'SERVER_BUSY', '5'], text)
}

it('payments are made once each when every database connection has fallen silent', async () => {
  assert.deepEqual(resultOf(await pay()), [201, 'SUCCESS'])
  proxy.goSilent()
  const orderIds = Array.from({ length: 10 }, newOrderId)
  const responses = await Promise.all(orderIds.map((orderId) => pay(orderId)))
  assert.deepEqual(
    responses.map(resultOf),
    orderIds.map(() => [201, 'SUCCESS']),
  )
  const twice = await gateway.query('select from simulated_acquirer.book where asked > 1')
  assert.equal(twice.length, 0)
})

it('payments continue while readers of the feed hold all the connections they may have', async () => {
  // Connections that fell silent in the test before are not the readers' until they have been given up.
  const readAll = () => Promise.all(Array.from({ length: poolSize }, () => call('/events')))
  await until(async () => (await readAll()).every(({ status }) => status === 200), 'every connection answers')
  const held = await holdTable(gateway, 'feed_entries')
  const reads = Array.from({ length: 2 * poolSize }, () => call('/events'))
  try {
    const waiting = `select from pg_locks where relation = 'feed_entries'::regclass and not granted`
    await until(async () => (await gateway.query(waiting)).length >= poolSize - 1, 'readers of the feed are waiting')
    // A merchant that this process has not met yet, or not for a while, is read from the database first.
    for (const merchant of ['TESTMERCHANT', 'TESTUNIQUE', 'TESTSUPPLIED'])
      assert.deepEqual(resultOf(await pay(newOrderId(), merchant)), [201, 'SUCCESS'])
  } finally {
    await held.release()
  }
  await Promise.all(reads)
})

describe('an order whose row another session has locked', () => {
  it('is refused temporarily, and payments on other orders do not wait for it', async (t) => {
    const orderIds = Array.from({ length: 2 }, newOrderId)
    for (const orderId of orderIds) assert.deepEqual(resultOf(await pay(orderId)), [201, 'SUCCESS'])
    const holder = new pg.Client(databaseUrl(gateway.database))
    await holder.connect()
    t.after(() => holder.end())
    await holder.query(`begin`)
    const lock = `select from orders where merchant_id = 'TESTMERCHANT' and order_id = any ($1) for update`
    await holder.query(lock, [orderIds])
    const refunds = orderIds.map((orderId) => call(`/order/${orderId}/transaction/2`, { body: refund }))
    const others = await Promise.all(Array.from({ length: 20 }, () => pay()))
    assert.deepEqual(new Set(others.map((response) => String(resultOf(response)))), new Set(['201,SUCCESS']))
    for (const response of await Promise.all(refunds)) assertBusy(response)
    await holder.query('rollback')
    for (const orderId of orderIds)
      assert.deepEqual(resultOf(await call(`/order/${orderId}/transaction/2`, { body: refund })), [201, 'SUCCESS'])
  })
})

describe('a database that takes no writes', () => {
  /** Every write of the money path fails like this, until it is mended; reads go on. */
  const troubles = {
    'has no room on its disk': {
      // A cluster passes triggers on to the tables of its nodes.
      servers: (urls: readonly string[]) => urls.slice(0, 1),
      settings: ['set citus.enable_unsafe_triggers = on'],
      begin: [
        `create function refuse() returns trigger language plpgsql as
          $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
        'create trigger refuse before insert or update on orders for each row execute function refuse()',
        'create trigger refuse before insert or update on write_canaries for each row execute function refuse()',
      ],
      end: ['drop function refuse cascade'],
    },
    'has become read-only': {
      servers: (urls: readonly string[]) => urls,
      settings: ['set citus.enable_ddl_propagation = off'],
      begin: [
        `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database());
          perform pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid() and application_name = 'tollgate'; end $$`,
      ],
      end: [
        `do $$ begin execute format('alter database %I reset default_transaction_read_only', current_database()); end $$`,
      ],
    },
  }

  /** As an operator, whom the trouble does not concern. */
  async function onServers(urls: readonly string[], statements: readonly string[]): Promise<void> {
    for (const connectionString of urls) {
      const operator = new pg.Client({ connectionString, options: '-c default_transaction_read_only=off' })
      await operator.connect()
      try {
        for (const text of statements) await operator.query(text)
      } finally {
        await operator.end()
      }
    }
  }

  for (const [what, { servers, settings, begin, end }] of Object.entries(troubles))
    it(`and ${what} refuses payments temporarily, and recovers by itself`, async () => {
      const urls = servers(nodeUrlsOf(databaseUrl(gateway.database)))
      const ofCluster = withoutCluster ? [] : settings
      const orderId = newOrderId()
      assert.deepEqual(resultOf(await pay(orderId)), [201, 'SUCCESS'])
      await onServers(urls, [...ofCluster, ...begin])
      try {
        const wanted = newOrderId()
        await until(async () => (await pay(wanted)).status === 503, 'payments are refused')
        assertBusy(await pay(wanted))
        // On a cluster a refused payment says nothing about other nodes; the gateway's next test row does.
        if (withoutCluster) assert.equal(await isReady(), false)
        else await until(async () => !(await isReady()), 'the gateway is not ready')
        assert.equal((await call(`/order/${orderId}`)).status, 200, 'what is there can be read')
      } finally {
        await onServers(urls, [...ofCluster, ...end])
      }
      await until(async () => (await pay()).status === 201, 'payments are made again')
      assert.equal(await isReady(), true)
    })
})
