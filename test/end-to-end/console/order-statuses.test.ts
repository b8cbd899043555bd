// Every status of an order, of its reversals and its reviews, made for real: the page, the list, the search, the file and the filter say the
// same, and the status has its sentence in all languages of the console.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { processDueReversals } from '../../../src/payments/jobs/reverse-owed.ts'
import { decisions } from '../../../src/payments/rules/order.ts'
import { type ShownStatus, shownStatuses, shownStatusOf } from '../../../src/payments/rules/shown-status.ts'
import { eventually } from '../../support/checks/poll.ts'
import {
  authenticateBody,
  initiateBody as initiateAuthentication,
  notEnrolled,
} from '../../support/clients/access-control.ts'
import { initiateBody as initiateBrowserPayment } from '../../support/clients/browser-payment.ts'
import {
  authorizeBody,
  type Body,
  captureBody,
  cardExpiring,
  cardSource,
  payBody,
  refundBody,
  verifyBody,
  voidBody,
} from '../../support/clients/client.ts'
import { caughtUp, heldBack, refundRequest } from '../../support/fixtures/search-world.ts'
import { openStatusRecord, openStatusWorld, type StatusWorld } from '../../support/fixtures/status-world.ts'

const record = openStatusRecord()
let world: StatusWorld
before(async () => {
  world = await openStatusWorld('ORDERSTATUSES')
})
after(() => world?.[Symbol.asyncDispose]())

async function authenticate(orderId: string, month: string): Promise<void> {
  const place = { orderId, transactionId: 'auth' }
  const sourceOfFunds = cardExpiring(month, '40')
  await world.shop.put(initiateAuthentication({ sourceOfFunds }), place)
  const { status, text } = await world.shop.put(authenticateBody({ sourceOfFunds }), place)
  assert.ok(status < 300, text)
}

/** Failed for want of a response; the acquirer refuses the reversal, or does not answer it. */
async function unreversed(orderId: string, fault: string): Promise<void> {
  const order = { amount: '100', currency: 'USD', reference: `A.FAILTIMED_OUT ${fault}` }
  await world.shop.put(payBody({ order }), { orderId })
}

const orders: Readonly<Record<ShownStatus, (orderId: string) => Promise<unknown>>> = {
  async REVERSAL_REFUSED(orderId) {
    await unreversed(orderId, 'SIM-NO-REVERSAL')
    const due = 'update transactions set reverse_at = now() where order_id = $1 and reverse_at is not null'
    await world.gateway.query(due, [orderId])
    await processDueReversals(world.gateway.dependencies)
    await eventually(
      () =>
        world.gateway.dependencies.manualResolutions.find({
          merchantId: world.shop.merchant,
          orderId,
          transactionId: '1',
        }),
      (held) => held?.why === 'REVERSAL_REFUSED',
    )
  },
  REVERSAL_OWED: (orderId) => unreversed(orderId, 'SIM-SLOW-REVERSAL-99'),
  IN_REVIEW: (orderId) => world.make(orderId, heldBack),
  AUTHENTICATED: (orderId) => authenticate(orderId, '1'),
  AUTHENTICATION_INITIATED: (orderId) => world.shop.put(initiateAuthentication(), { orderId }),
  AUTHENTICATION_NOT_NEEDED: (orderId) =>
    world.shop.put(initiateAuthentication({ sourceOfFunds: cardSource({ number: notEnrolled }) }), { orderId }),
  AUTHENTICATION_UNSUCCESSFUL: (orderId) => authenticate(orderId, '3'),
  AUTHORIZED: (orderId) => world.make(orderId, authorizeBody()),
  CANCELLED: (orderId) => world.make(orderId, payBody(), voidBody('1')),
  CAPTURED: (orderId) => world.make(orderId, payBody()),
  async CHARGEBACK_PROCESSED(orderId) {
    await world.make(orderId, payBody())
    await world.event(orderId, 'CHARGEBACK', { dispute: { state: 'LOST' } })
  },
  async DISPUTED(orderId) {
    await world.make(orderId, payBody())
    await world.event(orderId, 'CHARGEBACK', { dispute: { state: 'PENDING', respondBy: '2999-11-30' } })
  },
  EXCESSIVELY_REFUNDED: (orderId) => world.make(orderId, payBody(), refundBody('120')),
  FAILED: (orderId) => world.make(orderId, payBody({ sourceOfFunds: cardExpiring('5', '39') })),
  FUNDING: (orderId) => world.event(orderId, 'FUNDING', { amount: '1.15' }),
  INITIATED: (orderId) => world.shop.put(initiateBrowserPayment(), { orderId }),
  PARTIALLY_CAPTURED: (orderId) => world.make(orderId, authorizeBody(), captureBody('30')),
  PARTIALLY_REFUNDED: (orderId) => world.make(orderId, payBody(), refundBody('30')),
  REFUNDED: (orderId) => world.make(orderId, payBody(), refundBody()),
  REFUND_REQUESTED: (orderId) => world.make(orderId, payBody(), refundRequest),
  VERIFIED: (orderId) => world.make(orderId, verifyBody()),
}

