// REFUND: with and without a target, above the captured amount by privilege, and after approval.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { approveRefund, declineRefund } from '../../../src/payments/operations/manual/decide-refund-request.ts'
import {
  authorizeBody,
  captureBody,
  cardSource,
  newOrderId,
  payBody,
  refundBody,
} from '../../support/clients/client.ts'
import {
  booksOf,
  openShop,
  orderOf,
  outcome,
  refusal,
  refusalOf,
  type Shop,
  totals,
} from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
before(async () => {
  gateway = await sharedGateway()
  shop = openShop(gateway)
})

/** Authorized 100, captured 40 as transaction 2 and 60 as transaction 3. */
const twoCaptures = () => orderOf(shop, authorizeBody(), captureBody('40'), captureBody('60'))

describe('REFUND', () => {
  for (const version of [15, 29, 30, 38, 50, 100]) {
    it(`in version ${version} refunds everything`, async () => {
      const orderId = await orderOf(shop, payBody())
      const place = { orderId, transactionId: '2', version }
      const response = await shop.put(refundBody(), place)
      assert.deepEqual(outcome(response), [201, 'SUCCESS', 'APPROVED', 'REFUNDED'])
      assert.deepEqual(totals(response), ['REFUNDED', 100, 100, 100])
      assert.deepEqual([response.body.transaction.type, response.body.order.amount], ['REFUND', 100])
      const again = await shop.put(refundBody(), place)
      assert.deepEqual([again.status, again.text], [200, response.text])
      assert.deepEqual(refusal(await shop.put(refundBody('1'), place)), refusalOf('transaction.id'))
    })
  }

  it('refunds in parts until nothing is left', async () => {
    const orderId = await orderOf(shop, payBody(), refundBody('30'), refundBody('69.99'))
    assert.deepEqual(totals(await shop.order(orderId)), ['PARTIALLY_REFUNDED', 100, 100, 99.99])
    const over = await shop.put(refundBody('0.02'), { orderId, transactionId: '4' })
    assert.deepEqual(refusal(over), refusalOf('transaction.amount'))
    assert.deepEqual(totals(await shop.put(refundBody('0.01'), { orderId, transactionId: '4' })), [
      ...['REFUNDED', 100, 100, 100],
    ])
  })

  it('without a target takes from the oldest capture in older versions, and has to name one from 100 on', async () => {
    const orderId = await twoCaptures()
    const unnamed = await shop.put(refundBody('1'), { orderId, transactionId: '4' })
    assert.deepEqual(refusal(unnamed), refusalOf('transaction.targetTransactionId', 'MISSING'))
    const older = await shop.put(refundBody('1'), { orderId, transactionId: '4', version: 50 })
    assert.equal(older.body.transaction.targetTransactionId, '2')
    const named = refundBody('60', { targetTransactionId: '3' })
    assert.deepEqual(totals(await shop.put(named, { orderId, transactionId: '5' })), [
      ...['PARTIALLY_REFUNDED', 100, 100, 61],
    ])
    const rest = await shop.put(refundBody('39'), { orderId, transactionId: '6' })
    assert.deepEqual([rest.body.transaction.targetTransactionId, rest.body.order.status], ['2', 'REFUNDED'])
  })

  it('with a target takes no more than its amount, and lists what can be refunded', async () => {
    const orderId = await twoCaptures()
    const put = (amount: string, targetTransactionId: string) =>
      shop.put(refundBody(amount, { targetTransactionId }), { orderId, transactionId: '4' })
    assert.deepEqual(refusal(await put('40.01', '2')), refusalOf('transaction.amount'))
    assert.deepEqual(refusal(await put('1', '1')), refusalOf('transaction.targetTransactionId'))
    assert.deepEqual(refusal(await put('1', '7')), refusalOf('transaction.targetTransactionId'))
    assert.equal((await put('40', '2')).status, 201)
  })

  it('exceeds the captured amount only for merchants with the privilege', async () => {
    const { id } = await boardMerchant(gateway, { profile: { privileges: ['EXCESS_REFUND'] } })
    const other = openShop(gateway, id)
    const orderId = await orderOf(other, payBody())
    const response = await other.put(refundBody('120'), { orderId, transactionId: '2' })
    assert.deepEqual(totals(response), ['EXCESSIVELY_REFUNDED', 100, 100, 120])
    const plain = await orderOf(shop, payBody())
    const over = await shop.put(refundBody('100.01'), { orderId: plain, transactionId: '2' })
    assert.deepEqual(refusal(over), refusalOf('transaction.amount'))
  })

  it('is refused where nothing was captured, in another currency, and with payment details', async () => {
    const authorized = await orderOf(shop, authorizeBody())
    const nothing = await shop.put(refundBody(), { orderId: authorized, transactionId: '2' })
    assert.deepEqual(refusal(nothing), refusalOf('apiOperation'))
    assert.deepEqual(refusal(await shop.put(refundBody())), [400, 'INVALID_REQUEST', undefined, undefined])
    const orderId = await orderOf(shop, payBody())
    const put = (body: object) => shop.put(body, { orderId, transactionId: '2' })
    assert.deepEqual(refusal(await put(refundBody('1', { currency: 'EUR' }))), refusalOf('transaction.currency'))
    assert.deepEqual(
      refusal(await put({ ...refundBody('1'), sourceOfFunds: cardSource() })),
      refusalOf('sourceOfFunds'),
    )
  })

  it('may be authorized with the issuer first', async () => {
    const orderId = await orderOf(shop, payBody())
    const body = { ...refundBody('10'), action: { refundAuthorization: true } }
    assert.equal((await shop.put(body, { orderId, transactionId: '2' })).body.result, 'SUCCESS')
    const books = await booksOf(gateway, orderId)
    assert.deepEqual(
      books.map(({ is_authorized_first }) => is_authorized_first),
      [null, true],
    )
  })

  it('that fails changes nothing', async () => {
    const orderId = await orderOf(shop, payBody())
    const body = refundBody('10', { reference: 'x.FAILDECLINED' })
    const response = await shop.put(body, { orderId, transactionId: '2' })
    assert.deepEqual(outcome(response), [201, 'FAILURE', 'DECLINED', 'CAPTURED'])
    assert.deepEqual(totals(response), ['CAPTURED', 100, 100, 0])
  })
})

