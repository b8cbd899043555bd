// A merchant corrects the URL of its notifications while some are pending, and sends pending ones now.
import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { until } from '../../support/checks/poll.ts'
import {
  apiPath,
  authorizeBody,
  captureBody,
  merchantId,
  newOrderId,
  payBody,
  send,
} from '../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, signedIn } from '../../support/clients/console.ts'
import { type NotificationWorld, openNotificationWorld } from '../../support/fixtures/notification-world.ts'
import { accepting, answering, openWebhook, type TestWebhook } from '../../support/sites/webhook.ts'

let world: NotificationWorld
let manager: ConsoleUser
before(async () => {
  world = await openNotificationWorld()
  manager = await signedIn(world.gateway)
})
after(() => world.stop())

const open = (t: TestContext, behaviour = accepting) => openWebhook(t, world.gateway.dataDir, behaviour)
const ofOrder = ({ arrivals }: TestWebhook, orderId: string) => arrivals.filter((each) => each.orderId === orderId)

async function setUrl(url: string): Promise<{ readonly redirected?: number }> {
  const path = ofMerchant('/webhooks')
  const { status, body, text } = await ask(world.gateway, { method: 'PUT', path, as: manager, body: { url } })
  assert.equal(status, 200, text)
  return body
}

async function transact(orderId: string, transactionId: string, body: object): Promise<void> {
  const path = apiPath(`/order/${orderId}/transaction/${transactionId}`)
  const { status, text } = await send(world.gateway.listeners.httpUrl ?? '', { method: 'PUT', path, body })
  assert.equal(status, 201, text)
}

/** A payment whose notification waits for its second attempt at the URL of the settings. */
async function waitingAt(url: string): Promise<string> {
  await setUrl(url)
  const orderId = newOrderId()
  await transact(orderId, '1', payBody())
  await world.settled(orderId, { attempts: 1 })
  return orderId
}

const auditOf = (action: string) =>
  world.gateway.query<{ actor: string; subject: Record<string, unknown> }>(
    'select actor, subject from audit where merchant_id = $1 and action = $2 order by at desc limit 1',
    [merchantId, action],
  )

describe('a pending notification', () => {
  it('follows the URL that the merchant corrects, with the secret, and the old URL gets nothing more', async (t) => {
    const [wrong, right] = [await open(t, answering(500)), await open(t)]
    const orderId = await waitingAt(wrong.url)
    const { redirected } = await setUrl(right.url)
    assert.equal(redirected, 1)
    await until(() => ofOrder(right, orderId).length === 1, 'the notification arrives at the new URL')
    const [delivery] = await world.settled(orderId, { attempts: 2 })
    assert.deepEqual([delivery?.state, delivery?.url], ['DELIVERED', right.url])
    const secret = (await world.gateway.dependencies.webhookSettings.find(merchantId))?.secrets[0]?.sent
    const [arrival] = ofOrder(right, orderId)
    assert.ok(secret)
    assert.deepEqual([arrival?.attempt, arrival?.secret], [2, secret])
    assert.equal(arrival?.id, ofOrder(wrong, orderId)[0]?.id)
    assert.equal(ofOrder(wrong, orderId).length, 1)
    const [entry] = await auditOf('NOTIFICATIONS_REDIRECTED')
    assert.deepEqual([entry?.actor, entry?.subject], [manager.actor, { url: right.url, redirected: 1 }])
  })

  it('that was queued with the old URL after the change, by settings that were read before, follows as well', async (t) => {
    const [wrong, right] = [await open(t, answering(500)), await open(t)]
    const orderId = await waitingAt(wrong.url)
    // As another process would: the setting is changed, and nothing is moved.
    const by = { actor: 'test', at: new Date() }
    await world.gateway.dependencies.webhookSettings.change(merchantId, { url: right.url }, by)
    await world.letTimePass(orderId)
    await until(() => ofOrder(right, orderId).length === 1, 'the notification arrives at the new URL')
    assert.equal(ofOrder(wrong, orderId).length, 1)
    const [entry] = await auditOf('NOTIFICATIONS_REDIRECTED')
    assert.equal(entry?.actor, 'gateway')
  })

  it('for the URL of an order stays with it', async (t) => {
    const [shop, other] = [await open(t, answering(500)), await open(t)]
    await setUrl(shop.url)
    const orderId = newOrderId()
    await world.pay(orderId, shop.url)
    await world.settled(orderId, { attempts: 1 })
    assert.equal((await setUrl(other.url)).redirected, undefined)
    shop.behave(accepting)
    await world.letTimePass(orderId)
    await until(() => ofOrder(shop, orderId).length === 2, 'the notification arrives at the URL of the order')
    assert.deepEqual(ofOrder(other, orderId), [])
  })

  it('that was altered in the database is not moved, nor sent', async (t) => {
    const [wrong, right] = [await open(t, answering(500)), await open(t)]
    const orderId = await waitingAt(wrong.url)
    await world.gateway.query('update deliveries set may_carry_secret = not may_carry_secret where order_id = $1', [
      orderId,
    ])
    assert.equal((await setUrl(right.url)).redirected, undefined)
    await world.letTimePass(orderId)
    const [delivery] = await world.settled(orderId, { attempts: 2 })
    assert.equal(delivery?.state, 'PARKED')
    assert.deepEqual([ofOrder(right, orderId), ofOrder(wrong, orderId).length], [[], 1])
  })

  it('that is parked stays parked, and a replay sends it to the new URL', async (t) => {
    const [wrong, right] = [await open(t, answering(500)), await open(t)]
    const orderId = await waitingAt(wrong.url)
    await world.gateway.query(
      `update deliveries set state = 'PARKED', next_at = null, ended_at = now() where order_id = $1`,
      [orderId],
    )
    assert.equal((await setUrl(right.url)).redirected, 1)
    const [parked] = await world.deliveriesOf(orderId)
    assert.deepEqual([parked?.state, parked?.url], ['PARKED', right.url])
    await world.replay({ notificationIds: [parked?.notificationId ?? ''] })
    await until(() => ofOrder(right, orderId).length === 1, 'the replayed notification arrives')
    assert.equal(ofOrder(wrong, orderId).length, 1)
  })
})

