// CAPTURE: moves what was authorized, in full, in parts, and beyond by privilege.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { authorizeBody, captureBody, cardSource, newOrderId, payBody, voidBody } from '../../support/clients/client.ts'
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

describe('CAPTURE', () => {
  for (const version of [15, 29, 30, 38, 50, 100]) {
    it(`in version ${version} moves all that was authorized`, async () => {
      const orderId = await orderOf(shop, authorizeBody())
      const place = { orderId, transactionId: '2', version }
      const response = await shop.put(captureBody(), place)
      assert.deepEqual(outcome(response), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'])
      assert.deepEqual(totals(response), ['CAPTURED', 100, 100, 0])
      assert.deepEqual([response.body.transaction.type, response.body.transaction.amount], ['CAPTURE', 100])
      assert.equal(response.body.sourceOfFunds.provided.card.number, '512345xxxxxx0008')
      const again = await shop.put(captureBody(), place)
      assert.deepEqual([again.status, again.text], [200, response.text])
      assert.deepEqual(refusal(await shop.put(captureBody('1'), place)), refusalOf('transaction.id'))
    })
  }

  it('moves parts until nothing is left', async () => {
    const orderId = await orderOf(shop, authorizeBody(), captureBody('30'), captureBody('30.01'))
    assert.deepEqual(totals(await shop.order(orderId)), ['PARTIALLY_CAPTURED', 100, 60.01, 0])
    const over = await shop.put(captureBody('40'), { orderId, transactionId: '4' })
    assert.deepEqual(refusal(over), refusalOf('transaction.amount'))
    const rest = await shop.put(captureBody('39.99'), { orderId, transactionId: '4' })
    assert.deepEqual(totals(rest), ['CAPTURED', 100, 100, 0])
    const books = await booksOf(gateway, orderId)
    assert.deepEqual(
      books.map(({ kind, approved_minor }) => [kind, approved_minor]),
      [
        ['AUTHORIZE', '10000'],
        ['CAPTURE', '3000'],
        ['CAPTURE', '3001'],
        ['CAPTURE', '3999'],
      ],
    )
  })

  it('sends the validation code of the authorization to the acquirer', async () => {
    const orderId = newOrderId()
    const { body } = await shop.put(authorizeBody(), { orderId })
    await shop.put(captureBody(), { orderId, transactionId: '2' })
    const [authorized, captured] = await booksOf(gateway, orderId)
    assert.equal(authorized?.validation_code, null)
    assert.match(body.authorizationResponse.validationCode, /^[0-9A-Z]{4}$/)
    assert.equal(captured?.validation_code, body.authorizationResponse.validationCode)
  })

  it('exceeds the authorization only for merchants with the privilege', async () => {
    const { id } = await boardMerchant(gateway, { profile: { privileges: ['EXCESS_CAPTURE'] } })
    const other = openShop(gateway, id)
    const orderId = await orderOf(other, authorizeBody())
    const response = await other.put(captureBody('150'), { orderId, transactionId: '2' })
    assert.deepEqual(totals(response), ['CAPTURED', 100, 150, 0])
    const plain = await orderOf(shop, authorizeBody())
    const refusedOne = await shop.put(captureBody('100.01'), { orderId: plain, transactionId: '2' })
    assert.deepEqual(refusal(refusedOne), refusalOf('transaction.amount'))
  })

  it('is refused where nothing is authorized: unknown order, paid order, voided authorization', async () => {
    const unknown = await shop.put(captureBody())
    assert.deepEqual(refusal(unknown), [400, 'INVALID_REQUEST', undefined, undefined])
    for (const bodies of [[payBody()], [authorizeBody(), voidBody('1')]]) {
      const orderId = await orderOf(shop, ...bodies)
      const response = await shop.put(captureBody(), { orderId, transactionId: '9' })
      assert.deepEqual(refusal(response), refusalOf('apiOperation'))
    }
  })

  it('is in the currency of the order and brings no payment details', async () => {
    const orderId = await orderOf(shop, authorizeBody())
    const put = (body: object) => shop.put(body, { orderId, transactionId: '2' })
    const inEuro = captureBody('1', { currency: 'EUR' })
    assert.deepEqual(refusal(await put(inEuro)), refusalOf('transaction.currency'))
    assert.deepEqual(refusal(await put(captureBody('1.005'))), refusalOf('transaction.amount'))
    assert.deepEqual(
      refusal(await put({ ...captureBody('1'), sourceOfFunds: cardSource() })),
      refusalOf('sourceOfFunds'),
    )
    const subMerchant = { identifier: 's-1', tradingName: 'Corner shop' }
    assert.deepEqual(
      refusal(await put({ ...captureBody('1'), order: { subMerchant } })),
      refusalOf('order.subMerchant'),
    )
    assert.equal((await put(captureBody('1'))).status, 201)
  })

  it('may add custom fields to the order, up to fifty over all its requests', async () => {
    const named = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`field${from + i}`, 'x']))
    const order = { amount: '100', currency: 'USD', custom: named(0, 30) }
    const orderId = await orderOf(shop, authorizeBody({ order }))
    const withCustom = (custom: object, transactionId: string) =>
      shop.put({ ...captureBody('1'), order: { custom } }, { orderId, transactionId })
    const added = await withCustom(named(20, 30), '2')
    assert.deepEqual([added.status, Object.keys(added.body.order.custom).length], [201, 50])
    assert.deepEqual(refusal(await withCustom(named(50, 1), '3')), refusalOf('order.custom'))
  })

  it('that fails at the acquirer changes neither status nor totals, and may be tried again', async () => {
    const orderId = await orderOf(shop, authorizeBody())
    const body = captureBody('100', { reference: 'x.FAILDECLINED' })
    const failed = await shop.put(body, { orderId, transactionId: '2' })
    assert.deepEqual(outcome(failed), [201, 'FAILURE', 'DECLINED', 'AUTHORIZED'])
    assert.deepEqual(totals(failed), ['AUTHORIZED', 100, 0, 0])
    const again = await shop.put(captureBody(), { orderId, transactionId: '3' })
    assert.deepEqual(totals(again), ['CAPTURED', 100, 100, 0])
  })

  it('may have a part of the tax with a part of the amount, and all of it with all', async () => {
    const order = { amount: '100', currency: 'USD', itemAmount: '90', taxAmount: '10' }
    const orderId = await orderOf(shop, authorizeBody({ order }))
    const withTax = (amount: string, taxAmount: string) =>
      shop.put(captureBody(amount, { taxAmount }), { orderId, transactionId: '2' })
    for (const [amount, tax] of [
      ['50', '10.01'],
      ['100', '9.99'],
    ] as const)
      assert.deepEqual(refusal(await withTax(amount, tax)), refusalOf('transaction.taxAmount'))
    assert.equal((await withTax('50', '5')).body.transaction.taxAmount, 5)
  })
})

