// Webhooks that fail in every way: each notification arrives in the end, under one id, with one body.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { eventually, until } from '../../support/checks/poll.ts'
import { newOrderId, send } from '../../support/clients/client.ts'
import { type NotificationWorld, openNotificationWorld } from '../../support/fixtures/notification-world.ts'
import {
  accepting,
  answering,
  type Behaviour,
  openWebhook,
  resetting,
  silent,
  type TestWebhook,
  trickling,
} from '../../support/sites/webhook.ts'

let world: NotificationWorld
before(async () => {
  world = await openNotificationWorld()
})
after(() => world.stop())

interface Fault {
  readonly name: string
  readonly behaviour?: Behaviour
  readonly begin?: (webhook: TestWebhook) => Promise<void>
  readonly body: object
}

const faults: readonly Fault[] = [
  { name: 'answers 500', behaviour: answering(500), body: { status: 500, excerpt: 'out of order' } },
  { name: 'answers 204, which is not 200', behaviour: answering(204, {}, ''), body: { status: 204 } },
  { name: 'answers 404', behaviour: answering(404), body: { status: 404, excerpt: 'out of order' } },
  { name: 'never answers', behaviour: silent, body: { problem: 'TIMED_OUT' } },
  { name: 'answers a byte now and then', behaviour: trickling, body: { problem: 'TIMED_OUT' } },
  { name: 'breaks the connection', behaviour: resetting, body: { problem: 'CONNECTION_LOST' } },
  { name: 'is not there', begin: (webhook) => webhook.close(), body: { problem: 'CONNECTION_REFUSED' } },
  {
    name: 'has an untrusted certificate',
    begin: (webhook) => webhook.reopen(join(world.gateway.dataDir, 'strangers-tls')),
    body: { problem: 'CERTIFICATE_NOT_TRUSTED' },
  },
]

function deliveredInTheEnd({ name, behaviour = accepting, begin, body: expected }: Fault): void {
  it(`${name} is delivered once the webhook has recovered`, async (t) => {
    const webhook = await openWebhook(t, world.gateway.dataDir, behaviour)
    await begin?.(webhook)
    const orderId = newOrderId()
    await world.pay(orderId, webhook.url)
    const [failed] = await world.settled(orderId, { attempts: 1 })
    assert.equal(failed?.state, 'PENDING')
    const [first] = await world.attemptsOf(orderId)
    const { attempt, at, tookMs, ...rest } = first ?? assert.fail()
    assert.deepEqual([attempt, rest], [1, expected])

    webhook.behave(accepting)
    if (begin) await webhook.reopen()
    await world.letTimePass(orderId)
    const [delivered] = await world.settled(orderId, { attempts: 2 })
    assert.equal(delivered?.state, 'DELIVERED')
    const last = webhook.arrivals.at(-1)
    assert.deepEqual([last?.id, last?.attempt, last?.text], [delivered.notificationId, 2, delivered.body])
    assert.ok(webhook.arrivals.every(({ id, text }) => id === last?.id && text === last.text))
  })
}

// At once: each test has webhooks and orders of its own, and most of its time passes in waiting for a timeout.
describe('a notification to a webhook that', { concurrency: true }, () => {
  for (const fault of faults) if (!fault.begin) deliveredInTheEnd(fault)

  it('redirects is not sent elsewhere', async (t) => {
    const elsewhere = await openWebhook(t, world.gateway.dataDir)
    const redirecting = answering(307, { location: elsewhere.url }, '')
    const webhook = await openWebhook(t, world.gateway.dataDir, redirecting)
    const orderId = newOrderId()
    await world.pay(orderId, webhook.url)
    await world.settled(orderId, { attempts: 1 })
    assert.deepEqual(
      (await world.attemptsOf(orderId)).map(({ status }) => status),
      [307],
    )
    assert.deepEqual([webhook.arrivals.length, elsewhere.arrivals.length], [1, 0])
  })
})

// One after another: the port of a webhook that is closed may be taken by one that another test opens.
describe('a notification to a webhook that', () => {
  for (const fault of faults) if (fault.begin) deliveredInTheEnd(fault)

  it('is restarted during the delivery is sent again', async (t) => {
    const webhook = await openWebhook(t, world.gateway.dataDir, silent)
    const orderId = newOrderId()
    await world.pay(orderId, webhook.url)
    await until(() => webhook.arrivals.length === 1, 'it is in the middle of it')
    webhook.behave(accepting)
    await webhook.reopen()
    await world.settled(orderId, { attempts: 1 })
    await world.letTimePass(orderId)
    const [delivered] = await world.settled(orderId, { attempts: 2 })
    assert.equal(delivered?.state, 'DELIVERED')
    assert.deepEqual(
      webhook.arrivals.map(({ id }) => id),
      [delivered.notificationId, delivered.notificationId],
    )
  })
})

