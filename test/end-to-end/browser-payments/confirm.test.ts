// Payments that the payer agrees to at the provider and the merchant confirms, and how merchants learn of the agreement.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import {
  atMerchant,
  type BrowserPayer,
  initiateBody,
  interactionOf,
  openPayer,
} from '../../support/clients/browser-payment.ts'
import { newOrderId, payBody } from '../../support/clients/client.ts'
import { openShop, outcome, refusal, refusalOf, type Shop } from '../../support/clients/shop.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
let payer: BrowserPayer
before(async () => {
  gateway = await sharedGateway()
  shop = openShop(gateway)
  payer = openPayer(gateway)
})

const update = { apiOperation: 'UPDATE_BROWSER_PAYMENT' }
const confirm = (order?: object) => ({ apiOperation: 'CONFIRM_BROWSER_PAYMENT', ...(order && { order }) })

async function initiated(differences: object = {}) {
  const orderId = newOrderId()
  const response = await shop.put(initiateBody('PROVIDER_A', { ...atMerchant, ...differences }), { orderId })
  assert.equal(response.body.response?.gatewayCode, 'SUBMITTED', response.text)
  return { orderId }
}

/** The payer has agreed and is back. */
async function agreed(differences: object = {}) {
  const place = await initiated(differences)
  await payer.leave(place)
  await payer.decide(place, 'APPROVE')
  await payer.comeBack(place)
  return place
}

async function standingMinor(place: { readonly orderId: string }): Promise<unknown> {
  const rows = await gateway.query<{ confirmed_minor: string | null }>(
    'select confirmed_minor from simulated_providers.line where reference = $1',
    [await payer.referenceOf(place)],
  )
  return rows[0]?.confirmed_minor
}

