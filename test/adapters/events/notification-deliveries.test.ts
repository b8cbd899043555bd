// Deliveries on a real database: which process works on a webhook, what is sent first, and the results of attempts.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import pg from 'pg'
import { writeDeliveries } from '../../../src/events/postgres/delivery-rows.ts'
import { until } from '../../support/checks/poll.ts'
import {
  claim,
  connectionString,
  database,
  deliveries,
  dueIds,
  findDelivery,
  lease,
  letTimePass,
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
import { countLockWaits } from '../../support/gateway/citus.ts'

onDatabase()

describe('a webhook', () => {
  it('is leased by one process at a time, and by another when the lease has expired', async () => {
    await write({ id: 'a' })
    assert.deepEqual(await claim('one'), [webhookOf()])
    assert.deepEqual(await claim('two'), [])
    assert.ok(await deliveries.keepClaim(webhookOf(), lease))
    assert.equal(await deliveries.keepClaim(webhookOf(), { ...lease, owner: 'two' }), false)

    await database.query(`update webhooks set lease_until = now() - interval '1 millisecond'`)
    assert.equal(await deliveries.keepClaim(webhookOf(), lease), false, 'a lease that ran out is not taken back')
    assert.deepEqual(await claim('two'), [webhookOf()])
    assert.deepEqual(await deliveries.release(webhookOf(), { owner: 'one' }), { isDue: false })
    assert.deepEqual(await claim('three'), [], 'who has lost it cannot give it away')
  })

  it('is claimed by one of many processes that try at once', async () => {
    await write(...['a', 'b', 'c', 'd'].map((id) => ({ id, to: `https://${id}.example/` })))
    const claims = await Promise.all(['one', 'two', 'three', 'four'].map((owner) => claim(owner)))
    const urls = claims.flat().map((each) => each.url)
    assert.deepEqual([...new Set(urls)].length, urls.length)
    assert.equal(urls.length, 4)
  })

  it('that another process has locked is left to the next run, so that no two processes wait for each other', async () => {
    await write({ id: 'a' }, { id: 'b', to: warehouse })
    const writer = new pg.Client({ connectionString })
    await writer.connect()
    try {
      await writer.query('begin')
      const lock = 'select from webhooks where merchant_id = $1 and url = $2 for update'
      await writer.query(lock, [merchantId, shop])
      assert.deepEqual(await claim(), [webhookOf(warehouse)])
      await writer.query('commit')
    } finally {
      await writer.end()
    }
    assert.deepEqual(await claim(), [webhookOf()])
  })

  it('is claimed again when a notification was queued at the moment of its release', async () => {
    await write({ id: 'a' })
    await claim()
    await deliveries.record(outcome('a', 1))
    const writer = new pg.Client({ connectionString })
    await writer.connect()
    await writer.query('begin')
    const late = { notificationId: 'b', url: shop, orderId: 'b', transactionId: '1', eventNumber: 1 }
    await writeDeliveries(writer, merchantId, [{ ...late, apiVersion: 100, body: '{}' }], startTime)
    const released = deliveries.release(webhookOf(), { owner: 'one' })
    await until(async () => (await countLockWaits(connectionString)) > 0, 'it waits for what is being written')
    await writer.query('commit')
    await writer.end()
    assert.deepEqual(await released, { isDue: true })
    assert.deepEqual(await claim('two'), [webhookOf()])
  })

  it('is paused for as long as it requested, also for new notifications', async () => {
    await write({ id: 'a' })
    await claim()
    await deliveries.release(webhookOf(), { owner: 'one', pauseMs: 60_000 })
    assert.deepEqual(await claim(), [])
    await write({ id: 'b' })
    assert.deepEqual(await claim(), [])
    await letTimePass()
    assert.deepEqual(await claim(), [webhookOf()])
  })

  it('that is gone has everything parked, later notifications included, until something is replayed', async () => {
    await write({ id: 'a' }, { id: 'b' }, { id: 'elsewhere', to: warehouse })
    await claim()
    assert.equal(await deliveries.disable(webhookOf(), '410', startTime), 2)
    await deliveries.release(webhookOf(), { owner: 'one' })
    await write({ id: 'c' })
    const states = await Promise.all(['a', 'b', 'c', 'elsewhere'].map(async (id) => (await findDelivery(id)).state))
    assert.deepEqual(states, ['PARKED', 'PARKED', 'PARKED', 'PENDING'])

    assert.equal(await deliveries.replay({ merchantId, notificationIds: ['b'] }), 1)
    await write({ id: 'd' })
    assert.deepEqual(await dueIds(), ['b', 'd'])
  })

  it('that is gone has one audit entry, without the credentials in its URL', async () => {
    const to = 'https://user:secret@gone.example/notify?word=secret'
    await write({ id: 'a', to }, { id: 'b', to })
    for (const parked of [2, 0]) assert.equal(await deliveries.disable(webhookOf(to), '410', startTime), parked)
    const { rows } = await database.query(
      `select merchant_id, actor, subject, at from audit where action = 'WEBHOOK_DISABLED' and subject ->> 'url' ~ 'gone'`,
    )
    const subject = { url: 'https://gone.example/notify', why: '410', parked: 2 }
    assert.deepEqual(rows, [{ merchant_id: merchantId, actor: 'gateway', subject, at: startTime }])
  })

  it('that counts as recovered gets new notifications, and not the parked ones', async () => {
    await write({ id: 'a' })
    await deliveries.disable(webhookOf(), '410', startTime)
    await deliveries.enableWebhooks(merchantId)
    await write({ id: 'b' })
    assert.deepEqual(await claim(), [webhookOf()])
    assert.deepEqual(await dueIds(), ['b'])
  })
})

describe('the notifications of an order', () => {
  it('go in their order, those of other orders beside them', async () => {
    await write({ id: 'a1', orderId: 'A' }, { id: 'a2', orderId: 'A', number: 2 }, { id: 'b1', orderId: 'B' })
    assert.deepEqual(await dueIds(), ['a1', 'b1'])
    assert.deepEqual(await dueIds(shop, ['a1', 'b1']), [], 'the second waits for the one in flight')
    await deliveries.record(outcome('a1', 1))
    assert.deepEqual(await dueIds(shop, ['b1']), ['a2'])
  })

  it('wait for five attempts of an earlier one, and then go', async () => {
    await write({ id: 'a1', orderId: 'A' }, { id: 'a2', orderId: 'A', number: 2 })
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await recordFailure('a1', attempt)
      assert.deepEqual(await dueIds(), [], `after attempt ${attempt}`)
      const [first, second] = await Promise.all([findDelivery('a1'), findDelivery('a2')])
      assert.ok(second.nextAt && first.nextAt && second.nextAt >= first.nextAt, 'its turn comes with the earlier one')
      await letTimePass()
      assert.deepEqual(await dueIds(), ['a1'])
    }
    await recordFailure('a1', 5)
    assert.deepEqual(await dueIds(), ['a2'])
  })

  it('wait for an earlier one that goes elsewhere, too', async () => {
    await write({ id: 'a1', orderId: 'A', to: warehouse }, { id: 'a2', orderId: 'A', number: 2 })
    assert.deepEqual(await dueIds(shop), [])
    assert.deepEqual(await dueIds(warehouse), ['a1'])
    await deliveries.record(outcome('a1', 1))
    await letTimePass()
    assert.deepEqual(await dueIds(shop), ['a2'])
  })

  it('wait for nothing that was delivered or parked', async () => {
    await write(
      { id: 'a1', orderId: 'A' },
      { id: 'a2', orderId: 'A', number: 2 },
      { id: 'a3', orderId: 'A', number: 3 },
    )
    await deliveries.record(outcome('a1', 1, { state: 'PARKED' }))
    assert.deepEqual(await dueIds(), ['a2'])
    await deliveries.record(outcome('a2', 1))
    assert.deepEqual(await dueIds(), ['a3'])
  })
})