/** The API keeps the specification's, which cannot say these. */
const inTheApi: Readonly<Partial<Record<ShownStatus, string>>> = {
  REVERSAL_REFUSED: 'FAILED',
  REVERSAL_OWED: 'FAILED',
  IN_REVIEW: 'CAPTURED',
}

describe('the status of an order', () => {
  for (const status of shownStatuses)
    it(`is the same on its page, in the list, the search, the file, the filter and the API: ${status}`, async () => {
      const orderId = `order-${status.toLowerCase().replaceAll('_', '-')}`
      await orders[status](orderId)
      await caughtUp(world.gateway, world.shop.merchant)
      const { body: page } = await world.read(`/orders/${orderId}`)
      const { body: list } = await world.read(`/orders?orderId=${orderId}`)
      const { body: search } = await world.read(`/search?text=${orderId}`)
      assert.deepEqual(
        {
          page: shownStatusOf(page),
          list: shownStatusOf(list.rows[0]),
          search: shownStatusOf(search.orders[0].order),
          file: await world.inFile(`/orders.csv?orderId=${orderId}`, 'Status', 'Order', orderId),
          filter: (await world.read(`/orders?orderId=${orderId}&status=${status}`)).body.rows.length,
          api: (await world.shop.order(orderId)).body.status,
        },
        { page: status, list: status, search: status, file: status, filter: 1, api: inTheApi[status] ?? status },
      )
      const others = shownStatuses.filter((each) => each !== status)
      for (const other of others)
        assert.equal((await world.read(`/orders?orderId=${orderId}&status=${other}`)).body.rows.length, 0, other)
      record.see('ORDER', status)
    })
})

describe('an order of which less was approved than was asked for', () => {
  it('is not among those that look complete in the list and the search, and a refund in parts changes nothing', async () => {
    const order = { amount: '100', currency: 'USD', acceptPartialAmount: true }
    const partly = await world.make('paid-in-part', payBody({ order, sourceOfFunds: cardExpiring('7', '39') }))
    const wholly = await world.make('paid-in-full', payBody(), refundBody('30'))
    await caughtUp(world.gateway, world.shop.merchant)
    const { merchant } = world.shop
    await world.gateway.query(
      `update projected_transactions set gateway_code = 'PARTIALLY_APPROVED' where merchant_id = $1 and order_id = $2 and type = 'REFUND'`,
      [merchant, wholly],
    )
    for (const [orderId, isPaidInPart] of [
      [partly, true],
      [wholly, false],
    ] as const) {
      const [listed] = (await world.read(`/orders?orderId=${orderId}`)).body.rows
      const [found] = (await world.read(`/search?text=${orderId}`)).body.orders
      assert.deepEqual([listed.isPaidInPart, found.order.isPaidInPart], [isPaidInPart, isPaidInPart], orderId)
    }
  })
})

