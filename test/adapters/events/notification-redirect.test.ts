// Undelivered notifications that follow the merchant's URL, on a real database: several processes, each with its own settings.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type DeliveryOptions, deliverToWebhook } from '../../../src/events/jobs/deliver-to-webhook.ts'
import { redirectNotifications } from '../../../src/events/operations/change-webhook-settings.ts'
import type { Deliveries, WebhookSettings } from '../../../src/events/ports/webhooks.ts'
import { until } from '../../support/checks/poll.ts'
import {
  claim,
  commitUrl,
  database,
  deliveries,
  findDelivery,
  merchantId,
  onDatabase,
  outcome,
  recordFailure,
  shop,
  startTime,
  warehouse,
  webhookOf,
  write,
} from '../../support/fixtures/deliveries-kit.ts'

onDatabase()

const by = { actor: 'gateway', at: startTime }
const vault = { keyedHash: () => ({ keyId: 'k1', hash: Buffer.alloc(32) }), matches: () => true }
const redirect = (from: string, to: string) =>
  redirectNotifications({ merchantId, from, to }, by, { deliveries, vault })
const urlsOf = (...ids: readonly string[]) => Promise.all(ids.map(async (id) => (await findDelivery(id)).url))

/** What a process does that has claimed a webhook, with the settings that it has read; returns the URLs that it called, and how often it moved them. */
async function deliverAs(url: string | (() => string), webhook = webhookOf(), answer = async () => 200) {
  const called: string[] = []
  let moves = 0
  const secrets = [{ sent: 'A'.repeat(32), signing: `whsec_${Buffer.alloc(24, 1).toString('base64')}` }]
  const find = async (): Promise<WebhookSettings> => {
    const current = typeof url === 'string' ? url : url()
    return { merchantId, isEnabled: true, url: current, acceptsAny2xx: false, secrets }
  }
  const options: DeliveryOptions = {
    timeoutMs: 1_000,
    chance: () => 0,
    onAttempt: () => {},
    onGone: () => {},
    onAltered: () => {},
  }
  const counted: Deliveries = {
    ...deliveries,
    redirect: (moved, stamp) => {
      moves += 1
      return deliveries.redirect(moved, stamp)
    },
  }
  const dependencies = {
    deliveries: counted,
    vault,
    webhookSettings: { find },
    notifier: {
      send: async ({ url: to }: { readonly url: string }) => {
        called.push(to)
        return { kind: 'ANSWERED', status: await answer(), excerpt: '', tookMs: 1 }
      },
    },
    clock: { now: () => startTime },
    // Contains only what the job may use; anything else would fail the test.
  } as unknown as Parameters<typeof deliverToWebhook>[2]
  await claim()
  const pause = await deliverToWebhook(webhook, () => true, dependencies, options)
  return { ...pause, called, moves }
}

async function writeFollowing(...ids: readonly string[]): Promise<void> {
  await write(...ids.map((id) => ({ id })))
  await database.query('update deliveries set follows_setting = true')
}

describe('notifications that follow the URL of the settings', () => {
  it('are not moved to a URL that is not in the committed settings', async () => {
    await writeFollowing('a', 'b')
    assert.equal(await redirect(shop, warehouse), 0, 'without settings')
    await commitUrl(shop)
    assert.equal(await redirect(shop, warehouse), 0, 'with settings of another URL')
    assert.deepEqual(await urlsOf('a', 'b'), [shop, shop])
    const { rows } = await database.query('select url from webhooks')
    assert.deepEqual(rows, [{ url: shop }], 'no webhook is made for it')
    await commitUrl(warehouse)
    assert.equal(await redirect(shop, warehouse), 2)
    assert.deepEqual(await urlsOf('a', 'b'), [warehouse, warehouse])
  })

  it('stay at the new URL while a process still has the old one in its settings, and are sent a moment later', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `n${index}`)
    await writeFollowing(...ids)
    await commitUrl(warehouse)
    assert.equal(await redirect(shop, warehouse), 40)
    const stale = await deliverAs(shop, webhookOf(warehouse))
    assert.deepEqual(stale, { pauseMs: 1_000, called: [], moves: 1 })
    assert.deepEqual(new Set(await urlsOf(...ids)), new Set([warehouse]))
    const current = await deliverAs(warehouse, webhookOf(warehouse))
    assert.deepEqual(current, { called: ids.map(() => warehouse), moves: 0 })
  })

  it('are moved at once by the process that finds them at the old URL, and the old URL is not paused', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `n${index}`)
    await writeFollowing(...ids)
    await commitUrl(warehouse)
    assert.deepEqual(await deliverAs(warehouse), { called: [], moves: 1 })
    assert.deepEqual(new Set(await urlsOf(...ids)), new Set([warehouse]))
    assert.equal((await findDelivery('n0')).attempts, 0, 'no attempt was under way')
  })
})

