// Exchanged messages and response codes on PostgreSQL: written in batches beside payments, bounded in size and age.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { deleteOldMessages } from '../../src/acquirers/jobs/exchanged-messages.ts'
import type { LinkExchange } from '../../src/acquirers/ports/exchanged-messages.ts'
import { postgresExchangedMessages } from '../../src/acquirers/postgres/exchanged-messages.ts'
import { postgresLinkResponses } from '../../src/acquirers/postgres/link-responses.ts'
import { StoreOverloaded } from '../../src/kernel/failures.ts'
import type { AcquirerResult } from '../../src/payments/ports/acquirer.ts'
import { onSeveralDatabases } from '../../src/platform/postgres/cluster/merchant-databases.ts'
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts'
import { createTestDatabase, databaseUrl } from '../support/gateway/database.ts'

let database: Database
before(async () => {
  const connectionString = databaseUrl(await createTestDatabase())
  database = openDatabase({ connectionString }, { poolSize: 4, onError: (error) => assert.fail(error) })
})
after(() => database.end())

const retention = { clock: { now: () => at(0) }, days: 30 }
const at = (minute: number) => new Date(Date.UTC(2026, 10, 16, 10, minute))

function exchange(
  differences: Partial<LinkExchange> & { readonly merchantId?: string; readonly orderId?: string } = {},
): LinkExchange {
  const { merchantId = 'SHOP1', orderId = 'order', ...others } = differences
  return {
    key: { merchantId, orderId, transactionId: '1' },
    linkId: 'host',
    revision: 2,
    at: at(0),
    tookMs: 12,
    sent: {
      title: '0200 financial request',
      fields: [
        ['3', '000000'],
        ['44', 'NUL \0, "quotes" and \\'],
      ],
    },
    received: { title: '0210 financial response', fields: [['39', '00']] },
    ...others,
  }
}

describe('exchanged messages', () => {
  it('are listed for their order as they were kept, oldest first, once they are written', async () => {
    const messages = postgresExchangedMessages(database, retention)
    const { received: _, ...unanswered } = exchange({ at: at(2), problem: 'no answer' })
    for (const each of [unanswered, exchange({ at: at(1) }), exchange({ orderId: 'other' })]) messages.keep(each)
    assert.deepEqual(await messages.list({ merchantId: 'SHOP1', orderId: 'order' }, 10), [])
    assert.equal(await messages.flush(), 3)
    assert.equal(await messages.flush(), 0)
    const listed = await messages.list({ merchantId: 'SHOP1', orderId: 'order' }, 10)
    assert.deepEqual(listed, [exchange({ at: at(1) }), unanswered])
    assert.deepEqual(await messages.list({ merchantId: 'SHOP2', orderId: 'order' }, 10), [])
    assert.deepEqual(await messages.list({ merchantId: 'SHOP1', orderId: 'order' }, 1), [unanswered])
  })

  it('are dropped and counted when more wait than are written', async () => {
    let dropped = 0
    const messages = postgresExchangedMessages(database, retention, (count) => {
      dropped += count
    })
    for (let each = 0; each < 5_010; each += 1) messages.keep(exchange({ orderId: 'many' }))
    assert.equal(dropped, 10)
    assert.equal(await messages.flush(), 500)
  })

  it('are tried once more when they could not be written, and then dropped', async () => {
    let dropped = 0
    const failing = {
      connect: () => Promise.reject(new Error('the database is away')),
    } as unknown as Database
    const messages = postgresExchangedMessages(failing, retention, (count) => {
      dropped += count
    })
    messages.keep(exchange())
    await assert.rejects(messages.flush(), /away/)
    assert.equal(dropped, 0)
    await assert.rejects(messages.flush(), /away/)
    assert.equal(dropped, 1)
    assert.equal(await messages.flush(), 0)
  })

  it('of other nodes are written while one node is silent, and those of that node once it answers', async () => {
    const { promise: response, resolve: resume } = Promise.withResolvers<void>()
    const silent = {
      connect: () => response.then(() => Promise.reject(new StoreOverloaded('the node does not answer'))),
    } as unknown as Database
    let isBack = false
    const nodes = onSeveralDatabases({
      of: (merchantId) => (merchantId === 'SHOP2' && !isBack ? silent : database),
      any: database,
      ownerOf: async () => undefined,
    })
    const messages = postgresExchangedMessages(database, retention, () => assert.fail('none is dropped'), nodes)
    const elsewhere = { merchantId: 'SHOP1', orderId: 'beside' }
    messages.keep(exchange({ merchantId: 'SHOP2', orderId: 'silent' }))
    messages.keep(exchange(elsewhere))
    assert.equal(await messages.flush(), 1)
    assert.equal((await messages.list(elsewhere, 10)).length, 1)
    messages.keep(exchange(elsewhere))
    assert.equal(await messages.flush(), 1)
    resume()
    await new Promise(setImmediate)
    for (let tries = 0; tries < 3; tries += 1) await assert.rejects(messages.flush(), StoreOverloaded)
    isBack = true
    Object.assign(silent, { connect: () => database.connect() })
    assert.equal(await messages.flush(), 1)
    assert.equal((await messages.list({ merchantId: 'SHOP2', orderId: 'silent' }, 10)).length, 1)
  })

  it('are deleted when their days are over, with the response codes of long ago', async () => {
    const messages = postgresExchangedMessages(database, retention)
    const responses = postgresLinkResponses(database, { now: () => at(0) })
    const order = { merchantId: 'SHOP1', orderId: 'old' }
    const clock = { now: () => new Date(at(0).getTime() + 100 * 86_400_000) }
    messages.keep(exchange({ orderId: 'old' }))
    const recent = exchange({ orderId: 'old', at: new Date(clock.now().getTime() - 86_400_000) })
    messages.keep(recent)
    responses.note('old-host', { kind: 'NO_ANSWER' })
    await messages.flush()
    await responses.flush()
    await deleteOldMessages({ exchangedMessages: messages, linkResponses: responses, clock }, { days: 30 })
    assert.deepEqual(await messages.list(order, 10), [recent])
    assert.deepEqual(await responses.list('old-host', at(-60)), [])
  })
})

