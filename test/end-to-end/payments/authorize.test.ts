// AUTHORIZE: reserves funds that a capture moves later; and what a payment has to do with agreements and plans.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { authorizeBody, captureBody, cardExpiring, newOrderId } from '../../support/clients/client.ts'
import { booksOf, openShop, outcome, type Shop, settleEverything, totals } from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
before(async () => {
  gateway = await sharedGateway()
  // A merchant of its own: what others have left open is not waited for.
  shop = openShop(gateway, (await boardMerchant(gateway)).id)
})

describe('AUTHORIZE', () => {
  for (const version of [15, 29, 30, 38, 50, 100]) {
    it(`in version ${version} reserves the amount and captures nothing`, async () => {
      const orderId = newOrderId()
      const response = await shop.put(authorizeBody(), { orderId, version })
      assert.deepEqual(outcome(response), [201, 'SUCCESS', 'APPROVED', 'AUTHORIZED'])
      assert.deepEqual(totals(response), ['AUTHORIZED', 100, 0, 0])
      assert.deepEqual([response.body.transaction.type, response.body.version], ['AUTHORIZATION', String(version)])
      assert.equal((await shop.put(authorizeBody(), { orderId, version })).text, response.text)
    })
  }

  it('has an expiry of the reservation, and is in no settlement batch', async () => {
    const { body } = await shop.put(authorizeBody())
    const days = (Date.parse(body.authorizationResponse.autoExpiry) - Date.parse(body.timeOfRecord)) / 86_400_000
    assert.ok(days > 27 && days < 32)
    assert.equal(body.transaction.acquirer.batch, undefined)
  })

  it('that is declined leaves the order free for another', async () => {
    const orderId = newOrderId()
    const declined = await shop.put(authorizeBody({ sourceOfFunds: cardExpiring('5', '39') }), { orderId })
    assert.deepEqual(totals(declined), ['FAILED', 0, 0, 0])
    assert.equal(declined.body.response.gatewayRecommendation, 'RESUBMIT_WITH_ALTERNATIVE_PAYMENT_DETAILS')
    const again = await shop.put(authorizeBody(), { orderId, transactionId: '2' })
    assert.deepEqual(totals(again), ['AUTHORIZED', 100, 0, 0])
  })

  it('approved in part and accepted can be captured up to that part', async () => {
    const orderId = newOrderId()
    const order = { amount: '100', currency: 'USD', acceptPartialAmount: true }
    const body = authorizeBody({ order, sourceOfFunds: cardExpiring('7', '39') })
    assert.deepEqual(totals(await shop.put(body, { orderId })), ['AUTHORIZED', 50, 0, 0])
    const over = await shop.put(captureBody('50.01'), { orderId, transactionId: '2' })
    assert.equal(over.body.error.field, 'transaction.amount')
    const captured = await shop.put(captureBody('50'), { orderId, transactionId: '2' })
    assert.deepEqual(totals(captured), ['CAPTURED', 50, 50, 0])
  })

  it('that the acquirer left unanswered is reversed in its books', async () => {
    const orderId = newOrderId()
    const response = await shop.put(authorizeBody({ sourceOfFunds: cardExpiring('8', '28') }), { orderId })
    assert.deepEqual(outcome(response), [201, 'FAILURE', 'TIMED_OUT', 'FAILED'])
    await settleEverything(gateway, shop.merchant)
    assert.deepEqual(
      (await booksOf(gateway, orderId)).map(({ kind, is_reversed }) => [kind, is_reversed]),
      [['AUTHORIZE', true]],
    )
  })
})

describe("further details in the acquirer's answer", () => {
  it('include advice on a recurring payment that failed, and only then', async () => {
    const recurring = {
      agreement: { id: 'a-1', type: 'RECURRING', amountVariability: 'FIXED', expiryDate: '2039-01-01' },
    }
    const adviceFor = async (month: string, year: string, differences: object = recurring, version = 100) => {
      const body = authorizeBody({ ...differences, sourceOfFunds: cardExpiring(month, year) })
      const response = await shop.put(body, { version })
      assert.equal(response.status, 201, response.text)
      return [response.body.response.gatewayCode, response.body.response.recurringPaymentAdvice?.acquirerCode]
    }
    assert.deepEqual(await adviceFor('7', '38'), ['INSUFFICIENT_FUNDS', '03'])
    assert.deepEqual(await adviceFor('6', '39'), ['INSUFFICIENT_FUNDS', '02'])
    assert.deepEqual(await adviceFor('1', '39'), ['APPROVED', undefined])
    assert.deepEqual(await adviceFor('6', '39', {}), ['INSUFFICIENT_FUNDS', undefined])
    const frequency = { transaction: { frequency: 'RECURRING' } }
    assert.deepEqual(await adviceFor('7', '38', frequency, 30), ['INSUFFICIENT_FUNDS', '03'])
  })

  it('include which of the payer’s details match', async () => {
    const billing = { address: { street: 'November St', postcodeZip: '8010' } }
    const { body } = await shop.put(authorizeBody({ billing, customer: { email: 'jo@example.com' } }))
    const { avs, detailedVerification } = body.response.cardholderVerification
    assert.deepEqual(avs, { acquirerCode: 'N', gatewayCode: 'NO_MATCH' })
    assert.deepEqual(
      Object.fromEntries(
        detailedVerification.map((each: { type: string; gatewayCode: string }) => [each.type, each.gatewayCode]),
      ),
      {
        BILLING_PHONE: 'NOT_PROVIDED',
        BILLING_POSTCODE_ZIP: 'NOT_MATCHED',
        BILLING_STREET_ADDRESS: 'NOT_MATCHED',
        CARDHOLDER_NAME: 'NOT_PROVIDED',
        CUSTOMER_EMAIL: 'MATCHED',
      },
    )
  })

  it('include the terms of a payment plan', async () => {
    const paymentPlan = { planId: 'INTEREST-3', numberOfPayments: 3 }
    const { body, text } = await shop.put(authorizeBody({ paymentPlan }))
    assert.equal(body.result, 'SUCCESS', text)
    assert.deepEqual(
      [body.paymentPlan.planId, body.paymentPlan.finalAmount, body.paymentPlan.paymentAmount],
      ['INTEREST-3', 105, 35],
    )
  })
})
