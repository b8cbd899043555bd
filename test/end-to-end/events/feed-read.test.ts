// The feed: what happened to a merchant's orders and tokens, read from where the last reading ended.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import pg from 'pg'
import { recordProviderEvent } from '../../../src/payments/operations/manual/record-provider-event.ts'
import { applyNoticeToToken } from '../../../src/tokens/operations/apply-token-event.ts'
import { until } from '../../support/checks/poll.ts'
import { initiateBody, openPayer } from '../../support/clients/browser-payment.ts'
import {
  apiPath,
  authorizeBody,
  type Body,
  captureBody,
  payBody,
  refundBody,
  send,
} from '../../support/clients/client.ts'
import { assertWithoutGaps, openFeedReader } from '../../support/clients/feed-reader.ts'
import { openShop, refusal, refusalOf, type Shop } from '../../support/clients/shop.ts'
import { cardBody, cards, openTokenKeeper } from '../../support/clients/token-keeper.ts'
import { untilWaiting } from '../../support/faults/slow-database.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { databaseUrl, testPassword } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let url: string
before(async () => {
  gateway = await sharedGateway()
  url = gateway.listeners.httpUrl ?? ''
})

async function newMerchant(profile = {}) {
  const { id } = await boardMerchant(gateway, { profile })
  const put = (orderId: string, transactionId: string, body: object, version = 100) =>
    send(url, {
      method: 'PUT',
      path: apiPath(`/order/${orderId}/transaction/${transactionId}`, { merchant: id, version }),
      login: `merchant.${id}:${testPassword}`,
      body,
    })
  const get = (rest: string, version = 100) =>
    send(url, { path: apiPath(rest, { merchant: id, version }), login: `merchant.${id}:${testPassword}` })
  return { id, put, get, feed: openFeedReader(url, id) }
}

const summaryOf = ({ event, order, transaction }: Body) => [order.id, transaction.id, event.number, event.kind]

describe('the feed', () => {
  it('is empty for a merchant without events, and returns a cursor', async () => {
    const { feed } = await newMerchant()
    const { body } = await feed.ask()
    assert.deepEqual([body.event, body.result], [[], 'SUCCESS'])
    assert.equal((await feed.ask({ after: body.page.after })).body.page.after, body.page.after)
  })

  it('returns each event once, as RETRIEVE_TRANSACTION returned it then, page by page', async () => {
    const { id, put, get, feed } = await newMerchant()
    await put('a', '1', authorizeBody())
    await put('a', '2', captureBody('60.00'))
    await put('b', '1', payBody())
    await put('a', '3', refundBody('10.00'))
    const events = await feed.take(4)
    assert.deepEqual(events.map(summaryOf), [
      ['a', '1', 1, 'OUTCOME'],
      ['a', '2', 2, 'OUTCOME'],
      ['b', '1', 1, 'OUTCOME'],
      ['a', '3', 3, 'OUTCOME'],
    ])
    assert.deepEqual(
      events.map(({ order }) => order.status),
      ['AUTHORIZED', 'PARTIALLY_CAPTURED', 'CAPTURED', 'PARTIALLY_REFUNDED'],
    )
    const { event, ...last } = events[3]
    assert.deepEqual(last, (await get('/order/a/transaction/3')).body)
    assert.match(event.id, /^[0-9a-f]{32}$/)
    assert.equal(last.merchant, id)

    const pages: Body[] = []
    let place = {}
    for (let page = 0; page < 4; page += 1) {
      const { body } = await feed.ask({ limit: 1, ...place })
      pages.push(...body.event)
      place = { after: body.page.after }
    }
    assert.deepEqual(pages, events)
    assert.deepEqual(await feed.news(), [])
  })

  it('belongs to its merchant: a cursor of another feed, or an invented one, is refused', async () => {
    const [one, other] = [await newMerchant(), await newMerchant()]
    await one.put('a', '1', payBody())
    await one.feed.take(1)
    assert.deepEqual(await other.feed.news(), [])
    const { body } = await one.feed.ask()
    const invented = ['x', '%00', Buffer.from(`-1 ${one.id}`).toString('base64url'), `${body.page.after}=`]
    const tooLarge = Buffer.from(`9223372036854775808 ${one.id}`).toString('base64url')
    for (const place of [...invented, tooLarge])
      assert.deepEqual(refusal(await one.feed.ask({ after: place })), refusalOf('after'), place)
    assert.deepEqual(refusal(await other.feed.ask({ after: body.page.after })), refusalOf('after'))
    for (const query of [{ limit: 0 }, { limit: 101 }, { limit: 'all' }])
      assert.deepEqual(refusal(await one.feed.ask(query)), refusalOf('limit'))
    assert.deepEqual(refusal(await one.feed.ask({ wait: 31 })), refusalOf('wait'))
    const stranger = await send(url, {
      path: apiPath('/events', { merchant: one.id }),
      login: `merchant.${other.id}:${testPassword}`,
    })
    assert.equal(stranger.status, 401)
  })

  it('has the version of the request, whatever the version of the payment', async () => {
    const { put, get, feed } = await newMerchant()
    await put('a', '1', payBody(), 50)
    await feed.take(1)
    for (const version of [15, 30, 31, 50, 100]) {
      const { event, ...response } = (await feed.ask({}, version)).body.event[0]
      assert.deepEqual(response, (await get('/order/a/transaction/1', version)).body, `version ${version}`)
      assert.deepEqual([response.version, event.number], [String(version), 1])
    }
  })

  it('returns events that the version does not know by their order alone', async () => {
    const { id, put, feed } = await newMerchant()
    await put('a', '1', payBody())
    const chargeback = { type: 'CHARGEBACK', amount: '10.00', currency: 'USD', dispute: { state: 'LOST' } } as const
    const key = { merchantId: id, orderId: 'a' }
    await recordProviderEvent({ key, ...chargeback, userId: 'operator' }, gateway.dependencies)
    const [, newest] = await feed.take(2)
    assert.equal(newest.transaction.type, 'CHARGEBACK')
    const [payment, old] = (await feed.ask({}, 50)).body.event
    assert.equal(payment.transaction.type, 'PAYMENT')
    assert.deepEqual(Object.keys(old), ['event', 'merchant', 'order', 'result'])
    assert.equal(old.event.number, 2)
  })

  it('masks card numbers as the profile says', async () => {
    const { put, feed } = await newMerchant({ cardMasking: 'LAST_FOUR' })
    await put('a', '1', payBody())
    const [event] = await feed.take(1)
    assert.equal(event.sourceOfFunds.provided.card.number, 'xxxxxxxxxxxx0008')
  })

  it('contains the progress of payers in browser payments', async () => {
    const { id, put, feed } = await newMerchant()
    const payer = openPayer(gateway)
    await put('way', '1', initiateBody('PROVIDER_C'))
    await payer.leave({ orderId: 'way' })
    await payer.decide({ orderId: 'way' }, 'APPROVE')
    await payer.comeBack({ orderId: 'way' })
    const written = (await payer.events({ orderId: 'way' })).map((line) => line.split(' ')[0])
    const events = await feed.take(written.length)
    assert.deepEqual(
      events.map(({ event }) => event.kind),
      written,
    )
    assert.ok(written.includes('INTERACTION'), written.join())
    assert.deepEqual([events.at(-1).merchant, events.at(-1).order.status], [id, 'CAPTURED'])
    assertWithoutGaps(events)
  })
})