describe('confirming at the merchant', () => {
  it('pays the amount that the payer has agreed to', async () => {
    const place = await agreed()
    const before = await shop.transaction(place.orderId, '1')
    assert.deepEqual(outcome(before), [200, 'PENDING', 'SUBMITTED', 'INITIATED'])
    assert.equal(before.body.sourceOfFunds.provided.providerA.payerId, 'PAYERA0000001')
    const response = await shop.put(confirm(), place)
    assert.deepEqual(outcome(response), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'], response.text)
    assert.equal(interactionOf(response)[0], 'COMPLETED')
    assert.equal(await standingMinor(place), '10000')
  })

  it('authorizes where that was requested', async () => {
    const { providerA } = atMerchant.browserPayment
    const place = await agreed({ browserPayment: { providerA, operation: 'AUTHORIZE' } })
    assert.deepEqual(outcome(await shop.put(confirm(), place)), [201, 'SUCCESS', 'APPROVED', 'AUTHORIZED'])
  })

  it('may change the amount and the line items', async () => {
    const place = await agreed()
    const item = [{ name: 'cheese', quantity: 2, unitPrice: '60.00' }]
    const response = await shop.put(confirm({ amount: '120.00', currency: 'EUR', item, customerNote: 'more' }), place)
    assert.deepEqual(outcome(response), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'], response.text)
    const { order, transaction } = response.body
    assert.deepEqual([order.amount, order.totalCapturedAmount, transaction.amount], [120, 120, 120])
    assert.deepEqual([order.item[0].quantity, order.customerNote], [2, 'more'])
    assert.equal(await standingMinor(place), '12000')
    const refund = await shop.put(
      { apiOperation: 'REFUND', transaction: { amount: '120.00', currency: 'EUR' } },
      { ...place, transactionId: '2' },
    )
    assert.deepEqual(outcome(refund), [201, 'SUCCESS', 'APPROVED', 'REFUNDED'], refund.text)
    assert.equal(refund.body.order.customerNote, 'more')
  })

  it('may not change the currency, and has the decimals of it', async () => {
    const place = await agreed()
    assert.deepEqual(
      refusal(await shop.put(confirm({ amount: '1.00', currency: 'USD' }), place)),
      refusalOf('order.currency'),
    )
    assert.deepEqual(refusal(await shop.put(confirm({ amount: '1.001' }), place)), refusalOf('order.amount'))
    assert.deepEqual(
      refusal(await shop.put(confirm({ amount: '1.00', taxAmount: '0.001' }), place)),
      refusalOf('order.amount'),
    )
    assert.deepEqual(outcome(await shop.put(confirm({ amount: '1.01' }), place)), [
      201,
      'SUCCESS',
      'APPROVED',
      'CAPTURED',
    ])
  })

  it('takes effect once: a repeat returns the outcome, another request is refused', async () => {
    const place = await agreed()
    assert.equal((await shop.put(confirm({ amount: '50.00' }), place)).status, 201)
    const same = await shop.put(confirm({ amount: '50.00' }), place)
    assert.deepEqual(outcome(same), [200, 'SUCCESS', 'APPROVED', 'CAPTURED'])
    assert.deepEqual(refusal(await shop.put(confirm({ amount: '51.00' }), place)), refusalOf('apiOperation'))
    assert.deepEqual(refusal(await shop.put(confirm(), place)), refusalOf('apiOperation'))
    assert.equal(await standingMinor(place), '5000')
  })

  it('by many concurrent requests is one confirmation', async () => {
    const place = await agreed()
    const amounts = ['10.00', '20.00', '10.00', '20.00', '30.00', '10.00']
    const responses = await Promise.all(amounts.map((amount) => shop.put(confirm({ amount }), place)))
    const first = responses.filter(({ status }) => status === 201)
    assert.equal(first.length, 1, responses.map(({ text }) => text).join('\n'))
    const paid = first[0]?.body.transaction.amount
    for (const [index, response] of responses.entries())
      assert.equal(response.status < 300, Number(amounts[index]) === paid, response.text)
    assert.equal(await standingMinor(place), String(paid * 100))
    const outcomes = (await payer.events(place)).filter((event) => event.startsWith('OUTCOME'))
    assert.deepEqual(outcomes, ['OUTCOME SUBMITTED', 'OUTCOME APPROVED'])
  })

  it('is refused before the payer has agreed, and nothing happens', async () => {
    const place = await initiated()
    assert.deepEqual(refusal(await shop.put(confirm(), place)), refusalOf('apiOperation'))
    await payer.leave(place)
    assert.deepEqual(refusal(await shop.put(confirm(), place)), refusalOf('apiOperation'))
    assert.equal((await payer.events(place)).length, 2)
  })

  it('asks the provider whether the payer has agreed', async () => {
    const place = await initiated()
    await payer.decide(place, 'APPROVE')
    assert.deepEqual(outcome(await shop.put(confirm(), place)), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'])
  })

  it('is refused when the payer has cancelled, and where the payer confirms at the provider', async () => {
    const cancelled = await initiated()
    await payer.decide(cancelled, 'CANCEL')
    assert.deepEqual(refusal(await shop.put(confirm(), cancelled)), refusalOf('apiOperation'))
    assert.deepEqual(outcome(await shop.transaction(cancelled.orderId, '1')), [200, 'FAILURE', 'CANCELLED', 'FAILED'])
    const orderId = newOrderId()
    await shop.put(initiateBody(), { orderId })
    assert.deepEqual(refusal(await shop.put(confirm(), { orderId })), refusalOf('apiOperation'))
  })
})

describe('inquiring about a browser payment', () => {
  it('returns that the payer has agreed, and the shipping address', async () => {
    const place = await initiated({ shipping: { address: { city: 'Bonn', country: 'DEU', street: 'Markt 1' } } })
    const early = await shop.put(update, place)
    assert.deepEqual(outcome(early), [200, 'SUCCESS', 'SUBMITTED', 'INITIATED'])
    assert.equal(early.body.sourceOfFunds.provided, undefined)
    const shipping = {
      address: { city: 'Kiel', country: 'DEU', street: 'Hafen 2' },
      contact: { firstName: 'Robin', lastName: 'Sample' },
    }
    await payer.decide(place, 'APPROVE', { shipping })
    const { body } = await shop.put(update, place)
    assert.deepEqual(body.sourceOfFunds.provided.providerA, {
      accountEmail: 'payer@provider-a.example',
      accountHolder: 'Robin Sample',
      payerId: 'PAYERA0000001',
    })
    assert.deepEqual([body.shipping.address.city, body.shipping.contact.lastName], ['Kiel', 'Sample'])
    const events = await payer.events(place)
    assert.equal((await shop.put(update, place)).status, 200)
    assert.deepEqual(await payer.events(place), events)
    assert.deepEqual(outcome(await shop.put(confirm(), place)), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'])
    const { body: order } = await shop.order(place.orderId)
    assert.equal(order.shipping.address.city, 'Kiel')
  })

  it('returns the result when there is one, and the same again afterwards', async () => {
    const place = await initiated()
    await payer.decide(place, 'DECLINE')
    assert.deepEqual(outcome(await shop.put(update, place)), [200, 'FAILURE', 'DECLINED', 'FAILED'])
    assert.deepEqual(outcome(await shop.put(update, place)), [200, 'FAILURE', 'DECLINED', 'FAILED'])
  })

  it('is refused for transactions that are not browser payments, or do not exist', async () => {
    const orderId = newOrderId()
    for (const body of [update, confirm()]) {
      const { status, body: nothing } = await shop.put(body, { orderId })
      assert.deepEqual([status, nothing.error.cause], [400, 'INVALID_REQUEST'])
    }
    await shop.put(payBody(), { orderId })
    for (const body of [update, confirm()]) {
      assert.deepEqual(refusal(await shop.put(body, { orderId })), refusalOf('apiOperation'))
      assert.equal((await shop.put(body, { orderId, transactionId: '2' })).status, 400)
    }
    assert.deepEqual(outcome(await shop.transaction(orderId, '1')), [200, 'SUCCESS', 'APPROVED', 'CAPTURED'])
  })

  it('works in every version', async () => {
    for (const version of [30, 31, 50, 100]) {
      const place = { ...(await agreed()), version }
      assert.deepEqual(outcome(await shop.put(update, place)), [200, 'PENDING', 'SUBMITTED', 'INITIATED'])
      assert.deepEqual(outcome(await shop.put(confirm(), place)), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'])
    }
  })
})
