// When the acquirer is slow, silent or wrong: the response to the merchant, the lock of the order, and the books in the
// end.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { eventually } from '../../../support/checks/poll.ts'
import {
  authorizeBody,
  captureBody,
  cardExpiring,
  newOrderId,
  payBody,
  refundBody,
  updateBody,
  voidBody,
} from '../../../support/clients/client.ts'
import {
  booksOf,
  openShop,
  orderOf,
  outcome,
  type Shop,
  settleEverything,
  totals,
} from '../../../support/clients/shop.ts'
import { holdSleeps } from '../../../support/faults/held-sleeps.ts'
import { boardMerchant } from '../../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../../support/gateway/gateway.ts'
import { sharedGateway } from '../../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
before(async () => {
  gateway = await sharedGateway()
  // A merchant of its own: what others have left open is not waited for.
  shop = openShop(gateway, (await boardMerchant(gateway)).id)
})

const unanswered = cardExpiring('8', '28')
const undecided = cardExpiring('5', '37')

describe('a payment that timed out', () => {
  it('counts as declined, leaves the order free, and is reversed in the books', async () => {
    const orderId = newOrderId()
    const response = await shop.put(payBody({ sourceOfFunds: unanswered }), { orderId })
    assert.deepEqual(outcome(response), [201, 'FAILURE', 'TIMED_OUT', 'FAILED'])
    const second = await shop.put(payBody(), { orderId, transactionId: '2' })
    assert.deepEqual(outcome(second), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'])
    await settleEverything(gateway, shop.merchant)
    assert.deepEqual(
      (await booksOf(gateway, orderId)).map(({ is_approved, is_reversed }) => [is_approved, is_reversed]),
      [
        [true, true],
        [true, false],
      ],
    )
    assert.equal((await shop.put(payBody({ sourceOfFunds: unanswered }), { orderId })).text, response.text)
    assert.deepEqual(totals(await shop.order(orderId)), ['CAPTURED', 100, 100, 0])
  })

  it('is the outcome of every lost answer, captures and refunds included', async () => {
    const captured = await orderOf(shop, authorizeBody())
    const capture = captureBody('100', { reference: 'SIM-SILENT' })
    const first = await shop.put(capture, { orderId: captured, transactionId: '2' })
    assert.deepEqual(outcome(first), [201, 'FAILURE', 'TIMED_OUT', 'AUTHORIZED'])
    const refunded = await orderOf(shop, payBody())
    const refund = refundBody('100', { reference: 'SIM-SILENT' })
    const second = await shop.put(refund, { orderId: refunded, transactionId: '2' })
    assert.deepEqual(outcome(second), [201, 'FAILURE', 'TIMED_OUT', 'CAPTURED'])
    await settleEverything(gateway, shop.merchant)
    for (const orderId of [captured, refunded]) {
      const books = await booksOf(gateway, orderId)
      assert.deepEqual(
        books.map(({ is_reversed }) => is_reversed),
        [false, true],
      )
    }
    assert.deepEqual(totals(await shop.put(captureBody(), { orderId: captured, transactionId: '3' })), [
      ...['CAPTURED', 100, 100, 0],
    ])
  })

  it('is also the outcome of an impossible answer', async () => {
    const orderId = newOrderId()
    const order = { amount: '10', currency: 'USD', reference: 'SIM-WRONG' }
    const response = await shop.put(payBody({ order }), { orderId })
    assert.deepEqual(outcome(response), [201, 'FAILURE', 'TIMED_OUT', 'FAILED'])
    await settleEverything(gateway, shop.merchant)
    assert.equal((await booksOf(gateway, orderId))[0]?.is_reversed, true)
  })

  it('is reversed again until the acquirer acknowledges it', async () => {
    const orderId = newOrderId()
    const order = { amount: '10', currency: 'USD', reference: 'SIM-SLOW-REVERSAL-2' }
    await shop.put(payBody({ order, sourceOfFunds: unanswered }), { orderId })
    await settleEverything(gateway, shop.merchant)
    const [row] = await gateway.query<{ reversal: string; reversal_attempts: number }>(
      'select reversal, reversal_attempts from transactions where order_id = $1',
      [orderId],
    )
    assert.deepEqual([row?.reversal, (row?.reversal_attempts ?? 0) >= 3], ['DONE', true])
  })
})

describe('a request that never reached the acquirer', () => {
  it('has definitely failed, without a reversal', async () => {
    const orderId = newOrderId()
    const order = { amount: '10', currency: 'USD', reference: 'SIM-NOTSENT' }
    const response = await shop.put(payBody({ order }), { orderId })
    assert.deepEqual(outcome(response), [201, 'FAILURE', 'ACQUIRER_SYSTEM_ERROR', 'FAILED'])
    assert.deepEqual(await booksOf(gateway, orderId), [])
  })
})

describe('a request that arrives twice', () => {
  it('is executed once', async () => {
    const orderId = newOrderId()
    const order = { amount: '10', currency: 'USD', reference: 'SIM-TWICE' }
    assert.equal((await shop.put(payBody({ order }), { orderId })).body.result, 'SUCCESS')
    const books = await booksOf(gateway, orderId)
    assert.deepEqual(
      books.map(({ asked, approved_minor }) => [asked, approved_minor]),
      [[2, '1000']],
    )
  })
})

describe('an open outcome', () => {
  for (const [gatewayCode, result, month, year] of [
    ['UNKNOWN', 'UNKNOWN', '5', '37'],
    ['PENDING', 'PENDING', '11', '39'],
    ['DEFERRED_TRANSACTION_RECEIVED', 'PENDING', '5', '38'],
  ] as const) {
    it(`${gatewayCode} locks the order, shows no status, and ends in APPROVED`, async () => {
      const orderId = newOrderId()
      const body = payBody({ sourceOfFunds: cardExpiring(month, year) })
      const response = await shop.put(body, { orderId })
      assert.deepEqual(outcome(response), [201, result, gatewayCode, undefined])
      const busy = await shop.put(payBody(), { orderId, transactionId: '2' })
      assert.deepEqual(outcome(busy), [200, 'FAILURE', 'LOCK_FAILURE', undefined])
      const order = await shop.order(orderId)
      assert.deepEqual([order.body.result, order.body.status], [result, undefined])
      await settleEverything(gateway, shop.merchant)
      assert.deepEqual(outcome(await shop.transaction(orderId, '1')), [200, 'SUCCESS', 'APPROVED', 'CAPTURED'])
      assert.deepEqual(outcome(await shop.put(body, { orderId })), [200, 'SUCCESS', 'APPROVED', 'CAPTURED'])
      assert.deepEqual(totals(await shop.order(orderId)), ['CAPTURED', 100, 100, 0])
      const books = await booksOf(gateway, orderId)
      assert.deepEqual([books.length, books[0]?.asked], [1, 1])
    })
  }

  it('of a void or an update is inquired about, never reversed', async () => {
    const voided = await orderOf(shop, payBody())
    const silentVoid = { apiOperation: 'VOID', transaction: { targetTransactionId: '1', reference: 'SIM-SILENT' } }
    const first = await shop.put(silentVoid, { orderId: voided, transactionId: '2' })
    assert.deepEqual(outcome(first), [201, 'UNKNOWN', 'UNKNOWN', 'CAPTURED'])
    const updated = await orderOf(shop, authorizeBody())
    const transaction = { amount: '130', currency: 'USD', reference: 'SIM-SILENT' }
    const silentUpdate = { apiOperation: 'UPDATE_AUTHORIZATION', transaction }
    const second = await shop.put(silentUpdate, { orderId: updated, transactionId: '2' })
    assert.deepEqual([...outcome(second), second.body.order.amount], [201, 'UNKNOWN', 'UNKNOWN', 'AUTHORIZED', 100])
    const busy = await shop.put(updateBody('120'), { orderId: updated, transactionId: '3' })
    assert.equal(busy.body.response.gatewayCode, 'LOCK_FAILURE')
    await settleEverything(gateway, shop.merchant)
    assert.deepEqual(totals(await shop.order(voided)), ['CANCELLED', 0, 0, 0])
    const order = await shop.order(updated)
    assert.deepEqual([...totals(order), order.body.amount], ['AUTHORIZED', 130, 0, 0, 130])
    for (const orderId of [voided, updated]) {
      const books = await booksOf(gateway, orderId)
      assert.ok(books.every(({ is_reversed }) => !is_reversed))
    }
  })
})

describe('while a transaction of the order is in progress', () => {
  it('every other transaction gets LOCK_FAILURE, is not recorded, and may be sent again with the same id', async (t) => {
    const answer = holdSleeps(t, gateway.dependencies.clock, 2000)
    const orderId = newOrderId()
    const order = { amount: '100', currency: 'USD', reference: 'SIM-SLOW-2000' }
    const slow = shop.put(authorizeBody({ order }), { orderId })
    await eventually(
      () => shop.order(orderId),
      ({ status }) => status === 200,
    )
    const present = await shop.transaction(orderId, '1')
    assert.deepEqual(outcome(present), [200, 'PENDING', 'PENDING', undefined])
    for (const body of [
      payBody(),
      authorizeBody(),
      captureBody('5'),
      refundBody('5'),
      voidBody('1'),
      updateBody('7'),
    ]) {
      const locked = await shop.put(body, { orderId, transactionId: '2' })
      assert.deepEqual(outcome(locked), [200, 'FAILURE', 'LOCK_FAILURE', undefined], locked.text)
    }
    answer()
    assert.deepEqual(outcome(await slow), [201, 'SUCCESS', 'APPROVED', 'AUTHORIZED'])
    const captured = await shop.put(captureBody(), { orderId, transactionId: '2' })
    assert.deepEqual(totals(captured), ['CAPTURED', 100, 100, 0])
    assert.equal((await booksOf(gateway, orderId)).length, 2)
  })

  it('a repeat waits for the first and gets its answer', async () => {
    const orderId = newOrderId()
    const order = { amount: '100', currency: 'USD', reference: 'SIM-SLOW-700' }
    const responses = await Promise.all([1, 2, 3].map(() => shop.put(payBody({ order }), { orderId })))
    assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 200, 201])
    assert.equal(new Set(responses.map(({ text }) => text)).size, 1)
  })
})

