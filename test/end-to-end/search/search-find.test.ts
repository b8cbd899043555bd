// Search: orders by each of their properties, pending reviews, and the figures of the day.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { runCommand } from '../../../src/cli/run.ts'
import type { SearchFilter } from '../../../src/search/ports/search.ts'
import {
  authorizeBody,
  captureBody,
  cardExpiring,
  cardSource,
  payBody,
  refundBody,
} from '../../support/clients/client.ts'
import type { Shop } from '../../support/clients/shop.ts'
import { caughtUp, heldBack, openReviewedShop, refundRequest } from '../../support/fixtures/search-world.ts'
import { testEnvironment } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
let shop: Shop
let merchantId: string
before(async () => {
  gateway = await startGateway()
  shop = await openReviewedShop(gateway)
  merchantId = shop.merchant
  const order = (amount: string, reference?: string) => ({ order: { amount, currency: 'USD', reference } })
  await put('shop-1', '1', authorizeBody(order('10.00', 'cart 1')))
  await put('shop-1', '2', captureBody('10.00', { reference: 'parcel 1' }))
  await put('shop-2', '1', payBody({ ...order('20.00'), sourceOfFunds: cardSource({ number: '4508750015741019' }) }))
  await put('shop-2', '2', refundBody('5.00'))
  await put('web-1', '1', payBody({ ...order('30.00'), sourceOfFunds: cardExpiring('5', '39') }))
  await put('web-2', '1', heldBack)
  await put('web-3', '1', payBody(order('40.00')))
  await put('web-3', 'request-1', { ...refundRequest, userId: 'till-7' })
  await caughtUp(gateway, merchantId)
})
after(() => gateway.stop())

async function put(orderId: string, transactionId: string, body: object): Promise<void> {
  const response = await shop.put(body, { orderId, transactionId })
  assert.equal(response.status, 201, response.text)
}

const settings = () => testEnvironment(gateway.database, { TOLLGATE_DATA_DIR: gateway.dataDir })

/** What --json prints. */
async function data(...words: readonly string[]) {
  const result = await runCommand(words, settings())
  assert.ok(result.kind === 'DONE' && !result.hasProblems, JSON.stringify(result))
  assert.ok(result.text.length > 0)
  return JSON.parse(JSON.stringify(result.data))
}

const hourAgo = () => new Date(Date.now() - 3_600_000)
const inAnHour = () => new Date(Date.now() + 3_600_000)

const orders: readonly (readonly [what: string, wanted: Omit<SearchFilter, 'merchantId'>, found: readonly string[]])[] =
  [
    ['nothing in particular', {}, ['web-3', 'web-2', 'web-1', 'shop-2', 'shop-1']],
    ['an id', { orderId: 'shop-1' }, ['shop-1']],
    ['an id in part only', { orderId: 'shop' }, []],
    ['the beginning of ids', { orderId: 'shop*' }, ['shop-2', 'shop-1']],
    ['a transaction', { transactionId: 'request-1' }, ['web-3']],
    ['the reference of the order', { reference: 'cart 1' }, ['shop-1']],
    ['the reference of a transaction', { reference: 'parcel 1' }, ['shop-1']],
    ['first six and last four digits', { cardFirstSix: '450875', cardLastFour: '1019' }, ['shop-2']],
    ['digits of two cards', { cardFirstSix: '450875', cardLastFour: '0008' }, []],
    ['the last four digits', { cardLastFour: '1019' }, ['shop-2']],
    ['an unknown token', { token: '9000000000000000' }, []],
    ['amounts', { currency: 'USD', amountMinorFrom: 2000n, amountMinorTo: 3000n }, ['web-1', 'shop-2']],
    ['amounts of another currency', { currency: 'EUR', amountMinorFrom: 2000n, amountMinorTo: 3000n }, []],
    ['a time', { from: hourAgo(), to: inAnHour(), status: 'FAILED' }, ['web-1']],
    ['a time before', { to: hourAgo() }, []],
    ['a status', { status: 'PARTIALLY_REFUNDED' }, ['shop-2']],
    ['a result', { result: 'FAILURE' }, ['web-1']],
    ['a gateway code', { gatewayCode: 'APPROVED_AUTO' }, ['web-3']],
    ['a kind of transaction that went well', { type: 'REFUND', result: 'SUCCESS' }, ['shop-2']],
    ['a kind of transaction that did not', { type: 'REFUND', result: 'FAILURE' }, []],
  ]