describe('the outcome of a delivery attempt', () => {
  it('is stored with the attempt, for many at once', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `n${index}`)
    await write(...ids.map((id) => ({ id })))
    await Promise.all(
      ids.map((id, index) => (index % 2 === 0 ? deliveries.record(outcome(id, 1)) : recordFailure(id, 1))),
    )
    const all = await Promise.all(ids.map(findDelivery))
    assert.ok(
      all.every(({ state, attempts }, index) => attempts === 1 && state === (index % 2 ? 'PENDING' : 'DELIVERED')),
    )
    assert.deepEqual(await deliveries.attemptsOf(merchantId, 'n0'), [
      { attempt: 1, at: startTime, status: 200, tookMs: 5 },
    ])
  })

  it('does not change what another process has decided since, except that an arrival counts', async () => {
    await write({ id: 'a' }, { id: 'b' })
    await recordFailure('a', 1)
    await recordFailure('a', 2)
    const before = await findDelivery('a')
    await recordFailure('a', 1, 1)
    assert.deepEqual(await findDelivery('a'), before)
    await deliveries.record(outcome('a', 2))
    await recordFailure('a', 3)
    assert.deepEqual([(await findDelivery('a')).attempts, (await findDelivery('a')).state], [2, 'DELIVERED'])
    assert.equal((await findDelivery('b')).attempts, 0)
  })
})
