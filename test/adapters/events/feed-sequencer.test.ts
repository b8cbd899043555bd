// The sequencer on PostgreSQL: positions and notifications in one commit, whatever breaks, and fast enough.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { buildNotification } from '../../../src/events/operations/build-notification.ts'
import type { NotificationBuilder } from '../../../src/events/ports/events.ts'
import { type PostgresFeed, postgresFeed } from '../../../src/events/postgres/feed.ts'
import { inOrderOfWriting } from '../../../src/events/postgres/feed-rows.ts'
import { type Database, openDatabase } from '../../../src/platform/postgres/database.ts'
import { merchantDatabasesOf } from '../../support/gateway/citus.ts'
import { createTestDatabase, databaseUrl } from '../../support/gateway/database.ts'

let database: Database
let feed: PostgresFeed
before(async () => {
  const address = { connectionString: databaseUrl(await createTestDatabase()) }
  database = openDatabase(address, { poolSize: 6, onError: () => {} })
  feed = postgresFeed(database, merchantDatabasesOf(database))
})
after(() => database.end())

let merchants = 0
let merchantId: string
beforeEach(() => {
  merchants += 1
  merchantId = `M${merchants}`
})

const request = (version: string | undefined, order: object = {}) => ({
  order: { amount: '100.00', currency: 'USD', ...order },
  sourceOfFunds: {
    type: 'CARD',
    provided: { card: { number: '512345xxxxxx0008', expiry: { month: '1', year: '39' } } },
  },
  ...(version !== undefined && { version }),
})
const answer = (transactionId: string) => ({
  merchant: 'M',
  result: 'SUCCESS',
  response: { gatewayCode: 'APPROVED', acquirerCode: '00' },
  timeOfRecord: '2030-01-02T03:04:05.678Z',
  order: {
    id: 'o',
    status: 'CAPTURED',
    amount: '100.00',
    currency: 'USD',
    totalCapturedAmount: '100.00',
    totalRefundedAmount: '0',
  },
  transaction: { id: transactionId, type: 'PAYMENT', amount: '100.00', currency: 'USD' },
})

interface Written {
  readonly transactionId?: string
  readonly number?: number
  readonly kind?: string
  readonly version?: string | undefined
  readonly url?: string
  readonly order?: object
  readonly writtenAt?: string
}

/** Events as the money path leaves them, each with its row in the outbox. */
async function write(orderId: string, ...events: readonly Written[]): Promise<void> {
  for (const [index, given] of events.entries()) {
    const { number = index + 1, transactionId = String(number), kind = 'OUTCOME', url } = given
    const version = 'version' in given ? given.version : '100'
    await database.query(
      `insert into transactions (merchant_id, order_id, transaction_id, position, type, amount_minor, attempt_id, acquirer_link,
        acquirer_reference, request_key_id, request_hash, request, gateway_code, response_number, recorded_at, updated_at)
       values ($1, $2, $3, $4, 'PAYMENT', 10000, gen_random_uuid(), '{}', gen_random_uuid(), 'k', '\\x00', $5, 'APPROVED', $4,
        now(), now()) on conflict do nothing`,
      [
        merchantId,
        orderId,
        transactionId,
        number,
        request(version, { ...given.order, ...(url && { notificationUrl: url }) }),
      ],
    )
    await database.query(
      `insert into events (merchant_id, order_id, number, kind, transaction_id, at, response)
       values ($1, $2, $3, $4, $5, now(), $6)`,
      [merchantId, orderId, number, kind, transactionId, answer(transactionId)],
    )
    await database.query(
      `insert into outbox (merchant_id, subject, name, number, written_at)
       values ($1, 'ORDER', $2, $3, coalesce($4, clock_timestamp()))`,
      [merchantId, orderId, number, given.writtenAt],
    )
  }
}

/** Whatever it is asked, nothing here depends on it. */
const vault = { keyedHash: () => ({ keyId: 'key', hash: Buffer.from('hash') }), matches: () => true }
const setting = { isEnabled: true, url: 'https://shop.example/profile' }
const render: NotificationBuilder = (event) =>
  buildNotification(event, { setting, cardMasking: 'LAST_FOUR', notificationHosts: [] }, vault)