describe('a refund without a payment at the gateway', () => {
  const standalone = { ...refundBody('12.34'), sourceOfFunds: cardSource() }

  it('is refused without the privilege and executed with it', async () => {
    assert.deepEqual(refusal(await shop.put(standalone)), refusalOf('apiOperation'))
    const { id } = await boardMerchant(gateway, { profile: { privileges: ['STANDALONE_REFUND'] } })
    const orderId = newOrderId()
    const response = await openShop(gateway, id).put(standalone, { orderId })
    assert.deepEqual(outcome(response), [201, 'SUCCESS', 'APPROVED', 'EXCESSIVELY_REFUNDED'])
    assert.deepEqual([...totals(response), response.body.order.amount], ['EXCESSIVELY_REFUNDED', 0, 0, 12.34, 12.34])
    assert.deepEqual(
      (await booksOf(gateway, orderId)).map(({ kind, approved_minor }) => [kind, approved_minor]),
      [['STANDALONE_REFUND', '1234']],
    )
  })
})

describe('a refund that needs approval', () => {
  const request = refundBody('30', { priorApproval: 'REQUESTED' })
  const keyOf = (orderId: string) => ({ merchantId: shop.merchant, orderId })

  it('is only a request: the acquirer is not called, and no total changes', async () => {
    const orderId = await orderOf(shop, payBody())
    const response = await shop.put(request, { orderId, transactionId: '2' })
    assert.deepEqual(outcome(response), [201, 'SUCCESS', 'APPROVED_AUTO', 'REFUND_REQUESTED'])
    assert.deepEqual(totals(response), ['REFUND_REQUESTED', 100, 100, 0])
    assert.equal(response.body.transaction.type, 'REFUND_REQUEST')
    assert.equal((await booksOf(gateway, orderId)).length, 1)
    const older = await shop.transaction(orderId, '2', 50)
    assert.equal(older.body.transaction.type, 'REFUND')
  })

  it('is executed when an operator approves, by its own transaction', async () => {
    const orderId = await orderOf(shop, payBody(), request)
    const decided = await approveRefund({ key: keyOf(orderId), userId: 'anna' }, gateway.dependencies)
    assert.equal(decided.kind, 'ANSWERED')
    const order = await shop.order(orderId)
    assert.deepEqual(totals(order), ['PARTIALLY_REFUNDED', 100, 100, 30])
    const made = order.body.transaction.at(-1)
    assert.deepEqual([made.transaction.type, made.gatewayEntryPoint], ['REFUND', 'MERCHANT_ADMINISTRATION'])
    assert.deepEqual(
      (await booksOf(gateway, orderId)).map(({ kind, approved_minor }) => [kind, approved_minor]),
      [
        ['PAY', '10000'],
        ['REFUND', '3000'],
      ],
    )
    const again = await approveRefund({ key: keyOf(orderId), userId: 'anna' }, gateway.dependencies)
    assert.equal(again.kind, 'NOTHING_AWAITED')
  })

  it('is dropped when an operator declines it', async () => {
    const orderId = await orderOf(shop, payBody(), request)
    const decided = await declineRefund({ key: keyOf(orderId), userId: 'anna' }, gateway.dependencies)
    assert.deepEqual(decided, { kind: 'DECLINED', transactionId: '2' })
    assert.deepEqual(totals(await shop.order(orderId)), ['CAPTURED', 100, 100, 0])
  })

  it('is named by its id when several wait', async () => {
    const orderId = await orderOf(shop, payBody(), request, request)
    const key = keyOf(orderId)
    assert.equal((await approveRefund({ key, userId: 'anna' }, gateway.dependencies)).kind, 'SEVERAL_AWAITED')
    await approveRefund({ key, transactionId: '3', userId: 'anna' }, gateway.dependencies)
    assert.deepEqual(totals(await shop.order(orderId)), ['REFUND_REQUESTED', 100, 100, 30])
    const actions = await gateway.query<{ action: string; actor: string }>(
      `select action, actor from audit where subject ->> 'orderId' = $1`,
      [orderId],
    )
    assert.ok(actions.some(({ action, actor }) => action === 'REFUND_APPROVED' && actor === 'anna'))
  })
})