describe('a search for orders', () => {
  for (const [what, wanted, found] of orders) {
    it(`by ${what} finds ${found.length === 0 ? 'nothing' : found.join(', ')}`, async () => {
      const { rows } = await gateway.dependencies.search.orders({ merchantId, ...wanted }, { limit: 20 })
      assert.deepEqual(
        rows.map(({ orderId }) => orderId),
        found,
      )
    })
  }

  it('shows the attributes that distinguish orders, and only the mask of the card', async () => {
    const { rows } = await gateway.dependencies.search.orders({ merchantId, orderId: 'shop-1' }, { limit: 1 })
    const [{ createdAt, updatedAt, ...row } = assert.fail('not found')] = rows
    assert.ok(createdAt < updatedAt)
    assert.deepEqual(row, {
      merchantId,
      orderId: 'shop-1',
      status: 'CAPTURED',
      currency: 'USD',
      amountMinor: 1000n,
      authorizedMinor: 1000n,
      capturedMinor: 1000n,
      refundedMinor: 0n,
      disputedMinor: 0n,
      isInReview: false,
      isPaidInPart: false,
      reference: 'cart 1',
      source: 'CARD',
      scheme: 'MASTERCARD',
      account: '512345xxxxxx0008',
    })
  })
})

describe('a search for transactions', () => {
  const cases: readonly (readonly [
    what: string,
    wanted: Omit<SearchFilter, 'merchantId'>,
    found: readonly string[],
  ])[] = [
    ['an order', { orderId: 'shop-1' }, ['shop-1/2', 'shop-1/1']],
    ['an id', { transactionId: 'request*' }, ['web-3/request-1']],
    ['the reference of their order', { reference: 'cart 1' }, ['shop-1/2', 'shop-1/1']],
    ['their own reference', { reference: 'parcel 1' }, ['shop-1/2']],
    ['a result', { result: 'FAILURE' }, ['web-1/1']],
    ['the status of their order', { status: 'PARTIALLY_REFUNDED' }, ['shop-2/2', 'shop-2/1']],
    ['an amount', { currency: 'USD', amountMinorFrom: 500n, amountMinorTo: 500n }, ['shop-2/2']],
  ]
  for (const [what, wanted, found] of cases) {
    it(`by ${what} finds ${found.join(', ')}`, async () => {
      const { rows } = await gateway.dependencies.search.transactions({ merchantId, ...wanted }, { limit: 20 })
      assert.deepEqual(
        rows.map(({ orderId, transactionId }) => `${orderId}/${transactionId}`),
        found,
      )
    })
  }
})

describe('the review queue', () => {
  it('has the payment that a rule held back, and the requested refund', async () => {
    const risk = await gateway.dependencies.search.reviewQueue(merchantId, 'RISK', { limit: 5 })
    assert.deepEqual(
      risk.rows.map(({ orderId }) => orderId),
      ['web-2'],
    )
    const refunds = await gateway.dependencies.search.reviewQueue(merchantId, 'REFUND_REQUEST', { limit: 5 })
    assert.deepEqual(
      refunds.rows.map(({ orderId, amountMinor, requestedBy }) => [orderId, amountMinor, requestedBy]),
      [['web-3', 3000n, 'till-7']],
    )
  })
})