describe('the status of a reversal', () => {
  for (const [state, orderId] of [
    ['REFUSED', 'order-reversal-refused'],
    ['OWED', 'order-reversal-owed'],
  ] as const)
    it(`is the same on the order, in the list of transactions and in the file: ${state}`, async () => {
      const { body } = await world.read(`/orders/${orderId}`)
      const { body: list } = await world.read(`/transactions?orderId=${orderId}`)
      const file = await world.inFile(`/transactions.csv?orderId=${orderId}`, 'State', 'Order', orderId)
      assert.deepEqual(
        [body.transactions[0].reversal, body.transactions[0].openReversal, list.rows[0].openReversal, file],
        [state, state, state, `REVERSAL_${state}`],
      )
      const kinds = (await world.read('/money-at-risk')).body.rows
        .filter((row: Body) => row.orderId === orderId)
        .map((row: Body) => row.kind)
      assert.deepEqual(kinds, [`REVERSAL_${state}`])
      record.see('REVERSAL', state)
    })

  it('that the acquirer has confirmed is open nowhere', async () => {
    await unreversed('order-reversed', 'plain')
    const due = 'update transactions set reverse_at = now() where order_id = $1 and reverse_at is not null'
    await world.gateway.query(due, ['order-reversed'])
    await processDueReversals(world.gateway.dependencies)
    const { body } = await eventually(
      () => world.read('/orders/order-reversed'),
      ({ body: shown }) => shown.transactions[0].reversal === 'DONE',
    )
    await caughtUp(world.gateway, world.shop.merchant)
    const file = await world.inFile('/orders.csv?orderId=order-reversed', 'Status', 'Order', 'order-reversed')
    assert.deepEqual([shownStatusOf(body), file], ['FAILED', 'FAILED'])
    record.see('REVERSAL', 'DONE')
  })

  it('that the acquirer cannot make counts as refused', async (t) => {
    await unreversed('order-reversal-unsupported', 'SIM-SLOW-REVERSAL-99')
    const { acquirers } = world.gateway.dependencies
    const acquirer = acquirers.of({ adapter: 'simulator' })
    assert.ok(acquirer)
    const capabilities = { ...acquirer.capabilities, canReverse: false }
    const { mock } = t.mock.method(acquirers, 'of', () => ({ ...acquirer, capabilities }))
    const due = 'update transactions set reverse_at = now() where order_id = $1 and reverse_at is not null'
    await world.gateway.query(due, ['order-reversal-unsupported'])
    await processDueReversals(world.gateway.dependencies)
    const { body } = await eventually(
      () => world.read('/orders/order-reversal-unsupported'),
      ({ body: shown }) => shown.transactions[0].reversal === 'UNSUPPORTED',
    )
    mock.restore()
    await caughtUp(world.gateway, world.shop.merchant)
    const [row] = (await world.read('/transactions?orderId=order-reversal-unsupported')).body.rows
    const file = await world.inFile(
      '/orders.csv?orderId=order-reversal-unsupported',
      'Status',
      'Order',
      'order-reversal-unsupported',
    )
    assert.deepEqual([shownStatusOf(body), row.openReversal, file], ['REVERSAL_REFUSED', 'REFUSED', 'REVERSAL_REFUSED'])
    record.see('REVERSAL', 'UNSUPPORTED')
  })
})

describe('the status of a review', () => {
  for (const [kind, subject, bodies] of [
    ['RISK', 'REVIEW', [heldBack]],
    ['REFUND_REQUEST', 'REFUND_REQUEST', [payBody(), refundRequest]],
  ] as const)
    for (const decision of decisions)
      it(`is the same on the order, in the queue and in the file: ${subject} ${decision}`, async () => {
        const orderId = await world.make(`${subject.toLowerCase()}-${decision.toLowerCase()}`, ...bodies)
        const place = String(bodies.length)
        if (decision !== 'PENDING' && kind === 'RISK')
          await world.change('POST', `/orders/${orderId}/review`, { decision, note: 'Called' })
        if (decision !== 'PENDING' && kind === 'REFUND_REQUEST') {
          const end = decision === 'ACCEPTED' ? 'approval' : 'rejection'
          await world.change('POST', `/orders/${orderId}/refund-requests/${place}/${end}`, {})
        }
        await caughtUp(world.gateway, world.shop.merchant)
        const { body } = await world.read(`/orders/${orderId}`)
        const shown = body.transactions.find((each: Body) => each.transactionId === place)
        assert.equal(shown.decision, decision)
        const isWaiting = decision === 'PENDING'
        const queue = (await world.read(`/reviews?kind=${kind}&limit=100`)).body.rows.map((row: Body) => row.orderId)
        const file = (await world.read(`/reviews.csv?kind=${kind}`)).text
        assert.deepEqual([queue.includes(orderId), file.includes(`${orderId},`)], [isWaiting, isWaiting])
        const waiting = subject === 'REVIEW' ? 'IN_REVIEW' : 'REFUND_REQUESTED'
        const file2 = await world.inFile(`/orders.csv?orderId=${orderId}`, 'Status', 'Order', orderId)
        assert.deepEqual([shownStatusOf(body) === waiting, file2 === waiting], [isWaiting, isWaiting])
        record.see(subject, decision)
      })
})

it('each status of them was seen, and each has its sentence', () => {
  record.assertComplete('ORDER', 'REVERSAL', 'REVIEW', 'REFUND_REQUEST')
})
