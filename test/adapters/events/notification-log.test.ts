// The log of deliveries on a real database: replaying from it, reading it, and letting go of what is old.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AuditEntry } from '../../../src/audit/ports/audit.ts'
import { replayNotifications } from '../../../src/events/operations/replay-notifications.ts'
import { writeDeliveries } from '../../../src/events/postgres/delivery-rows.ts'
import {
  claim,
  database,
  deliveries,
  dueIds,
  findDelivery,
  merchantId,
  onDatabase,
  outcome,
  recordFailure,
  shop,
  startTime,
  warehouse,
  write,
} from '../../support/fixtures/deliveries-kit.ts'

onDatabase()

describe('replaying', () => {
  const audited: AuditEntry[] = []
  const dependencies = () => ({
    deliveries,
    audit: { append: async (entry: AuditEntry) => void audited.push(entry) },
    clock: { now: () => startTime, expiryTime: () => startTime, sleep: async () => {} },
  })

  it('makes single notifications due again under the same id and with the next number', async () => {
    await write({ id: 'a' }, { id: 'b' }, { id: 'c' })
    await deliveries.record(outcome('a', 1))
    await deliveries.record(outcome('b', 1, { state: 'PARKED' }))
    const which = { merchantId, notificationIds: ['a', 'b', 'c', 'unknown'] }
    assert.deepEqual(await replayNotifications(which, { userId: 'ada' }, dependencies()), { replayed: 2 })
    assert.deepEqual((await dueIds()).toSorted(), ['a', 'b', 'c'])
    const { attempts, attemptsBefore, state, endedAt } = await findDelivery('a')
    assert.deepEqual([attempts, attemptsBefore, state, endedAt], [1, 1, 'PENDING', undefined])
    await deliveries.record(outcome('a', 2))
    assert.deepEqual(
      (await deliveries.attemptsOf(merchantId, 'a')).map(({ attempt }) => attempt),
      [1, 2],
    )
    assert.deepEqual(
      audited.map(({ actor, action, subject }) => [actor, action, subject]),
      [['ada', 'NOTIFICATIONS_REPLAYED', { notificationIds: which.notificationIds }]],
    )
  })

  it('for a period covers all of it, page by page, and keeps the order of each order', async () => {
    const minute = (number: number) => new Date(startTime.getTime() + number * 60_000)
    const notifications = Array.from({ length: 1_100 }, (_, index) => ({
      notificationId: `n${String(index).padStart(4, '0')}`,
      url: shop,
      orderId: `order-${index >> 1}`,
      transactionId: '1',
      eventNumber: 1 + (index & 1),
      apiVersion: 100,
      body: '{}',
    }))
    await writeDeliveries(database, merchantId, notifications, minute(5))
    await write(
      { id: 'early', at: minute(1) },
      { id: 'late', at: minute(9) },
      { id: 'other', merchant: 'SHOP2', at: minute(5) },
    )
    await database.query(`update deliveries set state = 'DELIVERED', next_at = null, ended_at = now(), attempts = 1`)
    const which = { merchantId, since: minute(2), until: minute(8) }
    assert.deepEqual(await replayNotifications(which, { userId: 'ada' }, dependencies()), { replayed: 1_100 })
    const due = await dueIds()
    assert.equal(due.length, 64)
    assert.ok(
      due.every((id) => Number(id.slice(1)) % 2 === 0),
      'the first of each order',
    )
  })
})