async function rowsOf<Row extends object>(text: string): Promise<readonly Row[]> {
  return (await database.query<Row & Record<string, unknown>>(text, [merchantId])).rows
}
const entries = async () =>
  (
    await rowsOf<{ line: string }>(
      `select position || ' ' || name || ' ' || number as line from feed_entries where merchant_id = $1 order by position`,
    )
  ).map(({ line }) => line)
const deliveries = () =>
  rowsOf<{
    order_id: string
    event_number: number
    api_version: number
    body: string
    url: string
    notification_id: string
  }>(
    `select d.order_id, d.event_number, d.api_version, d.body, w.url, d.notification_id from deliveries d
     join webhooks w on w.merchant_id = d.merchant_id and w.url_hash = d.url_hash
     where d.merchant_id = $1 order by d.order_id, d.event_number`,
  )

describe('the sequencer', () => {
  it('assigns positions by the time of writing, but never a later number before an earlier one', async () => {
    await write('late', { writtenAt: '2030-01-01T00:00:09Z' }, { writtenAt: '2030-01-01T00:00:01Z' })
    await write('between', { writtenAt: '2030-01-01T00:00:05Z' })
    assert.equal(await feed.assignPositions(merchantId, undefined, 100), 3)
    assert.deepEqual(await entries(), ['1 late 1', '2 between 1', '3 late 2'])
    assert.equal(await feed.assignPositions(merchantId, undefined, 100), 0)
  })

  it('takes an order as a whole, also when that exceeds its batch size', async () => {
    await write('a', {}, {}, {})
    await write('b', {})
    assert.equal(await feed.assignPositions(merchantId, undefined, 1), 3)
    assert.equal(await feed.assignPositions(merchantId, undefined, 1), 1)
    assert.deepEqual(await entries(), ['1 a 1', '2 a 2', '3 a 3', '4 b 1'])
  })

  it('skips a merchant that another process is working on', async () => {
    await write('a', {})
    await feed.assignPositions(merchantId, undefined, 100)
    await write('b', {})
    const other = await database.connect()
    await other.query('begin')
    await other.query('select from feeds where merchant_id = $1 for update', [merchantId])
    assert.equal(await feed.assignPositions(merchantId, undefined, 100), 'LOCKED')
    await other.query('rollback')
    other.release()
    assert.equal(await feed.assignPositions(merchantId, undefined, 100), 1)
  })

  it('loses nothing and repeats nothing when it fails in the middle', async () => {
    await write('a', {}, {})
    await write('b', {})
    let rendered = 0
    const breaking: NotificationBuilder = (event) => {
      rendered += 1
      if (rendered === 3) throw new Error('killed')
      return render(event)
    }
    await assert.rejects(feed.assignPositions(merchantId, breaking, 100), /killed/)
    assert.deepEqual([await entries(), await deliveries()], [[], []])
    const stamped = await Promise.all([
      feed.assignPositions(merchantId, render, 100),
      feed.assignPositions(merchantId, render, 100),
    ])
    const left = await feed.assignPositions(merchantId, render, 100)
    const counts = [...stamped, left].filter((count) => count !== 'LOCKED')
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      3,
    )
    assert.deepEqual(await entries(), ['1 a 1', '2 a 2', '3 b 1'])
    assert.equal((await deliveries()).length, 3)
  })

  it('finds the merchants whose events wait, and no others', async () => {
    await write('a', {})
    assert.ok((await feed.merchantsWaiting(100)).includes(merchantId))
    await feed.assignPositions(merchantId, undefined, 100)
    assert.ok(!(await feed.merchantsWaiting(100)).includes(merchantId))
  })

  it('processes a merchant’s backlog batch by batch, each event once, and reports its rate', async (t) => {
    const count = 3_000
    await database.query(
      `insert into transactions (merchant_id, order_id, transaction_id, position, type, amount_minor, attempt_id, acquirer_link,
        acquirer_reference, request_key_id, request_hash, request, gateway_code, response_number, recorded_at, updated_at)
       select $1, 'o' || n, '1', 1, 'PAYMENT', 10000, gen_random_uuid(), '{}', gen_random_uuid(), 'k', '\\x00', $2, 'APPROVED',
        1, now(), now() from generate_series(1, ${count}) n`,
      [merchantId, request('100')],
    )
    await database.query(
      `insert into events (merchant_id, order_id, number, kind, transaction_id, at, response)
       select $1, 'o' || n, 1, 'OUTCOME', '1', now(), $2 from generate_series(1, ${count}) n`,
      [merchantId, answer('1')],
    )
    await database.query(
      `insert into outbox (merchant_id, subject, name, number) select $1, 'ORDER', 'o' || n, 1 from generate_series(1, ${count}) n`,
      [merchantId],
    )
    const startMs = performance.now()
    for (let left = count; left > 0; ) {
      const stamped = await feed.assignPositions(merchantId, render, 500)
      assert.ok(stamped !== 'LOCKED' && stamped > 0)
      left -= stamped
    }
    t.diagnostic(`${Math.round((count / (performance.now() - startMs)) * 1_000)} events a second`)
    assert.equal(await feed.assignPositions(merchantId, render, 500), 0, 'nothing is left')
    assert.equal((await deliveries()).length, count)
  })
})