describe('response codes by hour', () => {
  const answered = (acquirerCode: string, gatewayCode: 'APPROVED' | 'DECLINED'): AcquirerResult => ({
    kind: 'ANSWERED',
    response: { gatewayCode, acquirerCode },
  })

  it('are added up over all processes, by link, hour and code', async () => {
    let now = at(59)
    const [one, other] = [0, 1].map(() => postgresLinkResponses(database, { now: () => now }))
    assert.ok(one && other)
    for (const process of [one, other]) {
      process.note('host', answered('00', 'APPROVED'))
      process.note('host', answered('05', 'DECLINED'))
    }
    now = at(60)
    one.note('host', answered('00', 'APPROVED'))
    one.note('host', { kind: 'NO_ANSWER' })
    one.note('host', { kind: 'NOT_SENT', why: 'not connected' })
    one.note('another', answered('00', 'APPROVED'))
    await Promise.all([one.flush(), other.flush()])
    await one.flush()
    assert.deepEqual(
      (await other.list('host', at(0))).map(({ hour, code, outcome, count }) => [hour, code, outcome, count]),
      [
        [at(0), '00', 'APPROVED', 2],
        [at(0), '05', 'DECLINED', 2],
        [at(60), '', 'NOT_SENT', 1],
        [at(60), '', 'NO_ANSWER', 1],
        [at(60), '00', 'APPROVED', 1],
      ],
    )
    assert.equal((await one.list('host', at(60))).length, 3)
  })

  it('are counted with those that follow when they could not be written, and without a code that is none', async () => {
    let isAway = true
    const query = (...given: Parameters<Database['query']>) =>
      isAway ? Promise.reject(new Error('the database is away')) : database.query(...given)
    const responses = postgresLinkResponses({ query } as unknown as Database, { now: () => at(0) })
    responses.note('late', answered('00', 'APPROVED'))
    await assert.rejects(responses.flush(), /away/)
    isAway = false
    responses.note('late', answered('00', 'APPROVED'))
    responses.note('late', answered('<script>', 'APPROVED'))
    responses.note('late', answered('A code of a whole sentence', 'DECLINED'))
    await responses.flush()
    assert.deepEqual(
      (await responses.list('late', at(0))).map(({ code, count }) => [code, count]),
      [
        ['', 1],
        ['00', 2],
        ['<script>', 1],
      ],
    )
  })
})