describe('a capture without an authorization at the gateway', () => {
  const standalone = (transaction: object = {}) => ({
    ...captureBody('80', { authorizationCode: '123456', ...transaction }),
    sourceOfFunds: cardSource(),
  })

  it('is refused without the privilege', async () => {
    assert.deepEqual(refusal(await shop.put(standalone())), refusalOf('apiOperation'))
  })

  it('is made with it, and needs the authorization code', async () => {
    const { id } = await boardMerchant(gateway, { profile: { privileges: ['STANDALONE_CAPTURE'] } })
    const other = openShop(gateway, id)
    const orderId = newOrderId()
    const incomplete = await other.put(standalone({ authorizationCode: undefined }), { orderId })
    assert.deepEqual(refusal(incomplete), refusalOf('transaction.authorizationCode', 'MISSING'))
    const response = await other.put(standalone(), { orderId })
    assert.deepEqual(outcome(response), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'])
    assert.deepEqual([...totals(response), response.body.order.amount], ['CAPTURED', 0, 80, 0, 80])
    assert.equal((await other.put(standalone(), { orderId })).text, response.text)
    assert.deepEqual(
      (await booksOf(gateway, orderId)).map(({ kind, approved_minor }) => [kind, approved_minor]),
      [['STANDALONE_CAPTURE', '8000']],
    )
    const failing = standalone({ reference: 'r.FAILACQUIRER_SYSTEM_ERROR' })
    const failed = await other.put(failing, { orderId: `${orderId}-failed` })
    assert.equal(failed.body.response.gatewayCode, 'ACQUIRER_SYSTEM_ERROR', failed.text)
    assert.equal((await other.put(failing, { orderId: `${orderId}-failed` })).text, failed.text)
    const second = await other.put(standalone(), { orderId, transactionId: '2' })
    assert.deepEqual(refusal(second), refusalOf('sourceOfFunds'))
  })
})
