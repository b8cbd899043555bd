import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ClaimedWebhook, Deliveries, Delivery, DeliveryOutcome, SendResult } from '../ports/webhooks.ts'
import { startDeliverer } from './deliver-notifications.ts'
import { type DeliveryDependencies, type DeliveryOptions, deliverToWebhook } from './deliver-to-webhook.ts'

const at = new Date('2026-11-15T10:00:00.000Z')
const webhook: ClaimedWebhook = { merchantId: 'SHOP1', urlHash: 'r1', url: 'https://shop.example/notify' }
const delivered: SendResult = { kind: 'ANSWERED', status: 200, excerpt: 'thank you', tookMs: 3 }

function deliveryOf(index: number, differences: Partial<Delivery> = {}): Delivery {
  return {
    ...webhook,
    notificationId: `n${index}`,
    orderId: `order-${index}`,
    transactionId: '1',
    eventNumber: 1,
    apiVersion: 100,
    body: '{}',
    state: 'PENDING',
    attempts: 0,
    attemptsBefore: 0,
    nextAt: at,
    createdAt: at,
    ...differences,
  }
}

interface Circumstances {
  readonly due?: readonly Delivery[]
  readonly isEnabled?: boolean
  readonly send?: (attempt: number) => Promise<SendResult> | SendResult
}

function worldOf({ due = [], isEnabled = true, send = () => delivered }: Circumstances) {
  let waiting = [...due]
  let sent = 0
  const recorded: DeliveryOutcome[] = []
  const disabled: string[] = []
  const released: object[] = []
  const parts: Partial<Deliveries> = {
    findDue: async (_, { limit, inFlight }) => {
      const page = waiting.filter(({ notificationId }) => !inFlight.includes(notificationId)).slice(0, limit)
      waiting = waiting.filter((each) => !page.includes(each))
      return page
    },
    record: async (outcome) => void recorded.push(outcome),
    disable: async (_, why) => {
      disabled.push(why)
      return waiting.length
    },
    claimWebhooks: async () => (waiting.length > 0 ? [webhook] : []),
    keepClaim: async () => true,
    release: async (_, claim) => {
      released.push(claim)
      return { isDue: false }
    },
  }
  const secrets = [{ sent: 'A'.repeat(32), signing: `whsec_${Buffer.alloc(24, 1).toString('base64')}` }]
  const setting = { merchantId: 'SHOP1', isEnabled, url: undefined, acceptsAny2xx: false, secrets }
  const dependencies = {
    deliveries: parts,
    webhookSettings: { find: async () => setting },
    notifier: {
      send: async () => {
        sent += 1
        return send(sent)
      },
    },
    clock: { now: () => at, sleep: async () => {} },
    identifiers: { attemptId: () => 'me' },
    // Contains only what the job may use; anything else would fail the test.
  } as unknown as DeliveryDependencies & { readonly identifiers: { attemptId(): string } }
  return { dependencies, recorded, disabled, released, sentCount: () => sent }
}

const options: DeliveryOptions = {
  timeoutMs: 1_000,
  chance: () => 0,
  onAttempt: () => {},
  onGone: () => {},
  onAltered: () => {},
}
const many = (count: number) => Array.from({ length: count }, (_, index) => deliveryOf(index))
const always = () => true

