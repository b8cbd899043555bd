// Exchanged messages and notifications in partitions by month: retention drops whole months, and a month that is missing stops nothing.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import pg from 'pg'
import { deleteOldMessages } from '../../src/acquirers/jobs/exchanged-messages.ts'
import type { ExchangedMessages } from '../../src/acquirers/ports/exchanged-messages.ts'
import { postgresExchangedMessages } from '../../src/acquirers/postgres/exchanged-messages.ts'
import { deleteOldNotifications } from '../../src/events/jobs/delete-old-notifications.ts'
import type { Deliveries, DeliveryState } from '../../src/events/ports/webhooks.ts'
import { postgresDeliveries } from '../../src/events/postgres/deliveries.ts'
import { urlHashOf, writeDeliveries } from '../../src/events/postgres/delivery-rows.ts'
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts'
import { listMonths } from '../../src/platform/postgres/month-partitions.ts'
import { withoutCluster } from '../support/gateway/citus.ts'
import { createTestDatabase, databaseUrl } from '../support/gateway/database.ts'

const merchantId = 'SHOP1'
const url = 'https://shop.example/notify'
const dayMs = 86_400_000
const time = (text: string) => new Date(`${text}Z`)

let database: Database
let connectionString: string
let now = time('2026-12-31T23:00:00.000')
const clock = { now: () => now }
let messages: ExchangedMessages
let deliveries: Deliveries

before(async () => {
  connectionString = databaseUrl(await createTestDatabase())
  database = openDatabase({ connectionString }, { poolSize: 4, onError: (error) => assert.fail(error) })
  messages = postgresExchangedMessages(database, { clock, days: 30 })
  deliveries = postgresDeliveries(database, { clock, days: 90 })
})
beforeEach(() => database.query('truncate exchanged_messages, deliveries, delivery_attempts, webhooks'))
after(() => database.end())

const keepMessage = (at: Date, orderId = 'order') =>
  messages.keep({
    key: { merchantId, orderId, transactionId: '1' },
    linkId: 'host',
    revision: 1,
    at,
    tookMs: 1,
    sent: { title: '0200', fields: [] },
  })

async function writeMessages(...times: readonly Date[]): Promise<void> {
  for (const at of times) keepMessage(at)
  while ((await messages.flush()) > 0);
}

const messageTimes = async () =>
  (await messages.list({ merchantId, orderId: 'order' }, 100)).map(({ at }) => at.toISOString().slice(0, -1))

const runMessages = (days: number) =>
  deleteOldMessages({ exchangedMessages: messages, linkResponses: { deleteBefore: async () => 0 }, clock }, { days })
const runNotifications = (days: number) => deleteOldNotifications({ deliveries, clock }, { days })

async function deliver(id: string, at: Date, state: DeliveryState = 'DELIVERED', attempt = 1): Promise<void> {
  const about = {
    notificationId: id,
    url,
    orderId: id,
    transactionId: '1',
    eventNumber: 1,
    apiVersion: 100,
    body: '{}',
  }
  if (attempt === 1) await writeDeliveries(database, merchantId, [about], at)
  const { createdAt } = (await deliveries.find(merchantId, id)) ?? assert.fail(`no ${id}`)
  await deliveries.record({
    ...{ merchantId, notificationId: id, urlHash: urlHashOf(url), createdAt, state },
    attempt: { attempt, at: now, status: state === 'DELIVERED' ? 200 : 500, tookMs: 1 },
  })
}

/** In which partition each row is, by its name or order. */
async function partitionsOf(table: string, name: string): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {}
  for (const month of [...(await listMonths(database, [table])).map(({ partition }) => partition), `${table}_rest`])
    for (const row of (await database.query(`select ${name} as name from ${month}`)).rows) found[row.name] = month
  return found
}

const bytes = withoutCluster ? 'pg_relation_size(relid)' : 'citus_relation_size(relid)'

async function bytesOf(table: string): Promise<number> {
  const { rows } = await database.query<{ bytes: number }>(
    `select sum(${bytes})::float8 as bytes from pg_partition_tree($1::regclass) where isleaf`,
    [table],
  )
  return rows[0]?.bytes ?? Number.NaN
}

const monthsOf = async (table: string) => (await listMonths(database, [table])).map(({ month }) => month)

