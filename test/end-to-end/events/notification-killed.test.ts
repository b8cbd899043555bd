// Gateways that are killed around the delivery of notifications: nothing is lost, the order is kept, the id is the same.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { runCommand } from '../../../src/cli/run.ts'
import { until } from '../../support/checks/poll.ts'
import { apiPath, authorizeBody, captureBody, newOrderId, payBody, send } from '../../support/clients/client.ts'
import { holdWrites } from '../../support/faults/slow-database.ts'
import { createTestDatabase, databaseUrl, placeCertificates, testEnvironment } from '../../support/gateway/database.ts'
import {
  type GatewayAddress,
  makeSite,
  type Owner,
  type ReadyGateway,
  startBeside,
} from '../../support/gateway/process.ts'
import { accepting, openWebhook, silent } from '../../support/sites/webhook.ts'

/** A database and a webhook, and gateways that can be killed. */
async function openSandbox(owner: Owner) {
  const database = await createTestDatabase()
  const connectionString = databaseUrl(database)
  const pool = new pg.Pool({ connectionString, max: 2 })
  const site = await makeSite(owner)
  // All gateways trust the webhook by the same authority.
  await placeCertificates(site.dataDir)
  const webhook = await openWebhook(owner, site.dataDir)
  owner.after(() => pool.end())
  const query = async <Row extends object>(text: string): Promise<readonly Row[]> => (await pool.query<Row>(text)).rows
  const environment = testEnvironment(database, { TOLLGATE_DATA_DIR: site.dataDir })
  const enabled = await runCommand(['webhooks', 'enable', 'TESTMERCHANT', '--url', webhook.url], environment)
  assert.equal(enabled.kind, 'DONE', JSON.stringify(enabled))

  return {
    webhook,
    query,
    start: () => site.start(environment),

    /** The one that takes over, or goes on beside others: not to be killed. */
    startLasting: () => startBeside(owner, database),

    hold: (table: string) => holdWrites(connectionString, table),

    /** The leases of those who died have run out. One who lives goes on. */
    letLeasesEnd: (living = '-') =>
      query(`update webhooks set lease_until = now() where lease_owner not like '${living}/%'`),

    deliveries: () =>
      query<{ notification_id: string; state: string; attempts: number; order_id: string; body: string }>(
        'select notification_id, state, attempts, order_id, body from deliveries order by order_id, event_number',
      ),

    async untilDelivered(count: number) {
      const delivered = `select from deliveries where state = 'DELIVERED'`
      await until(async () => (await query(delivered)).length === count, `${count} notifications are delivered`)
    },
  }
}

async function put({ httpUrl }: GatewayAddress, name: string, body: object): Promise<void> {
  const { status, text } = await send(httpUrl, { method: 'PUT', path: apiPath(name), body })
  assert.equal(status, 201, text)
}

const pay = (gateway: GatewayAddress, orderId: string) => put(gateway, `/order/${orderId}/transaction/1`, payBody())

async function kill(gateway: ReadyGateway): Promise<void> {
  gateway.kill('SIGKILL')
  await gateway.exited
}

/** Where the next process has taken over, others are killed beside it afterwards. */
let shared: Awaited<ReturnType<typeof openSandbox>>
let lasting: GatewayAddress
const endings: (() => Promise<void>)[] = []
before(async () => {
  shared = await openSandbox({ after: (clean) => endings.push(clean) })
})
after(async () => {
  for (const clean of endings.toReversed()) await clean()
})

