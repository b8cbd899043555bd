// What the operator's profile of a merchant permits: operations, currencies, category codes, what it gets to see.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { MerchantProfile } from '../../../src/merchants/rules/merchant.ts'
import {
  authorizeBody,
  captureBody,
  cardSource,
  payBody,
  refundBody,
  verifyBody,
  voidBody,
} from '../../support/clients/client.ts'
import { openShop, orderOf, outcome, refusal, refusalOf, type Shop, totals } from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

async function shopWith(profile: Partial<MerchantProfile>): Promise<Shop> {
  return openShop(gateway, (await boardMerchant(gateway, { profile })).id)
}

const usd = { amount: '100', currency: 'USD' }

describe('a merchant', () => {
  it('uses only the operations of its profile', async () => {
    const shop = await shopWith({ operations: ['AUTHORIZE', 'CAPTURE'] })
    const orderId = await orderOf(shop, authorizeBody(), captureBody())
    for (const body of [payBody(), verifyBody()])
      assert.deepEqual(refusal(await shop.put(body)), refusalOf('apiOperation'))
    const refund = await shop.put(refundBody(), { orderId, transactionId: '3' })
    assert.deepEqual(refusal(refund), refusalOf('apiOperation'))
    assert.equal((await shop.order(orderId)).body.status, 'CAPTURED')
  })

  it('takes only the currencies of its profile', async () => {
    const shop = await shopWith({ currencies: ['EUR'] })
    assert.deepEqual(refusal(await shop.put(payBody())), refusalOf('order.currency'))
    assert.equal((await shop.put(payBody({ order: { amount: '1', currency: 'EUR' } }))).body.result, 'SUCCESS')
  })

  it('uses only the category codes of its profile, or any when the profile has none', async () => {
    const shop = await shopWith({ categoryCodes: ['5942'] })
    const withCode = (merchantCategoryCode: string) => payBody({ order: { ...usd, merchantCategoryCode } })
    assert.deepEqual(refusal(await shop.put(withCode('5999'))), refusalOf('order.merchantCategoryCode'))
    const permitted = await shop.put(withCode('5942'))
    assert.deepEqual(outcome(permitted), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'])
    assert.equal(permitted.body.order.merchantCategoryCode, '5942')
    assert.equal((await (await shopWith({})).put(withCode('5999'))).body.result, 'SUCCESS')
  })

  it("sees the acquirer's debug information only with the privilege", async () => {
    const privileged = await shopWith({ privileges: ['DEBUG_INFORMATION'] })
    const shown = await privileged.put(payBody())
    assert.match(shown.body.response.debugInformation, /Simulated acquirer: APPROVED/)
    const plain = await (await shopWith({})).put(payBody())
    assert.equal(plain.body.response.debugInformation, undefined)
    assert.ok(!plain.text.includes('Simulated acquirer'))
  })

  it('with the link of an unknown acquirer gets an error that says so', async () => {
    const acquirerLink = { adapter: 'nobody', acquirerId: 'NOBODY', acquirerMerchantId: 'x' }
    const shop = await shopWith({ acquirerLink })
    assert.deepEqual(refusal(await shop.put(payBody())), refusalOf('merchantId'))
  })

  it('with a privilege for excess amounts on one side continues the order on the other', async () => {
    const capturing = await shopWith({ privileges: ['EXCESS_CAPTURE'] })
    const captured = await orderOf(capturing, authorizeBody(), captureBody('110'), refundBody('10'), voidBody('3'))
    assert.deepEqual(totals(await capturing.order(captured)), ['CAPTURED', 100, 110, 0])
    const over = await capturing.put(refundBody('110.01'), { orderId: captured, transactionId: '9' })
    assert.deepEqual(refusal(over), refusalOf('transaction.amount'))

    const standalone = await shopWith({ privileges: ['STANDALONE_CAPTURE', 'STANDALONE_REFUND'] })
    const capture = { ...captureBody('80', { authorizationCode: '123456' }), sourceOfFunds: cardSource() }
    const refunded = await orderOf(standalone, capture, refundBody('80'))
    assert.deepEqual(totals(await standalone.order(refunded)), ['REFUNDED', 0, 80, 80])
    const refund = { ...refundBody('80'), sourceOfFunds: cardSource() }
    const voided = await orderOf(standalone, refund, voidBody('1'))
    assert.deepEqual(totals(await standalone.order(voided)), ['CANCELLED', 0, 0, 0])
  })
})