describe('delivering to a webhook', () => {
  it('sends all that is due, at most sixteen at a time', async () => {
    let underWay = 0
    let most = 0
    const send = async () => {
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise((resolve) => setImmediate(resolve))
      underWay -= 1
      return delivered
    }
    const world = worldOf({ due: many(100), send })
    assert.deepEqual(await deliverToWebhook(webhook, always, world.dependencies, options), {})
    assert.deepEqual([world.recorded.length, most], [100, 16])
    const [first] = world.recorded
    assert.deepEqual(first?.attempt, { attempt: 1, at, tookMs: 3, status: 200 }, 'a welcome answer is not kept')
  })

  it('continues its count after a replay, and restarts the schedule', async () => {
    const send = (): SendResult => ({ kind: 'FAILED', why: 'TIMED_OUT', tookMs: 7 })
    const world = worldOf({ due: [deliveryOf(1, { attempts: 20, attemptsBefore: 20 })], send })
    await deliverToWebhook(webhook, always, world.dependencies, options)
    const [outcome] = world.recorded
    assert.deepEqual(
      [outcome?.state, outcome?.retryAfterMs, outcome?.attempt],
      ['PENDING', 15_000, { attempt: 21, at, tookMs: 7, problem: 'TIMED_OUT' }],
    )
  })

  it('pauses a webhook that does not answer, and continues with others', async () => {
    const failed: SendResult = { kind: 'FAILED', why: 'CONNECTION_REFUSED', tookMs: 1 }
    const dead = worldOf({ due: many(100), send: () => failed })
    assert.deepEqual(await deliverToWebhook(webhook, always, dead.dependencies, options), { pauseMs: 5_000 })
    assert.ok(dead.sentCount() >= 8 && dead.sentCount() < 32, `${dead.sentCount()} were tried`)
    assert.equal(dead.recorded.length, dead.sentCount())
    const shaky = worldOf({ due: many(100), send: (attempt) => (attempt % 4 === 0 ? delivered : failed) })
    assert.deepEqual(await deliverToWebhook(webhook, always, shaky.dependencies, options), {})
    assert.equal(shaky.recorded.length, 100)
  })

  it('stops at once where the webhook is gone, and parks the rest', async () => {
    const world = worldOf({ due: many(100), send: () => ({ kind: 'ANSWERED', status: 410, excerpt: '', tookMs: 1 }) })
    assert.deepEqual(await deliverToWebhook(webhook, always, world.dependencies, options), {})
    assert.ok(world.sentCount() <= 16)
    assert.ok(world.disabled.length > 0 && world.disabled.every((why) => why === '410'))
  })

  it('pauses for as long as the webhook requests', async () => {
    const send = (): SendResult => ({ kind: 'ANSWERED', status: 429, retryAfterMs: 90_000, excerpt: '', tookMs: 1 })
    const world = worldOf({ due: many(100), send })
    assert.deepEqual(await deliverToWebhook(webhook, always, world.dependencies, options), { pauseMs: 90_000 })
    assert.ok(world.recorded.every(({ retryAfterMs }) => retryAfterMs === 90_000))
  })

  it('sends nothing for a merchant that has disabled notifications, and checks again later', async () => {
    const world = worldOf({ due: many(3), isEnabled: false })
    assert.deepEqual(await deliverToWebhook(webhook, always, world.dependencies, options), { pauseMs: 5_000 })
    assert.deepEqual([world.sentCount(), world.recorded.length], [0, 0])
  })

  it('starts nothing more when the lease is lost, and records deliveries in progress', async () => {
    let isOurs = true
    const send = (attempt: number) => {
      if (attempt === 5) isOurs = false
      return delivered
    }
    const world = worldOf({ due: many(100), send })
    await deliverToWebhook(webhook, () => isOurs, world.dependencies, options)
    assert.equal(world.recorded.length, world.sentCount())
    assert.ok(world.sentCount() <= 16)
  })

  it('reports that the database refused an outcome, after finishing deliveries in progress', async () => {
    const world = worldOf({ due: many(10) })
    const record = () => Promise.reject(new Error('no database'))
    const dependencies = { ...world.dependencies, deliveries: { ...world.dependencies.deliveries, record } }
    await assert.rejects(deliverToWebhook(webhook, always, dependencies, options), /no database/)
  })
})

describe('the deliverer', () => {
  it('starts when it is woken, and ends after the deliveries in progress', async () => {
    const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>()
    const { promise: response, resolve: letAnswer } = Promise.withResolvers<SendResult>()
    const send = () => {
      ask()
      return response
    }
    const world = worldOf({ due: many(1), send })
    const onError = (error: unknown) => assert.fail(String(error))
    const deliverer = startDeliverer(world.dependencies, { ...options, onError })
    deliverer.wake()
    await isAsked
    const stopped = deliverer.stop()
    letAnswer(delivered)
    await stopped
    assert.equal(world.recorded.length, 1)
    assert.deepEqual(world.released, [{ owner: 'me/1' }])
    deliverer.wake()
    assert.equal(world.sentCount(), 1, 'who has stopped is not woken')
  })

  it('claims a webhook again at once that is still due after its turn', async () => {
    const world = worldOf({ due: many(1) })
    const claims: string[] = []
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    const deliveries = {
      ...world.dependencies.deliveries,
      claimWebhooks: async ({ owner }: { readonly owner: string }) => {
        claims.push(owner)
        if (claims.length === 2) release()
        return claims.length === 1 ? [webhook] : []
      },
      release: async () => ({ isDue: true }),
    }
    let noted = 0
    const deliverer = startDeliverer(
      { ...world.dependencies, deliveries },
      {
        ...options,
        everyMs: 3_600_000,
        onMoreDue: () => {
          noted += 1
        },
        onError: (error) => assert.fail(String(error)),
      },
    )
    deliverer.wake()
    await isReleased
    await deliverer.stop()
    assert.deepEqual([claims, noted], [['me/1', 'me/2'], 1])
  })

  it('reports that it could not look for work, and retries', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const world = worldOf({ due: many(1) })
    let looks = 0
    const claimWebhooks = async () => {
      looks += 1
      if (looks === 1) throw new Error('no database')
      return world.dependencies.deliveries.claimWebhooks({ owner: 'me', leaseMs: 1, limit: 1 })
    }
    const { promise: isReported, resolve: onError } = Promise.withResolvers<unknown>()
    const dependencies = { ...world.dependencies, deliveries: { ...world.dependencies.deliveries, claimWebhooks } }
    const deliverer = startDeliverer(dependencies, { ...options, onError })
    deliverer.wake()
    assert.match(String(await isReported), /no database/)
    await new Promise((resolve) => setImmediate(resolve))
    t.mock.timers.tick(1_000)
    await deliverer.stop()
    assert.deepEqual([looks, world.released.length], [2, 1])
  })
})