describe('a long poll', () => {
  it('is answered as soon as there is an event', async () => {
    const { put, feed } = await newMerchant()
    const waiting = feed.ask({ wait: 30 })
    await put('a', '1', payBody())
    const { body } = await waiting
    assert.deepEqual(body.event.map(summaryOf), [['a', '1', 1, 'OUTCOME']])
  })

  it('is answered at the end of the time when there is none', async () => {
    const { feed } = await newMerchant()
    const { body } = await feed.ask({ wait: 1 })
    assert.deepEqual(body.event, [])
  })

  it('is answered when the gateway stops', async (t) => {
    const own = await startGateway()
    const { mock } = t.mock.method(own.dependencies.feed, 'awaitBeyond')
    const waiting = openFeedReader(own.listeners.httpUrl ?? '').ask({ wait: 30 })
    await until(() => mock.callCount() > 0, 'the reader waits')
    const [{ body }] = await Promise.all([waiting, own.stop()])
    assert.deepEqual(body.event, [])
  })
})

describe('the feed of tokens', () => {
  const supplied = { generation: 'MERCHANT_SUPPLIED' } as const
  const summary = ({ event, token }: Body) => [token.token, event.number, event.kind, token.status]

  it('contains the events of each token, in every version, and continues counting under the same name', async () => {
    const tokens = await openTokenKeeper(gateway, { repository: supplied })
    const feed = openFeedReader(url, tokens.merchant)
    await tokens.made(tokens.put('card', cardBody()))
    await tokens.made(tokens.put('card', cardBody(cards.visa)), 200)
    const { usage: _, merchant: __, result: ___, ...stored } = (await tokens.get('card')).body
    await tokens.remove('card')
    await tokens.made(tokens.put('card', cardBody(cards.amex)))
    const events = await feed.take(4)
    assert.deepEqual(events.map(summary), [
      ['card', 1, 'CREATED', 'VALID'],
      ['card', 2, 'UPDATED', 'VALID'],
      ['card', 3, 'DELETED', 'VALID'],
      ['card', 4, 'CREATED', 'VALID'],
    ])
    const { usage, ...shown } = events[1].token
    assert.deepEqual(shown, stored)
    assert.equal(usage.lastUpdated.merchantId, tokens.merchant)
    for (const version of [15, 50]) {
      const { token } = (await feed.ask({}, version)).body.event[0]
      const { usage: used, ...old } = token
      assert.deepEqual([old.token, old.sourceOfFunds.provided.card.number], ['card', '512345xxxxxx0008'])
      assert.ok(used.lastUpdated)
    }
  })

  it('contains what the gateway has learned about a token', async () => {
    const tokens = await openTokenKeeper(gateway, { repository: supplied })
    await tokens.made(tokens.put('card', cardBody()))
    const stopped = {
      kind: 'PAYMENT_ANSWERED',
      isRecurring: true,
      stopsRecurring: true,
      isStoredAccount: true,
    } as const
    await applyNoticeToToken({ repositoryId: tokens.repositoryId, token: 'card' }, stopped, gateway.dependencies)
    const events = await openFeedReader(url, tokens.merchant).take(2)
    assert.deepEqual(events.map(summary), [
      ['card', 1, 'CREATED', 'VALID'],
      ['card', 2, 'STATUS', 'INVALID'],
    ])
    assert.equal(events[1].token.usage.lastUpdated.source, 'GATEWAY')
  })

  it('continues the numbering when another process has just taken the next number', async () => {
    const tokens = await openTokenKeeper(gateway, { repository: supplied })
    await tokens.made(tokens.put('card', cardBody()))
    const other = new pg.Client(databaseUrl(gateway.database))
    await other.connect()
    try {
      // Another process that changes the same token, and is half way.
      const which = `where repository_id = '${tokens.repositoryId}' and token = 'card'`
      await other.query('begin')
      await other.query(`update tokens set revision = revision ${which}`)
      await other.query(
        `insert into token_events (repository_id, token, number, kind, at, shown)
         select repository_id, token, 2, 'UPDATED', at, shown from token_events ${which}`,
      )
      await other.query(
        `insert into outbox (merchant_id, subject, repository_id, name, number) values ($1, 'TOKEN', $2, 'card', 2)`,
        [tokens.merchant, tokens.repositoryId],
      )
      const saving = tokens.made(tokens.put('card', cardBody(cards.visa)), 200)
      await untilWaiting(gateway)
      await other.query('commit')
      await saving
    } finally {
      await other.end()
    }
    const events = await openFeedReader(url, tokens.merchant).take(3)
    assert.deepEqual(
      events.map((event) => summary(event).slice(1, 3)),
      [
        [1, 'CREATED'],
        [2, 'UPDATED'],
        [3, 'UPDATED'],
      ],
    )
  })

  it('is shared by merchants who share a repository; that of sub-merchants is for aggregators', async () => {
    const one = await openTokenKeeper(gateway, { repository: supplied, profile: { isAggregator: true } })
    const shared = { ...supplied, id: one.repositoryId }
    const other = await openTokenKeeper(gateway, { repository: shared, profile: { isAggregator: false } })
    const stranger = await openTokenKeeper(gateway, { repository: supplied })
    await one.made(one.put('common', cardBody()))
    await one.made(one.put('hers', cardBody(cards.visa, { subMerchant: { identifier: 'sub' } })))
    const names = async (merchant: string, count: number) =>
      (await openFeedReader(url, merchant).take(count)).map(({ token }) => token.token)
    assert.deepEqual(await names(one.merchant, 2), ['common', 'hers'])
    assert.deepEqual(await names(other.merchant, 1), ['common'])
    await stranger.made(stranger.put('own', cardBody()))
    assert.deepEqual(await names(stranger.merchant, 1), ['own'])
  })
})