describe('an undecided payment', () => {
  it('is shown as undecided in every version, without a status', async () => {
    for (const version of [15, 30, 50, 100]) {
      const response = await shop.put(payBody({ sourceOfFunds: undecided }), { version })
      assert.deepEqual(outcome(response), [201, 'UNKNOWN', 'UNKNOWN', undefined])
      assert.deepEqual(totals(response), [undefined, 0, 0, 0])
    }
  })
})

describe('an impossible answer', () => {
  const entriesOf = async (orderId: string) =>
    gateway.query<{ kind: string; code: string; batch: number | null; authorization: string | null }>(
      `select kind, response #>> '{response,gatewayCode}' as code, (response #>> '{transaction,acquirer,batch}')::int as batch,
         response #>> '{transaction,authorizationCode}' as authorization
       from events where merchant_id = $1 and order_id = $2 and transaction_id = '2' order by number`,
      [shop.merchant, orderId],
    )

  it('leaves none of its values in the outcome, and the open outcome is notified once', async () => {
    const orderId = await orderOf(shop, payBody())
    const reference = 'SIM-WRONG SIM-OPEN-INQUIRY-2'
    const body = { ...voidBody('1'), transaction: { targetTransactionId: '1', reference } }
    const response = await shop.put(body, { orderId, transactionId: '2' })
    assert.deepEqual([response.body.result, response.body.response.gatewayCode], ['UNKNOWN', 'UNKNOWN'])
    await settleEverything(gateway, shop.merchant)
    const [first, ...later] = await entriesOf(orderId)
    assert.deepEqual(first, { kind: 'OUTCOME', code: 'UNKNOWN', batch: null, authorization: null })
    assert.deepEqual(
      later.map(({ code }) => code),
      ['APPROVED'],
    )
  })
})