describe('an attempt at the old URL that ends after the move', () => {
  const toNew = webhookOf(warehouse)
  const numbersOf = async (id: string) => (await deliveries.attemptsOf(merchantId, id)).map(({ attempt }) => attempt)
  const standing = async (id: string) => {
    const { state, url, attempts, attemptsBefore, nextAt } = await findDelivery(id)
    return { state, url, attempts, attemptsBefore, isDue: nextAt !== undefined && nextAt <= new Date() }
  }
  const waiting = { state: 'PENDING', url: warehouse, isDue: true }

  async function moveDuringAttempt(): Promise<void> {
    await writeFollowing('a')
    await claim()
    await commitUrl(warehouse)
    assert.equal(await redirect(shop, warehouse), 1)
  }

  it('neither parks nor postpones the notification, and is in the log beside the attempts at the new URL', async () => {
    for (const end of [
      () => deliveries.record(outcome('a', 1, { state: 'PARKED' })),
      () => recordFailure('a', 1, 8 * 3_600_000),
    ]) {
      await database.query('truncate deliveries, delivery_attempts, webhooks')
      await moveDuringAttempt()
      await end()
      assert.deepEqual(await standing('a'), { ...waiting, attempts: 1, attemptsBefore: 1 })
      assert.deepEqual(await numbersOf('a'), [1])
      assert.deepEqual((await deliverAs(warehouse, toNew)).called, [warehouse])
      assert.deepEqual([(await findDelivery('a')).state, await numbersOf('a')], ['DELIVERED', [1, 2]])
    }
  })

  it('counts when the notification has arrived', async () => {
    await moveDuringAttempt()
    await deliveries.record(outcome('a', 1))
    assert.equal((await findDelivery('a')).state, 'DELIVERED')
  })

  it('changes nothing either when its process had lost its claim on the old webhook', async () => {
    await writeFollowing('a')
    await commitUrl(warehouse)
    await redirect(shop, warehouse)
    await deliveries.record(outcome('a', 1, { state: 'PARKED' }))
    assert.deepEqual(await standing('a'), { ...waiting, attempts: 0, attemptsBefore: 0 })
  })

  it('changes nothing either when the merchant has returned to the old URL meanwhile', async () => {
    await moveDuringAttempt()
    await commitUrl(shop)
    assert.equal(await redirect(warehouse, shop), 1)
    await deliveries.record(outcome('a', 1, { state: 'PARKED' }))
    assert.deepEqual(await standing('a'), { ...waiting, url: shop, attempts: 1, attemptsBefore: 1 })
  })

  it('has a number of its own where the sender itself moves the others', async () => {
    await writeFollowing('a', 'b')
    await commitUrl(warehouse)
    const urls = [shop]
    const answer = async () => {
      await until(async () => (await findDelivery('b')).url === warehouse, 'the other one is moved')
      return 410
    }
    const { called } = await deliverAs(() => urls.pop() ?? warehouse, webhookOf(), answer)
    assert.deepEqual(called, [shop])
    assert.deepEqual(await standing('a'), { ...waiting, attempts: 1, attemptsBefore: 1 })
    assert.deepEqual(await standing('b'), { ...waiting, attempts: 0, attemptsBefore: 0 })
    assert.deepEqual([await numbersOf('a'), await numbersOf('b')], [[1], []])
  })

  it('has a number of its own only where there can be one: what waits for its time keeps its count', async () => {
    await writeFollowing('a', 'b')
    await recordFailure('b', 1)
    await claim()
    await commitUrl(warehouse)
    assert.equal(await redirect(shop, warehouse), 2)
    assert.deepEqual(await standing('a'), { ...waiting, attempts: 1, attemptsBefore: 1 })
    assert.deepEqual(await standing('b'), { ...waiting, attempts: 1, attemptsBefore: 1 })
  })
})