describe('the feed, read from the beginning', () => {
  it('gives the current orders', async () => {
    const { id, feed } = await newMerchant()
    const shop: Shop = openShop(gateway, id)
    const orders = Array.from({ length: 30 }, (_, index) => `replayed-${index}`)
    await Promise.all(
      orders.map(async (orderId, index) => {
        await shop.put(authorizeBody(), { orderId })
        if (index % 2 === 0) await shop.put(captureBody('70.00'), { orderId, transactionId: '2' })
        if (index % 4 === 0) await shop.put(refundBody('20.00'), { orderId, transactionId: '3' })
      }),
    )
    const [{ count = 0 } = {}] = await gateway.query<{ count: number }>(
      'select count(*)::integer as count from events where merchant_id = $1',
      [id],
    )
    const events = await feed.take(count)
    assertWithoutGaps(events)
    for (const orderId of orders) {
      const ofOrder = events.filter(({ order }) => order.id === orderId)
      const { body } = await shop.order(orderId)
      const last = ofOrder.at(-1)
      assert.deepEqual(
        [last.order.status, last.order.totalCapturedAmount, last.order.totalRefundedAmount],
        [body.status, body.totalCapturedAmount, body.totalRefundedAmount],
      )
      assert.deepEqual(
        ofOrder.map(({ transaction }) => transaction.id),
        body.transaction.map(({ transaction }: Body) => transaction.id),
      )
    }
  })
})