describe('messages by month', () => {
  it('are in the month of their time in UTC, whatever the time zone of the connection, also at the end of a year', async () => {
    now = time('2026-12-31T23:59:59.999')
    await runMessages(30)
    await writeMessages(
      time('2026-12-31T23:59:59.999'),
      time('2027-01-01T00:00:00.000'),
      time('2026-12-01T00:00:00.000'),
    )
    const found = await partitionsOf('exchanged_messages', `to_char(sent_at at time zone 'UTC', 'YYYY-MM-DD')`)
    assert.deepEqual(found, {
      '2026-12-01': 'exchanged_messages_2026_12',
      '2026-12-31': 'exchanged_messages_2026_12',
      '2027-01-01': 'exchanged_messages_2027_01',
    })
    const elsewhere = new pg.Client({ connectionString })
    await elsewhere.connect()
    await elsewhere.query(`set timezone = 'Pacific/Kiritimati'`)
    const shown = await elsewhere.query('select from exchanged_messages_2027_01')
    await elsewhere.end()
    assert.equal(shown.rowCount, 1)
  })

  it('are no longer listed when their days are over, and are dropped with their month, without dead rows', async () => {
    now = time('2026-11-15T12:00:00.000')
    await runMessages(30)
    now = time('2026-12-15T12:00:00.000')
    const old = [time('2026-11-14T10:00:00.000'), time('2026-11-30T23:00:00.000')]
    const many = Array.from({ length: 400 }, (_, each) => new Date(time('2026-11-20T00:00:00.000').getTime() + each))
    await writeMessages(...old, ...many)
    assert.equal(
      (await messages.list({ merchantId, orderId: 'order' }, 1_000)).length,
      401,
      'one is older than 30 days',
    )
    now = time('2026-12-30T23:30:00.000')
    assert.deepEqual(await messageTimes(), [])
    await runMessages(30)
    assert.ok((await monthsOf('exchanged_messages')).includes('2026-11'), 'its last day is not 30 days ago')
    assert.ok((await bytesOf('exchanged_messages')) > 0)
    now = time('2026-12-31T00:00:00.000')
    await runMessages(30)
    assert.deepEqual(await monthsOf('exchanged_messages'), ['2026-12', '2027-01', '2027-02'])
    assert.equal(await bytesOf('exchanged_messages'), 0)
  })

  it('are written where their month is missing, and move to it once it is there', async () => {
    now = time('2029-05-31T23:59:00.000')
    messages = postgresExchangedMessages(database, { clock, days: 30 })
    await writeMessages(time('2029-05-10T00:00:00.000'), time('2029-09-02T00:00:00.000'))
    const name = `to_char(sent_at, 'YYYY-MM')`
    assert.deepEqual(await partitionsOf('exchanged_messages', name), {
      '2029-05': 'exchanged_messages_rest',
      '2029-09': 'exchanged_messages_rest',
    })
    assert.deepEqual(await messageTimes(), ['2029-05-10T00:00:00.000', '2029-09-02T00:00:00.000'])
    await runMessages(30)
    assert.deepEqual(await partitionsOf('exchanged_messages', name), {
      '2029-05': 'exchanged_messages_2029_05',
      '2029-09': 'exchanged_messages_2029_09',
    })
    const { rows } = await database.query(`select ${bytes.replace('relid', `'exchanged_messages_rest'`)}::int as bytes`)
    assert.deepEqual(rows, [{ bytes: 0 }], 'what was moved leaves no dead rows')
    assert.deepEqual(await messageTimes(), ['2029-05-10T00:00:00.000', '2029-09-02T00:00:00.000'])
  })

  it('of a month that was dropped before they were written are deleted one by one', async () => {
    now = time('2029-06-15T00:00:00.000')
    await writeMessages(time('2001-01-01T00:00:00.000'), time('2029-06-14T00:00:00.000'))
    await runMessages(30)
    assert.deepEqual(await messageTimes(), ['2029-06-14T00:00:00.000'])
    const { rows } = await database.query('select count(*)::int as count from exchanged_messages')
    assert.deepEqual(rows, [{ count: 1 }])
  })

  it('are all dropped when none are to be kept', async () => {
    now = time('2029-06-15T00:00:00.000')
    await writeMessages(new Date(now.getTime() - 1), new Date(now.getTime() - dayMs))
    const none = postgresExchangedMessages(database, { clock, days: 0 })
    assert.deepEqual(await none.list({ merchantId, orderId: 'order' }, 10), [])
    await runMessages(0)
    assert.equal(await bytesOf('exchanged_messages'), 0)
    await writeMessages(now)
    assert.deepEqual(await messageTimes(), ['2029-06-15T00:00:00.000'])
  })

  it('are not held up by a reader for longer than the limit of a lock, and are dropped by the next run', async () => {
    now = time('2029-06-15T00:00:00.000')
    await runMessages(30)
    await writeMessages(time('2029-06-10T00:00:00.000'))
    const reader = new pg.Client({ connectionString })
    await reader.connect()
    await reader.query('begin; select count(*) from exchanged_messages')
    now = time('2029-08-15T00:00:00.000')
    await assert.rejects(runMessages(30), /lock timeout/)
    await writeMessages(time('2029-08-15T00:00:00.000'))
    await reader.query('commit')
    await reader.end()
    await runMessages(30)
    assert.deepEqual(await messageTimes(), ['2029-08-15T00:00:00.000'])
    assert.deepEqual(await monthsOf('exchanged_messages'), ['2029-07', '2029-08', '2029-09', '2029-10'])
  })
})