describe('a webhook', { concurrency: true }, () => {
  it('that answers with 410 gets nothing more, until a replay', async (t) => {
    const webhook = await openWebhook(t, world.gateway.dataDir, answering(410))
    const [one, two] = [newOrderId(), newOrderId()]
    await world.pay(one, webhook.url)
    const [parked] = await world.settled(one, { attempts: 1 })
    assert.equal(parked?.state, 'PARKED')
    await world.pay(two, webhook.url)
    const [unsent] = await world.settled(two, { attempts: 0 })
    assert.equal(unsent?.state, 'PARKED')
    assert.equal(webhook.arrivals.length, 1)

    webhook.behave(accepting)
    const notificationIds = [parked.notificationId, unsent.notificationId]
    assert.deepEqual(await world.replay({ notificationIds }), { replayed: 2 })
    await world.settled(one, { attempts: 2 })
    await world.settled(two, { attempts: 1 })
    const again = webhook.arrivals.slice(1)
    assert.deepEqual(again.map(({ id }) => id).toSorted(), notificationIds.toSorted())
    await world.pay(newOrderId(), webhook.url)
    await until(() => webhook.arrivals.length === 4, 'it receives what is new')
  })

  it('that asks for a pause gets one, and everything afterwards', async (t) => {
    const webhook = await openWebhook(t, world.gateway.dataDir, answering(503, { 'retry-after': '3600' }))
    const [one, two] = [newOrderId(), newOrderId()]
    await world.pay(one, webhook.url)
    await world.settled(one, { attempts: 1 })
    await world.pay(two, webhook.url)
    const [waiting] = await world.settled(two, { attempts: 0 })
    assert.equal(waiting?.state, 'PENDING')
    const { paused } = await world.webhookOf(webhook.url)
    assert.ok(paused > 3_500 && paused <= 3_600, `paused for ${paused} s`)
    assert.equal(webhook.arrivals.length, 1)

    webhook.behave(accepting)
    await world.letTimePass(one)
    await world.settled(two, { attempts: 1 })
    assert.deepEqual(webhook.arrivals.map(({ orderId }) => orderId).toSorted(), [one, one, two].toSorted())
  })

  it('that fails twenty times has its notification parked, and gets it when it is replayed', async (t) => {
    const webhook = await openWebhook(t, world.gateway.dataDir, answering(500))
    const orderId = newOrderId()
    await world.pay(orderId, webhook.url)
    for (let attempts = 1; attempts < 20; attempts += 1) {
      await world.settled(orderId, { attempts })
      await world.letTimePass(orderId)
    }
    const [parked] = await world.settled(orderId, { attempts: 20 })
    assert.equal(parked?.state, 'PARKED')
    assert.deepEqual(
      webhook.arrivals.map(({ attempt }) => attempt),
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
    assert.deepEqual(new Set(webhook.arrivals.map(({ id }) => id)), new Set([parked.notificationId]))

    webhook.behave(accepting)
    await world.replay({ notificationIds: [parked.notificationId] })
    const [delivered] = await world.settled(orderId, { attempts: 21 })
    assert.equal(delivered?.state, 'DELIVERED')
    assert.equal((await world.attemptsOf(orderId)).length, 21)
  })

  it('that is down does not delay nine others', async (t) => {
    const dead = await openWebhook(t, world.gateway.dataDir, silent)
    const healthy = await Promise.all(Array.from({ length: 9 }, () => openWebhook(t, world.gateway.dataDir)))
    const deadOrders = await payTo(dead, 20)
    const orders = await Promise.all(healthy.map((webhook) => payTo(webhook, 5)))
    for (const orderId of orders.flat()) await untilDelivered(orderId)
    for (const [place, { arrivals }] of healthy.entries())
      assert.deepEqual(new Set(arrivals.map(({ orderId }) => orderId)), new Set(orders[place]))
    const waiting = await Promise.all(deadOrders.map((orderId) => world.deliveriesOf(orderId)))
    assert.ok(waiting.flat().every(({ state }) => state === 'PENDING'))
  })
})

/** On a machine that is busy, an attempt may take too long by itself. It is repeated then, as ever. */
async function untilDelivered(orderId: string): Promise<void> {
  await eventually(
    async () => {
      const [delivery] = await world.deliveriesOf(orderId)
      if (delivery?.state === 'PENDING' && delivery.attempts > 0) await world.letTimePass(orderId)
      return delivery
    },
    (delivery) => delivery?.state === 'DELIVERED',
  )
}

async function payTo({ url }: TestWebhook, count: number): Promise<readonly string[]> {
  const orders = Array.from({ length: count }, newOrderId)
  await Promise.all(orders.map((orderId) => world.pay(orderId, url)))
  return orders
}

describe('the notifications of an order', { concurrency: true }, () => {
  it('arrive in their order while an earlier one has to be repeated', async (t) => {
    const webhook = await openWebhook(t, world.gateway.dataDir, answering(500))
    const orderId = newOrderId()
    await world.authorize(orderId, webhook.url)
    await world.settled(orderId, { attempts: 1 })
    await world.capture(orderId)
    await world.refund(orderId)
    const [, second, third] = await world.settled(orderId, { attempts: 1, deliveries: 3 })
    assert.deepEqual([second?.attempts, third?.attempts], [0, 0])

    webhook.behave(accepting)
    await world.letTimePass(orderId)
    await eventually(
      () => world.deliveriesOf(orderId),
      (deliveries) => deliveries.every(({ state }) => state === 'DELIVERED'),
    )
    assert.deepEqual(
      webhook.arrivals.map(({ eventNumber }) => eventNumber),
      [1, 1, 2, 3],
    )
    assert.deepEqual(
      webhook.arrivals.map(({ transactionId }) => transactionId),
      ['1', '1', '2', '3'],
    )
  })

  it('stop waiting after five attempts of the earlier one', async (t) => {
    const failing: Behaviour = (response, request, arrival) =>
      (arrival.eventNumber === 1 ? answering(500) : accepting)(response, request, arrival)
    const webhook = await openWebhook(t, world.gateway.dataDir, failing)
    const orderId = newOrderId()
    await world.authorize(orderId, webhook.url)
    await world.settled(orderId, { attempts: 1 })
    await world.capture(orderId)
    for (let attempts = 1; attempts < 5; attempts += 1) {
      const [, second] = await world.settled(orderId, { attempts, deliveries: 2 })
      assert.equal(second?.attempts, 0)
      await world.letTimePass(orderId)
    }
    await eventually(
      () => world.deliveriesOf(orderId),
      ([, second]) => second?.state === 'DELIVERED',
    )
    assert.deepEqual(
      webhook.arrivals.map(({ eventNumber }) => eventNumber),
      [1, 1, 1, 1, 1, 2],
    )
  })
})

it('the log names the targets of notifications, without secrets in the URL', async (t) => {
  const webhook = await openWebhook(t, world.gateway.dataDir)
  const orderId = newOrderId()
  await world.pay(orderId, `${webhook.url}?key=hunter22`)
  await world.settled(orderId, { attempts: 1 })
  const reported = () =>
    world.gateway.logLines.filter((line) => line.includes(orderId) && line.includes('notification delivered'))
  await until(() => reported().length > 0, 'it is reported')
  assert.equal(JSON.parse(reported()[0] ?? '').to, webhook.url)
  assert.ok(world.gateway.logLines.every((line) => !line.includes('hunter22')))
})

it('metrics count attempts by result, and waiting notifications', async (t) => {
  const webhook = await openWebhook(t, world.gateway.dataDir)
  const orderId = newOrderId()
  await world.pay(orderId, webhook.url)
  await world.settled(orderId, { attempts: 1 })
  const { text } = await send(world.gateway.listeners.httpUrl ?? '', { path: '/metrics', login: null })
  assert.match(text, /^tollgate_notification_seconds_count\{result="delivered"\} [1-9]/m)
  assert.match(text, /^tollgate_notification_seconds_count\{result="turned_down"\} [1-9]/m)
  assert.match(text, /^tollgate_notification_seconds_count\{result="unanswered"\} [1-9]/m)
  for (const name of ['notifications_waiting', 'notifications_parked', 'notification_oldest_due_seconds'])
    assert.match(text, new RegExp(`^tollgate_${name} [0-9]`, 'm'))
})
