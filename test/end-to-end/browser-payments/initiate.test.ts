// How payments on a provider's site begin: what is answered, what is echoed, and what is refused.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Provider } from '../../../src/kernel/provider.ts'
import {
  atMerchant,
  type BrowserPayer,
  initiateBody,
  interactionOf,
  openPayer,
  returnUrl,
} from '../../support/clients/browser-payment.ts'
import { type Body, newOrderId, payBody, verifyBody } from '../../support/clients/client.ts'
import { openShop, outcome, refusal, refusalOf, type Shop } from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
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

describe('a payment on the site of a provider', () => {
  it('begins with the address to send the payer to, and locks its order', async () => {
    const orderId = newOrderId()
    const response = await shop.put(initiateBody(), { orderId })
    assert.deepEqual(outcome(response), [201, 'SUCCESS', 'SUBMITTED', 'INITIATED'])
    assert.deepEqual(interactionOf(response), ['INITIATED', 'timeInitiated'])
    const { browserPayment, transaction, order } = response.body
    const token = await payer.tokenOf({ orderId })
    assert.equal(browserPayment.redirectUrl, `${gateway.dependencies.addresses.publicUrl()}/bpui/pp/out/${token}`)
    assert.match(token, /^BP-[0-9a-f]{32}$/)
    assert.deepEqual([browserPayment.returnUrl, browserPayment.operation], [returnUrl, 'PAY'])
    assert.deepEqual([transaction.type, transaction.amount, transaction.currency], ['PAYMENT', 100, 'EUR'])
    const { acquirer } = transaction
    assert.deepEqual([acquirer.id, acquirer.merchantId], ['PROVIDER_A', 'TESTMERCHANT-PROVIDER_A'])
    assert.match(`${acquirer.date} ${acquirer.time} ${acquirer.transactionId}`, /^\d{4} \d{6} PA-\d+$/)
    assert.deepEqual([order.totalAuthorizedAmount, order.totalCapturedAmount, order.amount], [0, 0, 100])

    const busy = [200, 'FAILURE', 'LOCK_FAILURE', 'INITIATED']
    assert.deepEqual(outcome(await shop.put(payBody(), { orderId, transactionId: '2' })), busy)
    assert.deepEqual(outcome(await shop.put(initiateBody(), { orderId, transactionId: '2' })), busy)
    assert.deepEqual(await payer.events({ orderId }), ['OUTCOME SUBMITTED'])
  })

  for (const provider of ['PROVIDER_B', 'PROVIDER_C'] as const) {
    it(`at ${provider} is answered without anything of provider A`, async () => {
      const orderId = newOrderId()
      const operation = { browserPayment: { operation: undefined } }
      for (const [index, version] of [30, 31, 50, 100].entries()) {
        const transactionId = String(index + 1)
        const body = initiateBody(provider, {
          order: { reference: 'TEST-FAIL-DECLINE' },
          ...(version === 30 && operation),
        })
        const response = await shop.put(body, { orderId, transactionId, version })
        assert.equal(response.status, 201, response.text)
        for (const { browserPayment } of [
          response.body,
          (await shop.transaction(orderId, transactionId, version)).body,
        ]) {
          assert.equal(browserPayment.providerA, undefined, `version ${version}`)
          assert.equal(browserPayment.operation, version === 30 ? undefined : 'PAY')
        }
      }
    })
  }

  it('at provider A shows its group in every version, with the operation where the version has it there', async () => {
    for (const version of [30, 31, 100]) {
      const providerA = { paymentConfirmation: 'CONFIRM_AT_PROVIDER', ...(version === 30 && { operation: 'PAY' }) }
      const body = initiateBody('PROVIDER_A', {
        browserPayment: { providerA, operation: version === 30 ? undefined : 'PAY' },
      })
      const response = await shop.put(body, { version })
      const defaults = { displayShippingAddress: true, overrideShippingAddress: false }
      assert.deepEqual(response.body.browserPayment.providerA, { ...defaults, ...providerA }, response.text)
    }
  })

  it('keeps and shows all of the customer from version 50 on', async () => {
    const customer = { email: 'jo@payer.example', firstName: 'Jo', lastName: 'Payer', mobilePhone: '1', phone: '2' }
    const orderId = newOrderId()
    const response = await shop.put(initiateBody('PROVIDER_A', { customer }), { orderId, version: 57 })
    assert.deepEqual(response.body.customer, customer)
    assert.deepEqual((await shop.transaction(orderId, '1')).body.customer, customer)
  })

  it('is returned again for the same request, and refused for another one under its id', async () => {
    const orderId = newOrderId()
    const first = await shop.put(initiateBody(), { orderId })
    await payer.leave({ orderId })
    const again = await shop.put(initiateBody(), { orderId })
    assert.deepEqual(outcome(again), [200, 'SUCCESS', 'SUBMITTED', 'INITIATED'])
    assert.equal(again.body.browserPayment.redirectUrl, first.body.browserPayment.redirectUrl)
    assert.deepEqual(interactionOf(again), ['REDIRECTED_TO_PROVIDER', 'timeInitiated', 'timeRedirected'])
    const other = await shop.put(initiateBody('PROVIDER_A', { order: { amount: '99.00' } }), { orderId })
    assert.deepEqual(refusal(other), refusalOf('transaction.id'))
    assert.equal((await payer.events({ orderId })).length, 2)
  })

  it('may be tried again after it failed, and not after it succeeded', async () => {
    const orderId = newOrderId()
    const failing = initiateBody('PROVIDER_C', { order: { reference: 'TEST-FAIL-DECLINE' } })
    assert.deepEqual(outcome(await shop.put(failing, { orderId })), [201, 'FAILURE', 'DECLINED', 'FAILED'])
    const succeeding = initiateBody('PROVIDER_A', { order: { reference: 'TEST-SUCCEED', amount: '80.00' } })
    const second = await shop.put(succeeding, { orderId, transactionId: '2' })
    assert.deepEqual(outcome(second), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'])
    assert.deepEqual([second.body.order.amount, second.body.order.totalCapturedAmount], [80, 80])
    const third = await shop.put(initiateBody(), { orderId, transactionId: '3' })
    assert.deepEqual(refusal(third), refusalOf('order.id'))
  })

  it('may follow the verification of a card', async () => {
    const orderId = newOrderId()
    await shop.put(verifyBody({ order: { currency: 'EUR' } }), { orderId })
    const response = await shop.put(initiateBody(), { orderId, transactionId: '2' })
    assert.deepEqual(outcome(response), [201, 'SUCCESS', 'SUBMITTED', 'INITIATED'])
  })
})

describe('a provider that decides at once', () => {
  const decided = {
    'TEST-SUCCEED': ['SUCCESS', 'APPROVED', 'CAPTURED'],
    'TEST-FAIL-DECLINE': ['FAILURE', 'DECLINED', 'FAILED'],
    'TEST-FAIL-NOTFOUND': ['FAILURE', 'DECLINED', 'FAILED'],
    'x.FAILINSUFFICIENT_FUNDS': ['FAILURE', 'INSUFFICIENT_FUNDS', 'FAILED'],
  }
  for (const [reference, expected] of Object.entries(decided)) {
    for (const provider of ['PROVIDER_A', 'PROVIDER_B', 'PROVIDER_C'] as const) {
      it(`ends ${reference} at ${provider} with ${expected[1]} and no address for the payer`, async () => {
        const orderId = newOrderId()
        const response = await shop.put(initiateBody(provider, { order: { reference } }), { orderId })
        assert.deepEqual(outcome(response), [201, ...expected], response.text)
        assert.deepEqual(interactionOf(response), ['COMPLETED', 'timeCompleted'])
        assert.equal(response.body.browserPayment.redirectUrl, undefined)
        const retrieved = await shop.transaction(orderId, '1')
        assert.deepEqual(outcome(retrieved), [200, ...expected])
        assert.deepEqual(interactionOf(retrieved), ['COMPLETED', 'timeCompleted'])
      })
    }
  }

  it('and returns an unknown outcome is asked again', async () => {
    const orderId = newOrderId()
    const response = await shop.put(initiateBody('PROVIDER_A', { order: { reference: 'x.FAILUNKNOWN' } }), { orderId })
    assert.deepEqual(outcome(response), [201, 'UNKNOWN', 'UNKNOWN', 'INITIATED'])
    const later = await shop.put({ apiOperation: 'UPDATE_BROWSER_PAYMENT' }, { orderId })
    assert.deepEqual(outcome(later), [200, 'FAILURE', 'DECLINED', 'FAILED'])
  })
})

describe('in every version', () => {
  const shipping = {
    address: { city: 'Bonn', country: 'DEU', postcodeZip: '53111', stateProvince: 'NW', street: 'Markt 1' },
    contact: { firstName: 'Robin', lastName: 'Sample', email: 'robin@shop.example' },
    method: 'GROUND',
  }
  const order = {
    custom: { basket: '7' },
    customerNote: 'ring twice',
    description: 'cheese',
    itemAmount: '90.00',
    reference: 'R-1',
    shippingAndHandlingAmount: '8.00',
    taxAmount: '2.00',
    tax: [{ amount: '2.00', type: 'VAT' }],
    notificationUrl: 'https://shop.example/news',
  }
  const everything = { customer: { email: 'robin@shop.example' }, order, partnerSolutionId: 'P1', shipping }

  for (const version of [30, 31, 50, 100]) {
    for (const provider of ['PROVIDER_A', 'PROVIDER_B', 'PROVIDER_C'] as Provider[]) {
      it(`${version} the answer about ${provider} echoes what was sent`, async () => {
        const orderId = newOrderId()
        const body: Body = initiateBody(provider, everything)
        body.transaction = { reference: 'T-1', merchantNote: 'note', source: 'INTERNET' }
        if (version === 30) {
          const { operation, providerA, ...rest } = body.browserPayment
          body.browserPayment = {
            ...rest,
            ...(provider === 'PROVIDER_A' && { providerA: { ...providerA, operation } }),
          }
        }
        const response = await shop.put(body, { orderId, version })
        assert.deepEqual(outcome(response), [201, 'SUCCESS', 'SUBMITTED', 'INITIATED'], response.text)
        const retrieved = response.body
        assert.equal(retrieved.order.customerNote, 'ring twice')
        assert.equal(retrieved.order.custom.basket, '7')
        assert.deepEqual(
          [retrieved.order.itemAmount, retrieved.order.taxAmount, retrieved.order.shippingAndHandlingAmount],
          [90, 2, 8],
        )
        assert.equal(retrieved.shipping.address.city, 'Bonn')
        assert.equal(retrieved.shipping.contact.lastName, 'Sample')
        assert.equal(retrieved.customer.email, 'robin@shop.example')
        assert.equal(retrieved.partnerSolutionId, 'P1')
        assert.deepEqual([retrieved.transaction.reference, retrieved.transaction.source], ['T-1', 'INTERNET'])
        assert.equal(retrieved.sourceOfFunds.type, provider)
        if (provider === 'PROVIDER_B')
          assert.equal(retrieved.sourceOfFunds.provided.providerB.bankIdentifier, '10010010')
        if (provider === 'PROVIDER_A')
          assert.equal(retrieved.browserPayment.providerA.paymentConfirmation, 'CONFIRM_AT_PROVIDER')
        const operation =
          version === 30 ? retrieved.browserPayment.providerA?.operation : retrieved.browserPayment.operation
        if (version > 30 || provider === 'PROVIDER_A') assert.equal(operation, 'PAY')
        const { body: inOrder } = await shop.order(orderId, version)
        assert.equal(inOrder.transaction[0].response.gatewayCode, 'SUBMITTED')
        assert.equal(inOrder.status, 'INITIATED')
      })
    }
  }
})

describe('the gateway refuses', () => {
  it('a provider that the merchant does not have', async () => {
    const merchant = await boardMerchant(gateway, { profile: { providers: [] } })
    const response = await openShop(gateway, merchant.id).put(initiateBody())
    assert.deepEqual(refusal(response), refusalOf('sourceOfFunds.type'))
  })

  it('a provider whose link is not served', async () => {
    const providers = [{ provider: 'PROVIDER_A', adapter: 'elsewhere', account: 'a' }] as const
    const merchant = await boardMerchant(gateway, { profile: { providers } })
    const response = await openShop(gateway, merchant.id).put(initiateBody())
    assert.deepEqual(refusal(response), refusalOf('merchantId'))
  })

  it('a currency that profile or provider does not take', async () => {
    const dollars = { order: { currency: 'USD' } }
    assert.deepEqual(refusal(await shop.put(initiateBody('PROVIDER_B', dollars))), refusalOf('order.currency'))
    const merchant = await boardMerchant(gateway, { profile: { currencies: ['USD'] } })
    const response = await openShop(gateway, merchant.id).put(initiateBody())
    assert.deepEqual(refusal(response), refusalOf('order.currency'))
  })

  it('an amount that the provider does not take', async () => {
    for (const amount of ['0.09', '50000.01']) {
      const response = await shop.put(initiateBody('PROVIDER_B', { order: { amount } }))
      assert.deepEqual(refusal(response), refusalOf('order.amount'), amount)
    }
    assert.equal((await shop.put(initiateBody('PROVIDER_B', { order: { amount: '50000.00' } }))).status, 201)
  })

  it('an authorization where the provider only takes payments', async () => {
    for (const provider of ['PROVIDER_B', 'PROVIDER_C'] as const) {
      const response = await shop.put(initiateBody(provider, { browserPayment: { operation: 'AUTHORIZE' } }))
      assert.deepEqual(refusal(response), refusalOf('browserPayment.operation'), provider)
    }
  })

  it('without any record', async () => {
    const orderId = newOrderId()
    await shop.put(initiateBody('PROVIDER_B', { browserPayment: { operation: 'AUTHORIZE' } }), { orderId })
    assert.equal((await shop.order(orderId)).status, 400)
    const response = await shop.put(initiateBody('PROVIDER_A', atMerchant), { orderId })
    assert.deepEqual(outcome(response), [201, 'SUCCESS', 'SUBMITTED', 'INITIATED'])
  })
})
