// An attacker with write access to the database redirects notifications: the merchant's secret goes only where the merchant said.
import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { until } from '../../support/checks/poll.ts'
import { merchantId, newOrderId } from '../../support/clients/client.ts'
import { card, newCheckout, openPayer, redirectOf } from '../../support/clients/payer.ts'
import { type NotificationWorld, openNotificationWorld } from '../../support/fixtures/notification-world.ts'
import { accepting, answering, openWebhook, type TestWebhook } from '../../support/sites/webhook.ts'

let world: NotificationWorld
let secret: string | undefined
before(async () => {
  world = await openNotificationWorld()
  secret = (await world.gateway.dependencies.webhookSettings.find(merchantId))?.secrets[0]?.sent
})
after(() => world.stop())

const open = (t: TestContext, behaviour = accepting) => openWebhook(t, world.gateway.dataDir, behaviour)
const arrived = (webhook: TestWebhook) => until(() => webhook.arrivals.length > 0, 'a notification arrives')
const query = (sql: string, values: readonly unknown[]) => world.gateway.query(sql, values)

/** A notification that waits for its second attempt at the shop. */
async function queued(t: TestContext): Promise<{ readonly orderId: string; readonly shop: TestWebhook }> {
  const shop = await open(t, answering(500))
  const orderId = newOrderId()
  await world.pay(orderId, shop.url)
  await world.settled(orderId, { attempts: 1 })
  return { orderId, shop }
}

const redirect = (from: TestWebhook, to: TestWebhook) =>
  query('update webhooks set url = $2 where url = $1', [from.url, to.url])

describe('a notification that waits to be sent', () => {
  it('carries the secret to the URL that the merchant named with its credentials, also for later transactions', async (t) => {
    const shop = await open(t)
    const orderId = newOrderId()
    await world.authorize(orderId, shop.url)
    await world.capture(orderId)
    await until(() => shop.arrivals.length === 2, 'both notifications arrive')
    assert.ok(secret)
    assert.deepEqual(
      shop.arrivals.map((each) => each.secret),
      [secret, secret],
    )
  })

  it('is parked, logged and counted, and not sent, when its URL was changed in the database', async (t) => {
    const { orderId, shop } = await queued(t)
    const thief = await open(t)
    await redirect(shop, thief)
    await world.letTimePass(orderId)
    const [delivery] = await world.settled(orderId, { attempts: 2 })
    assert.equal(delivery?.state, 'PARKED')
    assert.equal((await world.attemptsOf(orderId))[1]?.problem, 'ALTERED')
    assert.deepEqual(thief.arrivals, [])
    const lines = world.gateway.logLines.filter((line) => line.includes('altered in the database'))
    assert.ok(lines.some((line) => line.includes(orderId)))
  })

  it('is not sent either when only the flag for the secret was changed', async (t) => {
    const { orderId, shop } = await queued(t)
    await query('update deliveries set may_carry_secret = not may_carry_secret where order_id = $1', [orderId])
    await world.letTimePass(orderId)
    const [delivery] = await world.settled(orderId, { attempts: 2 })
    assert.deepEqual([delivery?.state, shop.arrivals.length], ['PARKED', 1])
  })

  it('is sent without the secret when it has no seal, like those queued by an earlier release', async (t) => {
    const { orderId, shop } = await queued(t)
    const thief = await open(t)
    await redirect(shop, thief)
    await query(
      'update deliveries set may_carry_secret = null, seal_key_id = null, seal_mac = null where order_id = $1',
      [orderId],
    )
    await world.letTimePass(orderId)
    await arrived(thief)
    assert.equal(thief.arrivals[0]?.secret, undefined)
  })

  it('without a seal still carries the secret to the URL of the settings, which are sealed themselves', async (t) => {
    const { orderId, shop } = await queued(t)
    shop.behave(accepting)
    const { webhookSettings } = world.gateway.dependencies
    const by = () => ({ actor: 'test', at: new Date() })
    await webhookSettings.change(merchantId, { url: shop.url }, by())
    t.after(() => webhookSettings.change(merchantId, { url: null }, by()))
    await query(
      'update deliveries set may_carry_secret = null, seal_key_id = null, seal_mac = null where order_id = $1',
      [orderId],
    )
    await world.letTimePass(orderId)
    await until(() => shop.arrivals.length === 2, 'the notification arrives')
    assert.equal(shop.arrivals[1]?.secret, secret)
  })
})

describe("an order's URL for notifications", () => {
  it('that was changed in the stored request is not sent the secret by a later transaction', async (t) => {
    const [shop, thief] = [await open(t), await open(t)]
    const orderId = newOrderId()
    await world.authorize(orderId, shop.url)
    await arrived(shop)
    await query(
      `update transactions set request = jsonb_set(request::jsonb, '{order,notificationUrl}', to_jsonb($2::text))
       where order_id = $1`,
      [orderId, thief.url],
    )
    await world.capture(orderId)
    await arrived(thief)
    assert.equal(thief.arrivals[0]?.secret, undefined)
  })

  it('from before the upgrade, which a payer may have named, is not sent the secret', async (t) => {
    const shop = await open(t)
    const orderId = newOrderId()
    await world.authorize(orderId, shop.url)
    await arrived(shop)
    await query(`update transactions set request = request::jsonb - 'notificationUrlSeal' where order_id = $1`, [
      orderId,
    ])
    await world.capture(orderId)
    await until(() => shop.arrivals.length === 2, 'the second notification arrives')
    assert.deepEqual(
      shop.arrivals.map((each) => each.secret),
      [secret, undefined],
    )
  })

  it('that the merchant put into the session of a hosted page is sent the secret; one changed there is not', async (t) => {
    const [shop, thief] = [await open(t), await open(t)]
    const payOnPage = async (change?: (orderId: string) => Promise<unknown>) => {
      const { sessionId, orderId } = await newCheckout(world.gateway, { order: { notificationUrl: shop.url } })
      await change?.(orderId)
      redirectOf(await openPayer(world.gateway, sessionId).pay(card))
    }
    await payOnPage()
    await arrived(shop)
    assert.equal(shop.arrivals[0]?.secret, secret)
    await payOnPage((orderId) =>
      query(
        `update sessions set content = jsonb_set(content::jsonb, '{order,notificationUrl}', to_jsonb($2::text))
         where content #>> '{order,id}' = $1`,
        [orderId, thief.url],
      ),
    )
    await arrived(thief)
    assert.equal(thief.arrivals[0]?.secret, undefined)
  })
})