describe('a queued notification', () => {
  it('is fixed with its position: its id, version, number and masked body', async () => {
    await write('a', { version: '50' }, { version: undefined })
    await feed.assignPositions(merchantId, render, 100)
    const [first, second] = await deliveries()
    assert.deepEqual([first?.api_version, first?.event_number, second?.api_version], [50, 1, 100])
    const body = JSON.parse(first?.body ?? '')
    assert.deepEqual(
      [body.version, body.order.status, body.sourceOfFunds.provided.card.number],
      ['50', 'CAPTURED', 'xxxxxxxxxxxx0008'],
    )
    const [event] = await rowsOf<{ id: string }>(
      `select replace(event_id::text, '-', '') as id from events where merchant_id = $1 and number = 1`,
    )
    assert.equal(first?.notification_id, event?.id)
  })

  it('goes to the URL of its own request, or the last one of the order, or that of the profile', async () => {
    await write('a', {}, { url: 'https://shop.example/one' }, {}, { url: 'https://shop.example/two' }, {})
    await write('b', {})
    await feed.assignPositions(merchantId, render, 100)
    const places = (await deliveries()).map(({ url }) => url.slice('https://shop.example/'.length))
    assert.deepEqual(places, ['profile', 'one', 'one', 'two', 'two', 'profile'])
  })

  it('is delivered unchanged, whatever characters an order contains', async () => {
    const description = 'a "quoted" \\\\ {word}, \u001e a separator, \u2028 a line, NULL, €'
    await write('a', { order: { description } }, { order: { description: 'plain' } })
    await feed.assignPositions(merchantId, render, 100)
    const descriptions = (await deliveries()).map(({ body }) => JSON.parse(body).order.description)
    assert.deepEqual(descriptions, [description, 'plain'])
  })

  it("is not created for a payer's intermediate step, for a merchant that has them disabled, or without a URL", async () => {
    await write('a', { kind: 'INTERACTION' })
    await feed.assignPositions(merchantId, render, 100)
    await write('b', {})
    await feed.assignPositions(merchantId, undefined, 100)
    await write('c', {})
    const nowhere: NotificationBuilder = (event) =>
      buildNotification(
        event,
        { setting: { isEnabled: true, url: undefined }, cardMasking: 'SIX_FOUR', notificationHosts: [] },
        vault,
      )
    await feed.assignPositions(merchantId, nowhere, 100)
    assert.deepEqual([await deliveries(), (await entries()).length], [[], 3])
  })
})

it('events of one order keep their order when clocks disagree', () => {
  const row = (name: string, number: number, seconds: number) => ({
    subject: 'ORDER' as const,
    repository_id: '',
    name,
    number,
    written_at: new Date(seconds * 1_000),
  })
  const rows = [row('a', 3, 1), row('a', 1, 3), row('b', 1, 2), row('a', 2, 2)]
  assert.deepEqual(
    inOrderOfWriting(rows).map(({ name, number }) => `${name}${number}`),
    ['a1', 'a2', 'b1', 'a3'],
  )
})