describe('notifications by month', () => {
  it('are dropped with their attempts when the month is over for so many days, without dead rows', async () => {
    now = time('2026-12-10T00:00:00.000')
    await runNotifications(90)
    for (let each = 0; each < 20; each += 1) await deliver(`n${each}`, new Date(now.getTime() + each))
    assert.equal((await deliveries.list({ merchantId, limit: 50 })).length, 20)
    now = time('2027-03-20T00:00:00.000')
    assert.deepEqual(await deliveries.list({ merchantId, limit: 50 }), [], 'not shown after 90 days')
    assert.equal(await deliveries.find(merchantId, 'n1'), undefined)
    assert.deepEqual(await deliveries.attemptsOf(merchantId, 'n1'), [])
    assert.equal(await deliveries.replay({ merchantId, notificationIds: ['n1'] }), 0)
    await runNotifications(90)
    assert.ok((await monthsOf('deliveries')).includes('2026-12'))
    now = time('2027-04-01T00:00:00.000')
    await runNotifications(90)
    for (const table of ['deliveries', 'delivery_attempts']) {
      assert.deepEqual(await monthsOf(table), ['2027-01', '2027-02', '2027-03', '2027-04', '2027-05', '2027-06'])
      assert.equal(await bytesOf(table), 0, table)
    }
  })

  it('that were not delivered stay with their attempts when their month is dropped, and go once they are delivered', async () => {
    now = time('2027-06-10T00:00:00.000')
    await runNotifications(90)
    await deliver('delivered', now)
    await deliver('parked', now, 'PARKED')
    await writeDeliveries(
      database,
      merchantId,
      [
        {
          notificationId: 'waiting',
          url,
          orderId: 'waiting',
          transactionId: '1',
          eventNumber: 1,
          apiVersion: 100,
          body: '{}',
        },
      ],
      now,
    )
    now = time('2027-12-10T00:00:00.000')
    await runNotifications(90)
    assert.ok(!(await monthsOf('deliveries')).includes('2027-06'))
    const left = async () =>
      (await deliveries.list({ merchantId, limit: 9 })).map(({ notificationId }) => notificationId)
    assert.deepEqual((await left()).toSorted(), ['parked', 'waiting'])
    assert.equal((await deliveries.attemptsOf(merchantId, 'parked')).length, 1)
    await runNotifications(90)
    assert.ok(!(await monthsOf('deliveries')).includes('2027-06'), 'their month is not created for them')
    assert.equal(await deliveries.replay({ merchantId, notificationIds: ['parked'] }), 1)
    await deliver('parked', now, 'DELIVERED', 2)
    assert.equal((await deliveries.attemptsOf(merchantId, 'parked')).length, 2)
    now = time('2028-03-20T00:00:00.000')
    await runNotifications(90)
    assert.deepEqual(await left(), ['waiting'])
    const { rows } = await database.query('select notification_id from delivery_attempts')
    assert.deepEqual(rows, [])
  })

  it('are written, claimed, sent and recorded where their month is missing', async () => {
    now = time('2031-12-31T23:59:59.999')
    await deliver('last', now)
    await deliver('first', new Date(now.getTime() + 1))
    assert.deepEqual(await partitionsOf('deliveries', 'notification_id'), {
      last: 'deliveries_rest',
      first: 'deliveries_rest',
    })
    await runNotifications(90)
    for (const table of ['deliveries', 'delivery_attempts'])
      assert.deepEqual(await partitionsOf(table, 'notification_id'), {
        last: `${table}_2031_12`,
        first: `${table}_2032_01`,
      })
    assert.equal((await deliveries.attemptsOf(merchantId, 'last')).length, 1)
  })
})

describe('a role that owns no table', () => {
  it('creates and drops months by the functions that it was granted, and by no other', async () => {
    const role = `months_${process.pid}`
    const as = async (text: string) => {
      const client = new pg.Client({ connectionString })
      await client.connect()
      try {
        return await client.query(`set role ${role}; ${text}`)
      } finally {
        await client.end()
      }
    }
    await database.query(`create role ${role}`)
    const create = `select create_month_partition('exchanged_messages', '2035-01-01')`
    const drop = `select drop_month_partition('exchanged_messages', '2035-01-01', '2035-02-01Z')`
    await assert.rejects(as(create), /permission denied/)
    for (const name of ['create_month_partition(text, date)', 'drop_month_partition(text, date, timestamptz)'])
      await database.query(`grant execute on function ${name} to ${role}`)
    await as(create)
    assert.ok((await monthsOf('exchanged_messages')).includes('2035-01'))
    await assert.rejects(as('drop table exchanged_messages_2035_01'), /must be owner/)
    await assert.rejects(
      as(`select drop_month_partition('exchanged_messages', '2035-01-01', '2035-01-31Z')`),
      /not over/,
    )
    await assert.rejects(as(`select create_month_partition('orders', '2035-01-01')`), /no table by months/)
    await assert.rejects(as(`select drop_month_partition('events', '2035-01-01', '2035-02-01Z')`), /no table by months/)
    await assert.rejects(as(`select create_month_partition('deliveries', '2035-01-02')`), /first of a month/)
    await as(drop)
    assert.ok(!(await monthsOf('exchanged_messages')).includes('2035-01'))
    await database.query(`drop owned by ${role}; drop role ${role}`)
  })
})
