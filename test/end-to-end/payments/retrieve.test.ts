// Reading an order and its transactions: the present outcome and totals, whatever happened since.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { recordProviderEvent } from '../../../src/payments/operations/manual/record-provider-event.ts'
import { closeSettlementBatch } from '../../../src/settlement/operations/close-batch.ts'
import {
  authorizeBody,
  type Body,
  captureBody,
  cardExpiring,
  cardSource,
  newOrderId,
  payBody,
  refundBody,
  updateBody,
  verifyBody,
  voidBody,
} from '../../support/clients/client.ts'
import { openShop, orderOf, type Shop, totals } from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
before(async () => {
  gateway = await sharedGateway()
  shop = openShop(gateway)
})

describe('an order', () => {
  const history = [
    authorizeBody(),
    updateBody('120'),
    captureBody('50'),
    captureBody('70'),
    refundBody('20', { targetTransactionId: '3' }),
    voidBody('5'),
  ]
  const types = ['AUTHORIZATION', 'AUTHORIZATION_UPDATE', 'CAPTURE', 'CAPTURE', 'REFUND', 'VOID_REFUND']

  it('shows its members at the top and all its transactions, oldest first, in every version', async () => {
    const orderId = await orderOf(shop, ...history)
    for (const version of [15, 29, 30, 38, 50, 100]) {
      const { status, body } = await shop.order(orderId, version)
      assert.equal(status, 200)
      assert.deepEqual([body.id, body.merchant, body.result], [orderId, 'TESTMERCHANT', 'SUCCESS'])
      assert.deepEqual([body.amount, body.currency], [120, 'USD'])
      assert.deepEqual(totals({ body } as never), ['CAPTURED', 120, 120, 0])
      assert.equal(body.sourceOfFunds.provided.card.number, '512345xxxxxx0008')
      assert.deepEqual(
        body.transaction.map((each: Body) => each.transaction.type),
        types,
      )
      assert.deepEqual(
        body.transaction.map((each: Body) => [each.order.status, each.version]),
        types.map(() => ['CAPTURED', String(version)]),
      )
    }
  })

  it('has the result of its latest opening transaction', async () => {
    const orderId = newOrderId()
    await shop.put(payBody({ sourceOfFunds: cardExpiring('5', '39') }), { orderId })
    assert.deepEqual(
      [(await shop.order(orderId)).body.result, (await shop.order(orderId)).body.status],
      [...['FAILURE', 'FAILED']],
    )
    await shop.put(payBody(), { orderId, transactionId: '2' })
    await shop.put(refundBody('1', { reference: 'x.FAILDECLINED' }), { orderId, transactionId: '3' })
    const { body } = await shop.order(orderId)
    assert.deepEqual([body.result, body.status], ['SUCCESS', 'CAPTURED'])
  })

  it('that a standalone capture started has the result of that capture, whatever failed later', async () => {
    const { id } = await boardMerchant(gateway, { profile: { privileges: ['STANDALONE_CAPTURE'] } })
    const other = openShop(gateway, id)
    const capture = { ...captureBody('80', { authorizationCode: '123456' }), sourceOfFunds: cardSource() }
    const orderId = await orderOf(other, capture)
    await other.put(refundBody('1', { reference: 'x.FAILDECLINED' }), { orderId, transactionId: '2' })
    const { body } = await other.order(orderId)
    assert.deepEqual([body.result, body.status], ['SUCCESS', 'CAPTURED'])
  })

  it('that does not exist is a request error that names it', async () => {
    for (const response of [await shop.order('nobody'), await shop.transaction('nobody', '1')]) {
      assert.deepEqual([response.status, response.body.error.cause], [400, 'INVALID_REQUEST'])
      assert.match(response.body.error.explanation, /nobody.*TESTMERCHANT/)
    }
  })
})