describe('sending now', () => {
  const sendNow = (notificationIds: readonly string[], as = manager) =>
    ask(world.gateway, { method: 'POST', path: ofMerchant('/deliveries/send-now'), as, body: { notificationIds } })

  it('makes the next attempt at once, with an audit log entry, and counts it', async (t) => {
    const shop = await open(t, answering(500))
    const orderId = await waitingAt(shop.url)
    const [waiting] = await world.deliveriesOf(orderId)
    const notificationId = waiting?.notificationId ?? ''
    shop.behave(accepting)
    const { status, body } = await sendNow([notificationId, '0'.repeat(32)])
    assert.deepEqual([status, body], [200, { sending: 1 }])
    await until(() => ofOrder(shop, orderId).length === 2, 'the notification arrives')
    const [delivered] = await world.settled(orderId, { attempts: 2 })
    assert.equal(delivered?.state, 'DELIVERED')
    const [entry] = await auditOf('NOTIFICATIONS_SENT_NOW')
    assert.deepEqual(entry, {
      actor: manager.actor,
      subject: { notificationIds: [notificationId, '0'.repeat(32)] },
    })
    assert.deepEqual((await sendNow([notificationId])).body, { sending: 0 }, 'a delivered one is not sent again')
    assert.equal(ofOrder(shop, orderId).length, 2)
  })

  it('sends an earlier notification of the order first, which holds it up', async (t) => {
    const shop = await open(t, answering(500))
    await setUrl(shop.url)
    const orderId = newOrderId()
    await transact(orderId, '1', authorizeBody())
    await world.settled(orderId, { attempts: 1 })
    await transact(orderId, '2', captureBody())
    const [, second] = await world.settled(orderId, { attempts: 1, deliveries: 2 })
    shop.behave(accepting)
    assert.deepEqual((await sendNow([second?.notificationId ?? ''])).body, { sending: 1 })
    await until(() => ofOrder(shop, orderId).length === 3, 'both notifications arrive')
    assert.deepEqual(
      ofOrder(shop, orderId).map(({ transactionId }) => transactionId),
      ['1', '1', '2'],
    )
  })

  it('is refused without notifications, for too many, and does nothing for another merchant', async (t) => {
    const shop = await open(t, answering(500))
    const orderId = await waitingAt(shop.url)
    const [waiting] = await world.deliveriesOf(orderId)
    const path = ofMerchant('/deliveries/send-now')
    const empty = await ask(world.gateway, { method: 'POST', path, as: manager, body: {} })
    assert.deepEqual([empty.status, empty.body.field], [422, 'notificationIds'])
    const many = await sendNow(Array.from({ length: 501 }, (_, index) => index.toString(16).padStart(32, '0')))
    assert.deepEqual([many.status, many.body.field], [422, 'notificationIds'])
    const stranger = await signedIn(world.gateway, { merchantId: 'TESTSUPPLIED' })
    const foreign = await ask(world.gateway, {
      method: 'POST',
      path: ofMerchant('/deliveries/send-now', 'TESTSUPPLIED'),
      as: stranger,
      body: { notificationIds: [waiting?.notificationId] },
    })
    assert.deepEqual([foreign.status, foreign.body], [200, { sending: 0 }])
    assert.equal(ofOrder(shop, orderId).length, 1)
  })
})