describe('the figures', () => {
  const period = () => ({ merchantId, from: hourAgo(), to: inAnHour() })

  it("have volumes, approvals, declines and the acquirer's response times", async () => {
    const overview = await gateway.dependencies.figures.overview(period())
    assert.deepEqual(overview.volumes, [
      { currency: 'USD', payments: 4, authorizedMinor: 17000n, capturedMinor: 17000n, refundedMinor: 500n },
    ])
    assert.deepEqual([overview.decided, overview.approved], [5, 4])
    assert.deepEqual(overview.declines, [{ gatewayCode: 'DECLINED', count: 1 }])
    const [latency] = overview.latencies
    assert.deepEqual([latency?.acquirerId, latency?.count], ['SYSTEST_ACQ1', 7])
    assert.ok(latency && latency.p50 > 0 && latency.p50 <= latency.p95 && latency.p95 <= latency.p99)
    assert.deepEqual([overview.atRisk, overview.notifications], [[], { waiting: 0, parked: 0 }])
  })

  it('have a point for every hour, and add up to the same', async () => {
    const points = await gateway.dependencies.figures.series(period())
    assert.ok(points.length >= 2 && points.length <= 3)
    assert.equal(
      points.reduce((sum, { decided }) => sum + decided, 0),
      5,
    )
    const days = await gateway.dependencies.figures.series({
      merchantId,
      from: new Date(Date.now() - 10 * 86_400_000),
      to: inAnHour(),
    })
    assert.ok(days.length >= 11)
    assert.equal(
      days.reduce((sum, { decided }) => sum + decided, 0),
      5,
    )
  })

  it('of all merchants are the sum of each', async () => {
    const { merchantId: _, ...everybody } = period()
    const all = await gateway.dependencies.figures.overview(everybody)
    assert.ok(all.decided >= 5)
  })
})

describe('the commands', () => {
  it('find orders and transactions, and print the cursor of the next page', async () => {
    const first = await data('order', 'search', merchantId, '--limit', '2')
    assert.deepEqual(
      first.orders.map((order: { orderId: string }) => order.orderId),
      ['web-3', 'web-2'],
    )
    const second = await data('order', 'search', merchantId, '--limit', '9', '--after', first.next)
    assert.equal(second.orders.length, 3)
    const amounts = ['--currency', 'USD', '--amount-from', '5', '--amount-to', '5.00']
    const { transactions } = await data('transaction', 'search', merchantId, ...amounts)
    assert.deepEqual([transactions[0].orderId, transactions[0].amount], ['shop-2', '5'])
  })

  it('list the review queue, batches and figures', async () => {
    const { transactions } = await data('review', 'list', merchantId, '--kind', 'REFUND_REQUEST')
    assert.equal(transactions[0].requestedBy, 'till-7')
    const { batches } = await data('batch', 'list', merchantId)
    const schemes = batches[0].totals.map(({ scheme, captured, refunded }: Record<string, string>) => [
      scheme,
      captured,
      refunded,
    ])
    assert.deepEqual(
      [batches[0].isOpen, schemes],
      [
        true,
        [
          ['MASTERCARD', '150', '0'],
          ['VISA', '20', '5'],
        ],
      ],
    )
    assert.deepEqual((await data('batch', 'show', merchantId, String(batches[0].batch))).batches, batches)
    assert.equal((await data('figures', merchantId)).decided, 5)
  })

  it('rebuild the search projection', async () => {
    const { merchants } = await data('projection', 'rebuild', merchantId)
    assert.deepEqual(merchants, [{ merchantId, entries: 8 }])
    assert.equal((await data('order', 'search', merchantId)).orders.length, 5)
  })

  it('report errors in a query', async () => {
    const outputOf = async (...words: readonly string[]) => {
      const result = await runCommand(words, settings())
      return 'message' in result ? result.message : assert.fail(JSON.stringify(result))
    }
    assert.match(await outputOf('order', 'search', merchantId, '--amount-from', '5'), /require --currency/)
    assert.match(await outputOf('order', 'search', merchantId, '--last-four', '123'), /must have 4 digits/)
    assert.match(await outputOf('order', 'search', 'NOBODY'), /Merchant NOBODY does not exist/)
    assert.match(await outputOf('batch', 'show', merchantId, '1'), /has no batch 1/)
  })
})