describe('a transaction', () => {
  it('retrieved at once equals the response to the request, byte for byte', async () => {
    const orderId = newOrderId()
    const bodies = [authorizeBody(), captureBody('50'), refundBody('20'), voidBody('3'), updateBody('130')]
    for (const [index, body] of bodies.entries()) {
      const transactionId = String(index + 1)
      const response = await shop.put(body, { orderId, transactionId })
      assert.equal(response.status, 201, response.text)
      assert.equal((await shop.transaction(orderId, transactionId)).text, response.text)
    }
  })

  it('retrieved later shows the current order; repeated it shows the order at that time', async () => {
    const orderId = newOrderId()
    const first = await shop.put(authorizeBody(), { orderId })
    await shop.put(captureBody('50'), { orderId, transactionId: '2' })
    const read = await shop.transaction(orderId, '1')
    assert.deepEqual(totals(read), ['PARTIALLY_CAPTURED', 100, 50, 0])
    assert.equal((await shop.put(authorizeBody(), { orderId })).text, first.text)
  })
})

describe('a payment that was approved pending settlement', () => {
  it('reads as approved once its batch is closed; repeated, it gets the first response', async () => {
    const merchant = await boardMerchant(gateway, {
      profile: { acquirerLink: { adapter: 'simulator', acquirerId: 'SYSTEST_ACQ1', acquirerMerchantId: 'SETTLING' } },
    })
    const settling = openShop(gateway, merchant.id)
    const orderId = newOrderId()
    const body = payBody({ sourceOfFunds: cardExpiring('12', '39') })
    const codeOf = async () => (await settling.transaction(orderId, '1')).body.response.gatewayCode
    const first = await settling.put(body, { orderId })
    assert.deepEqual([first.status, await codeOf()], [201, 'APPROVED_PENDING_SETTLEMENT'])
    assert.equal(
      (await closeSettlementBatch({ merchantId: merchant.id, userId: 'operator' }, gateway.dependencies)).kind,
      'CLOSED',
    )
    assert.equal(await codeOf(), 'APPROVED')
    const [only] = (await settling.order(orderId)).body.transaction
    assert.equal(only.response.gatewayCode, 'APPROVED')
    assert.equal((await settling.put(body, { orderId })).text, first.text)
  })
})

describe('an action of a provider without a request', () => {
  const record = (orderId: string, differences: object) =>
    recordProviderEvent(
      {
        ...{ key: { merchantId: shop.merchant, orderId }, type: 'CHARGEBACK', amount: '30', currency: 'USD' },
        ...{ userId: 'anna', ...differences },
      },
      gateway.dependencies,
    )

  it('is shown as a dispute, then as a chargeback, where the version knows it; no total moves', async () => {
    const orderId = await orderOf(shop, payBody())
    assert.equal((await record(orderId, { dispute: { state: 'PENDING' } })).kind, 'ANSWERED')
    assert.deepEqual(totals(await shop.order(orderId)), ['DISPUTED', 100, 100, 0])
    await record(orderId, { dispute: { state: 'LOST' } })
    assert.deepEqual(totals(await shop.order(orderId)), ['CHARGEBACK_PROCESSED', 100, 100, 0])
    for (const version of [15, 29, 30, 38]) {
      const { body } = await shop.order(orderId, version)
      assert.equal(body.status, undefined)
      assert.deepEqual(
        body.transaction.map((each: Body) => each.transaction.type),
        ['PAYMENT'],
      )
    }
  })

  it('of a dispute that the merchant won leaves the order unchanged', async () => {
    const orderId = await orderOf(shop, payBody())
    await record(orderId, { dispute: { state: 'PENDING' } })
    await record(orderId, { dispute: { state: 'WON' } })
    assert.deepEqual(totals(await shop.order(orderId)), ['CAPTURED', 100, 100, 0])
  })

  it('may be a fee, on an order of its own', async () => {
    const orderId = newOrderId()
    assert.equal((await record(orderId, { type: 'FUNDING' })).kind, 'ANSWERED')
    assert.deepEqual(totals(await shop.order(orderId)), ['FUNDING', 0, 0, 0])
    // A fee is no payment: the order can still get one.
    assert.deepEqual(totals(await shop.put(payBody(), { orderId, transactionId: '2' })), ['CAPTURED', 100, 100, 0])
    assert.equal((await record(newOrderId(), {})).kind, 'UNKNOWN_ORDER')
    const verified = await orderOf(shop, verifyBody())
    assert.equal((await record(verified, {})).kind, 'REJECTED')
  })
})