describe('a gateway that is killed', () => {
  it('between the commit of a payment and its notification leaves the notification to the next process', async () => {
    const sandbox = shared
    const first = await sandbox.start()
    const held = await sandbox.hold('deliveries')
    const orderId = newOrderId()
    await pay(first, orderId)
    await held.untilAwaited()
    await kill(first)
    await held.cutOff()
    await held.release()
    assert.deepEqual(await sandbox.deliveries(), [], 'nothing was written yet but the event')
    assert.equal(sandbox.webhook.arrivals.length, 0)

    lasting = await sandbox.startLasting()
    await sandbox.untilDelivered(1)
    assert.deepEqual(
      sandbox.webhook.arrivals.map((each) => [each.orderId, each.attempt]),
      [[orderId, 1]],
    )
  })

  it('before a delivery is recorded has it sent once more, and later ones after it', async (t) => {
    const sandbox = await openSandbox(t)
    const { webhook } = sandbox
    webhook.behave(silent)
    const first = await sandbox.start()
    const orderId = newOrderId()
    await put(first, `/order/${orderId}/transaction/1`, authorizeBody())
    await until(() => webhook.arrivals.length === 1, 'the first has arrived')
    await put(first, `/order/${orderId}/transaction/2`, captureBody())
    await until(async () => (await sandbox.deliveries()).length === 2, 'the second is written')
    await kill(first)
    webhook.behave(accepting)

    const held = await sandbox.hold('delivery_attempts')
    const second = await sandbox.start()
    await sandbox.letLeasesEnd()
    await held.untilAwaited()
    await kill(second)
    await held.cutOff()
    await held.release()
    assert.deepEqual(
      webhook.arrivals.map(({ eventNumber }) => eventNumber),
      [1, 1],
    )

    await sandbox.startLasting()
    await sandbox.letLeasesEnd()
    await sandbox.untilDelivered(2)
    assert.deepEqual(
      webhook.arrivals.map(({ eventNumber }) => eventNumber),
      [1, 1, 1, 2],
    )
    const [one, two] = await sandbox.deliveries()
    const [original, ...repeats] = webhook.arrivals.filter(({ eventNumber }) => eventNumber === 1)
    for (const repeat of repeats) assert.deepEqual(repeat, original, 'not a byte differs')
    assert.equal(original?.text, one?.body)
    const idOf = (number: number) =>
      new Set(webhook.arrivals.filter((each) => each.eventNumber === number).map(({ id }) => id))
    assert.deepEqual([idOf(1), idOf(2)], [new Set([one?.notification_id]), new Set([two?.notification_id])])
  })
})

describe('two gateways, of which one is killed again and again under load,', () => {
  it('deliver everything in order, and twice only what was in flight at a kill', async (t) => {
    const sandbox = shared
    const { webhook } = sandbox
    const earlier = webhook.arrivals.length
    const { promise: mayGo, resolve: letGo } = Promise.withResolvers<void>()
    webhook.behave((response) => void mayGo.then(() => response.writeHead(200).end()))
    await pay(lasting, newOrderId())
    await until(() => webhook.arrivals.length > earlier, 'the lasting one is at work')
    const [held] = await sandbox.query<{ lease_owner: string }>('select lease_owner from webhooks')
    const [living] = held?.lease_owner.split('/') ?? []
    assert.ok(living)
    letGo()
    const kills = 2
    /** The maximum number of notifications that a webhook gets at a time. */
    const inFlightMax = 16
    for (let round = 0; round < kills; round += 1) {
      const doomed = await sandbox.start()
      const arrived = webhook.arrivals.length
      const payments = Array.from({ length: 24 }, async (_, index) => {
        const orderId = newOrderId()
        const gateway = index % 2 === 0 ? lasting : doomed
        // Requests that the killed one did not answer have no notification yet.
        await put(gateway, `/order/${orderId}/transaction/1`, authorizeBody()).catch(() => undefined)
        await put(lasting, `/order/${orderId}/transaction/2`, captureBody()).catch(() => undefined)
      })
      await until(() => webhook.arrivals.length >= arrived + 10, 'notifications arrive')
      await kill(doomed)
      await Promise.all(payments)
      await sandbox.letLeasesEnd(living)
    }
    // What was cut off before its outcome is brought to one, and a notification is sent.
    await sandbox.query(`update transactions set deadline_at = now() where deadline_at > now()`)
    const isQuiet = async () => {
      const [row] = await sandbox.query<{ open: number }>(
        `select (select count(*) from transactions where deadline_at is not null) + (select count(*) from outbox)
           + (select count(*) from deliveries where state <> 'DELIVERED') as open`,
      )
      return Number(row?.open) === 0
    }
    await until(isQuiet, 'everything is delivered')

    const [{ events } = { events: 0 }] = await sandbox.query<{ events: number }>(
      'select count(*)::int as events from events',
    )
    const deliveries = await sandbox.deliveries()
    assert.equal(deliveries.length, events, 'every event has its notification')
    const byId = Map.groupBy(webhook.arrivals, ({ id }) => id)
    assert.deepEqual([...byId.keys()].toSorted(), deliveries.map((each) => each.notification_id).toSorted())
    const repeated = [...byId.values()].filter(({ length }) => length > 1)
    t.diagnostic(`${webhook.arrivals.length} arrivals of ${events} notifications, ${repeated.length} of them twice`)
    assert.ok(repeated.every(({ length }) => length <= 1 + kills))
    assert.ok(webhook.arrivals.length - byId.size <= kills * inFlightMax, 'more was sent twice than was in flight')
    for (const [orderId, arrivals] of Map.groupBy(webhook.arrivals, (each) => each.orderId)) {
      const firsts = arrivals.filter((each) => arrivals.find(({ id }) => id === each.id) === each)
      const numbers = firsts.map(({ eventNumber }) => eventNumber)
      assert.deepEqual(
        numbers,
        numbers.toSorted((a, b) => a - b),
        `the order of ${orderId}`,
      )
    }
  })
})