describe('the notification log', () => {
  it('is listed newest first, page by page, by state, order and time', async () => {
    const rows = Array.from({ length: 7 }, (_, index) => ({
      id: `n${index}`,
      at: new Date(startTime.getTime() + (index >> 1)),
    }))
    await write(...rows, { id: 'x', merchant: 'SHOP2' })
    await deliveries.record(outcome('n3', 1, { createdAt: new Date(startTime.getTime() + 1) }))
    const seen: string[] = []
    let after: Awaited<ReturnType<typeof findDelivery>> | undefined
    do {
      const page = await deliveries.list({ merchantId, limit: 3, ...(after && { after }) })
      seen.push(...page.map(({ notificationId }) => notificationId))
      after = page.at(-1)
    } while (after)
    assert.deepEqual(seen, ['n6', 'n5', 'n4', 'n3', 'n2', 'n1', 'n0'])
    const ids = async (filter: object) =>
      (await deliveries.list({ merchantId, limit: 10, ...filter })).map(({ notificationId }) => notificationId)
    assert.deepEqual(await ids({ state: 'DELIVERED' }), ['n3'])
    assert.deepEqual(await ids({ orderId: 'n5' }), ['n5'])
    assert.deepEqual(
      await ids({ since: new Date(startTime.getTime() + 1), until: new Date(startTime.getTime() + 1) }),
      ['n3', 'n2'],
    )
  })

  it('deletes only notifications delivered long ago', async () => {
    await write({ id: 'old' }, { id: 'parked' }, { id: 'waiting' }, { id: 'gone', to: warehouse })
    const today = new Date(startTime.getTime() + 100 * 86_400_000)
    await write({ id: 'new', at: today })
    await deliveries.record(outcome('old', 1))
    await deliveries.record(outcome('gone', 1))
    await deliveries.record(outcome('parked', 1, { state: 'PARKED' }))
    await deliveries.record(
      outcome('new', 1, { createdAt: today, attempt: { attempt: 1, at: today, status: 200, tookMs: 1 } }),
    )
    for (const webhook of await claim()) await deliveries.release(webhook, { owner: 'one' })
    await deliveries.dropMonthsBefore(new Date('2026-12-01T00:00:00Z'))
    const left = (await deliveries.list({ merchantId, limit: 10 })).map(({ notificationId }) => notificationId)
    assert.deepEqual(left.toSorted(), ['new', 'parked', 'waiting'])
    assert.deepEqual(await deliveries.attemptsOf(merchantId, 'old'), [])
    const { rows } = await database.query<{ url: string }>('select url from webhooks')
    assert.deepEqual(rows, [{ url: shop }])
  })

  it('reports how many wait, how many are parked, and since when', async () => {
    await write({ id: 'a' }, { id: 'b' }, { id: 'c' })
    await deliveries.record(outcome('a', 1, { state: 'PARKED' }))
    await database.query(`update deliveries set next_at = now() - interval '1 hour' where notification_id = 'b'`)
    const { pending, parked, oldestDueMs } = await deliveries.backlog()
    assert.deepEqual([pending, parked], [2, 1])
    assert.ok(oldestDueMs >= 3_600_000 && oldestDueMs < 3_700_000)
  })
})

describe('sending now', () => {
  it('makes a pending notification due, with the earlier ones of its order, and leaves the others', async () => {
    await write(
      { id: 'a', orderId: 'one', number: 1 },
      { id: 'b', orderId: 'one', number: 2, to: warehouse },
      { id: 'c', orderId: 'one', number: 3 },
      { id: 'd' },
      { id: 'e' },
    )
    for (const id of ['a', 'c', 'd']) await recordFailure(id, 1, 3_600_000)
    await recordFailure('b', 1, 3_600_000, warehouse)
    await deliveries.record(outcome('e', 1))
    assert.deepEqual([await dueIds(), await dueIds(warehouse)], [[], []])
    assert.equal(await deliveries.sendNow({ merchantId, notificationIds: ['b', 'e', 'unknown'] }), 1)
    assert.deepEqual(await dueIds(), ['a'], 'it holds up the one that was named')
    await deliveries.record(outcome('a', 2))
    assert.deepEqual(await dueIds(warehouse), ['b'])
    const { attempts, attemptsBefore } = await findDelivery('b')
    assert.deepEqual([attempts, attemptsBefore], [1, 0], 'it counts as one of its attempts')
  })

  it('tries a paused webhook again, and nothing of another merchant', async () => {
    await write({ id: 'a' }, { id: 'b', merchant: 'OTHER' })
    await recordFailure('a', 1, 3_600_000)
    await database.query("update webhooks set paused_until = now() + interval '1 hour', due_at = null")
    assert.equal(await deliveries.sendNow({ merchantId, notificationIds: ['a', 'b'] }), 1)
    const { rows } = await database.query('select merchant_id, due_at is not null as is_due from webhooks')
    assert.deepEqual(
      rows.filter(({ is_due }) => is_due).map(({ merchant_id }) => merchant_id),
      [merchantId],
    )
    assert.deepEqual(
      (await claim()).map(({ merchantId: id }) => id),
      [merchantId],
    )
  })
})
