// A gateway whose database has a synchronous standby: it follows a promotion without a restart, nothing acknowledged is lost,
// a former primary is not used again, and without a standby that confirms nothing is acknowledged.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '../../support/checks/poll.ts'
import { type ApiResponse, apiPath, cardSource, newOrderId, send } from '../../support/clients/client.ts'
import { createTestDatabase, databaseUrl, testKey, testPassword } from '../../support/gateway/database.ts'
import { makeSite, type ReadyGateway } from '../../support/gateway/process.ts'
import {
  type ReplicatedServers,
  type ServerName,
  startReplicatedServers,
} from '../../support/gateway/replicated-servers.ts'

const endings: (() => Promise<void>)[] = []
const owner = { after: (clean: () => Promise<void>) => void endings.push(clean) }
let servers: ReplicatedServers
let gateway: ReadyGateway
/** Filled before the first promotion. */
let sessionId = ''

before(async () => {
  const site = await makeSite(owner)
  servers = await startReplicatedServers(owner, site.folder)
  gateway = await site.start({
    DATABASE_URL: servers.databaseUrl,
    // The acquirer lives on while the gateway's servers do not.
    TOLLGATE_SIMULATOR_DATABASE_URL: databaseUrl(await createTestDatabase()),
    TOLLGATE_KEY_ENCRYPTION_KEY: testKey,
    TOLLGATE_SANDBOX_PASSWORD: testPassword,
  })
  endings.push(async () => {
    gateway.kill('SIGTERM')
    await gateway.exited
  })
})
after(async () => {
  for (const clean of endings.toReversed()) await clean()
})

const payment = { apiOperation: 'PAY', order: { amount: '10.00', currency: 'USD' }, sourceOfFunds: cardSource() }

async function pay(orderId = newOrderId()): Promise<ApiResponse & { readonly orderId: string }> {
  const path = apiPath(`/order/${orderId}/transaction/1`)
  return { ...(await send(gateway.httpUrl, { method: 'PUT', path, body: payment })), orderId }
}

const isPaid = ({ status, body }: ApiResponse) => status === 201 && body.result === 'SUCCESS'
const isReversed = ({ status, body }: ApiResponse) => status === 201 && body.response?.gatewayCode === 'TIMED_OUT'
const isReady = async () => (await send(gateway.httpUrl, { path: '/health/ready', login: null })).status === 200

async function statusOf(orderId: string): Promise<unknown> {
  return (await send(gateway.httpUrl, { path: apiPath(`/order/${orderId}`) })).body.status
}

/** From here on the server acknowledges alone, as one with an asynchronous standby does. */
async function doWithoutStandby(name: ServerName): Promise<void> {
  await servers.query(name, `alter system set synchronous_standby_names = ''`)
  await servers.query(name, 'select pg_reload_conf()')
}

/** Pays continuously with a few clients until stopped. A payment is answered as paid, as reversed because its outcome was lost
 * with the server, or with a refusal. */
function payersUntilStopped() {
  const paid: string[] = []
  const reversed: string[] = []
  let isOver = false
  const payer = async () => {
    while (!isOver) {
      const response = await pay()
      if (isPaid(response)) paid.push(response.orderId)
      else if (isReversed(response)) reversed.push(response.orderId)
      else {
        assert.ok(response.status >= 500, response.text)
        await delay(20)
      }
    }
  }
  const running = Array.from({ length: 4 }, payer)
  return {
    paid,
    async stop() {
      isOver = true
      await Promise.all(running)
      return { paid, reversed }
    },
  }
}

describe('a database with a synchronous standby', () => {
  it('acknowledges nothing while no standby confirms, and goes on when it does', async () => {
    assert.ok(isPaid(await pay()))
    await servers.stop('second')
    const response = await pay()
    assert.deepEqual([response.status, response.body.error?.cause], [503, 'SERVER_BUSY'], response.text)
    await until(async () => !(await isReady()), 'readiness fails')
    await servers.start('second')
    await until(async () => isPaid(await pay()), 'payments are taken again')
    await until(isReady, 'ready again')
  })

  it('follows the promotion of the standby under load and loses nothing that it acknowledged', async () => {
    sessionId = (await send(gateway.httpUrl, { method: 'POST', path: apiPath('/session') })).body.session.id
    const path = apiPath(`/session/${sessionId}`)
    const filled = await send(gateway.httpUrl, { method: 'PUT', path, body: { sourceOfFunds: cardSource() } })
    assert.equal(filled.body.sourceOfFunds.provided.card.securityCode, 'xxx', filled.text)
    const payers = payersUntilStopped()
    await until(() => payers.paid.length >= 40, 'payments before')
    await servers.kill('first')
    const before = payers.paid.length
    await servers.promote('second')
    // It, too, acknowledges nothing that only one server has.
    await servers.rebuild('first')
    await until(() => payers.paid.length >= before + 40, 'payments after')
    const { paid, reversed } = await payers.stop()
    for (const orderId of paid) assert.equal(await statusOf(orderId), 'CAPTURED', orderId)
    for (const orderId of reversed) assert.equal(await statusOf(orderId), 'FAILED', orderId)
    const [{ orders } = { orders: 0 }] = await servers.query<{ orders: number }>(
      'second',
      `select count(*)::integer as orders from orders where status = 'CAPTURED'`,
    )
    assert.ok(orders >= paid.length)
  })

  it('does not pay with a session whose security code stayed behind on the former primary, until it is entered again', async () => {
    const path = apiPath(`/order/${newOrderId()}/transaction/1`)
    const body = { ...payment, sourceOfFunds: undefined, session: { id: sessionId } }
    const refused = await send(gateway.httpUrl, { method: 'PUT', path, body })
    const { field, validationType } = refused.body.error
    assert.deepEqual(
      [refused.status, field, validationType],
      [400, 'sourceOfFunds.provided.card.securityCode', 'MISSING'],
      refused.text,
    )
    const again = { sourceOfFunds: { provided: { card: { securityCode: '100' } } } }
    await send(gateway.httpUrl, { method: 'PUT', path: apiPath(`/session/${sessionId}`), body: again })
    const paid = await send(gateway.httpUrl, { method: 'PUT', path, body })
    assert.deepEqual([isPaid(paid), paid.body.response?.cardSecurityCode?.gatewayCode], [true, 'MATCH'], paid.text)
  })

  it('leaves a former primary that is still alive, and does not use it again', async () => {
    await doWithoutStandby('second')
    await servers.promote('first')
    await doWithoutStandby('first')
    const orderId = newOrderId()
    await until(async () => isPaid(await pay()), 'payments are taken')
    const isOn = async (name: ServerName) =>
      (await servers.query(name, `select 1 from orders where order_id = '${orderId}'`)).length === 1
    const connections = `select 1 from pg_stat_activity
      where application_name = 'tollgate' and query not like '%pg_control_system%'`
    await until(async () => (await servers.query('second', connections)).length === 0, 'the connections are closed')
    assert.ok(isPaid(await pay(orderId)))
    assert.deepEqual([await isOn('first'), await isOn('second')], [true, false])
  })
})
