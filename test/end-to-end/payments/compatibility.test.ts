// What public clients send beyond the specification, through the whole gateway: it is accepted, understood, and returned.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { authorizeBody, newOrderId, payBody, verifyBody } from '../../support/clients/client.ts'
import { openSessions, type Sessions } from '../../support/clients/sessions.ts'
import { openShop, outcome, refusal, refusalOf, type Shop } from '../../support/clients/shop.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
let sessions: Sessions
before(async () => {
  gateway = await sharedGateway()
  shop = openShop(gateway)
  sessions = openSessions(gateway)
})

const approved = [201, 'SUCCESS', 'APPROVED']
const tea = { name: 'Tea', quantity: '2', unitPrice: '5.00' }
const order = { amount: '17.50', currency: 'USD', shippingAndHandlingAmount: '5.00', taxAmount: '2.50' }
const atOrder = { order: { ...order, item: [tea] } }

describe('line items without order.itemAmount', () => {
  it('are paid with shipping and tax in every version', async () => {
    for (const version of [15, 29, 30, 49, 50, 72, 100])
      for (const body of [payBody(atOrder), authorizeBody(atOrder)]) {
        const response = await shop.put(body, { version })
        assert.deepEqual(outcome(response).slice(0, 3), approved, `${version}: ${response.text}`)
      }
  })

  it('are information where they do not make the amount', async () => {
    const response = await shop.put(payBody({ order: { ...order, item: [{ ...tea, unitPrice: '5.95' }] } }))
    assert.deepEqual(outcome(response).slice(0, 3), approved, response.text)
  })

  it('are compared by order.itemAmount where it is sent, and sub-totals without items as before', async () => {
    const itemAmount = { order: { ...order, item: [tea], itemAmount: '9.00' } }
    assert.deepEqual(refusal(await shop.put(payBody(itemAmount))), refusalOf('order.amount'))
    assert.deepEqual(refusal(await shop.put(payBody({ order }))), refusalOf('order.amount'))
  })

  it('open a checkout', async () => {
    for (const [version, apiOperation] of [
      [62, 'CREATE_CHECKOUT_SESSION'],
      [72, 'INITIATE_CHECKOUT'],
    ] as const) {
      const interaction = { operation: 'PURCHASE', merchant: { name: 'Shop' } }
      const body = { apiOperation, interaction, order: { id: newOrderId(), ...atOrder.order } }
      const response = await sessions.create(body, version)
      assert.equal(response.body.result, 'SUCCESS', response.text)
    }
  })
})

describe('digits as text', () => {
  it('are the integers of a checkout and of its payment link', async () => {
    const interaction = { operation: 'PURCHASE', merchant: { name: 'Shop' }, timeout: '900', retryAttemptCount: '3' }
    const body = { apiOperation: 'INITIATE_CHECKOUT', interaction, order: { amount: '1', currency: 'USD' } }
    const opened = await sessions.create({ ...body, order: { ...body.order, id: newOrderId() } })
    assert.equal(opened.body.result, 'SUCCESS', opened.text)
    const stored = await sessions.retrieve(opened.body.session.id)
    assert.deepEqual([stored.body.interaction.timeout, stored.body.interaction.retryAttemptCount], [900, 3])
    const link = { ...body, checkoutMode: 'PAYMENT_LINK', paymentLink: { numberOfAllowedAttempts: '5' } }
    const made = await sessions.create({ ...link, order: { ...body.order, id: newOrderId() } })
    assert.equal(made.body.result, 'SUCCESS', made.text)
    const wrong = {
      ...body,
      interaction: { ...interaction, timeout: '59' },
      order: { ...body.order, id: newOrderId() },
    }
    assert.deepEqual(refusal(await sessions.create(wrong)), refusalOf('interaction.timeout'))
  })
})

describe("the payer's device", () => {
  const browserDetails = {
    '3DSecureChallengeWindowSize': 'FULL_SCREEN',
    acceptHeaders: 'text/html',
    colorDepth: 24,
    javaEnabled: false,
    javaScriptEnabled: 'true',
    language: 'en-GB',
    screenHeight: 900,
    screenWidth: 1440,
    timeZone: 0,
  }
  const device = { browser: 'Mozilla/5.0', browserDetails, ipAddress: '192.0.2.7' }
  const { sourceOfFunds } = payBody() as { sourceOfFunds: object }

  it('may be named when authentication is initiated, and stands for one that is not named later', async () => {
    for (const version of [50, 57, 100]) {
      const place = { orderId: newOrderId(), version }
      const money = { amount: '10.00', currency: 'USD' }
      const authentication = { channel: 'PAYER_BROWSER', purpose: 'PAYMENT_TRANSACTION' }
      const initiate = { apiOperation: 'INITIATE_AUTHENTICATION', authentication, order: money, sourceOfFunds, device }
      const initiated = await shop.put(initiate, place)
      assert.equal(initiated.body.result, 'SUCCESS', initiated.text)
      assert.equal(initiated.body.device.browserDetails.javaScriptEnabled, true)
      const authenticate = {
        apiOperation: 'AUTHENTICATE_PAYER',
        authentication: { redirectResponseUrl: 'https://shop.example/return' },
        order: money,
      }
      const response = await shop.put(authenticate, place)
      assert.equal(response.status < 400, true, response.text)
      assert.notEqual(response.body.result, 'ERROR', response.text)
      assert.equal(response.body.device.browser, 'Mozilla/5.0')
    }
  })
})

describe('order.customerOrderDate', () => {
  it('is a date, returned with the order and its later transactions in every version', async () => {
    for (const version of [15, 29, 30, 50, 100]) {
      const orderId = newOrderId()
      const sent = authorizeBody({ order: { amount: '10.00', currency: 'USD', customerOrderDate: '2026-11-01' } })
      const response = await shop.put(sent, { orderId, version })
      assert.equal(response.body.order?.customerOrderDate, '2026-11-01', response.text)
      const capture = { apiOperation: 'CAPTURE', transaction: { amount: '10.00', currency: 'USD' } }
      const captured = await shop.put(capture, { orderId, transactionId: '2', version })
      assert.equal(captured.body.order?.customerOrderDate, '2026-11-01', captured.text)
      const { body } = await shop.order(orderId, version)
      assert.equal(body.customerOrderDate, '2026-11-01')
      assert.equal(body.transaction[0].order.customerOrderDate, '2026-11-01')
    }
  })

  it('is INVALID where it is no date', async () => {
    const sent = payBody({ order: { amount: '10.00', currency: 'USD', customerOrderDate: '2026-02-30' } })
    assert.deepEqual(refusal(await shop.put(sent)), refusalOf('order.customerOrderDate'))
  })
})

describe('a later payment of a series', () => {
  const terms = { type: 'RECURRING', amountVariability: 'FIXED', paymentFrequency: 'MONTHLY' }

  it('may repeat the id and the type: the stored agreement completes it, and the order shows it', async () => {
    for (const version of [50, 70, 100])
      for (const body of [payBody, authorizeBody, verifyBody]) {
        const id = `agreement-${randomUUID()}`
        const first = await shop.put(payBody({ agreement: { id, ...terms } }), { version })
        assert.equal(first.body.result, 'SUCCESS', first.text)
        const orderId = newOrderId()
        const sent = body({ agreement: { id, type: 'RECURRING' } })
        const later = await shop.put(sent, { orderId, version })
        assert.equal(later.body.result, 'SUCCESS', later.text)
        assert.deepEqual(later.body.agreement, { id, ...terms })
        assert.deepEqual((await shop.order(orderId, version)).body.agreement, { id, ...terms })
        assert.equal((await shop.put(sent, { orderId, version })).status, 200, 'a repeat is the same request')
      }
  })

  it('may do so with a session', async () => {
    const id = `agreement-${randomUUID()}`
    await shop.put(payBody({ agreement: { id, ...terms } }))
    const { sourceOfFunds, order: money } = payBody() as { sourceOfFunds: object; order: object }
    const session = await sessions.open()
    await sessions.update(session, { sourceOfFunds, order: money, agreement: { id, type: 'RECURRING' } })
    const response = await shop.put({ apiOperation: 'PAY', session: { id: session } })
    assert.deepEqual(response.body.agreement, { id, ...terms }, response.text)
  })

  it('of an agreement that does not exist is refused as before', async () => {
    const agreement = { id: `agreement-${randomUUID()}`, type: 'RECURRING' }
    assert.deepEqual(
      refusal(await shop.put(payBody({ agreement }))),
      refusalOf('agreement.amountVariability', 'MISSING'),
    )
  })
})

describe('requests of the first versions', () => {
  const { sourceOfFunds } = payBody() as { sourceOfFunds: object }
  const shipping = { firstName: 'Ada', lastName: 'Lovelace', phone: '555 0100' }
  const transaction = { amount: '10.00', currency: 'USD' }

  it('may name amount and currency in the transaction, and the recipient in the shipping', async () => {
    for (const version of [15, 16, 17])
      for (const apiOperation of ['PAY', 'AUTHORIZE']) {
        const item = [{ name: 'Tea', quantity: 1, unitPrice: '9.00', unitTaxAmount: '1.00' }]
        const sent = { apiOperation, item, shipping, sourceOfFunds, transaction }
        const response = await shop.put(sent, { version })
        assert.deepEqual(outcome(response).slice(0, 3), approved, response.text)
        assert.deepEqual([response.body.order.amount, response.body.order.currency], [10, 'USD'])
        assert.deepEqual(response.body.shipping.contact, shipping)
        assert.equal(response.body.transaction.item[0].unitTaxAmount, 1)
      }
  })

  it('may name the session in the source of funds', async () => {
    for (const version of [15, 17]) {
      const opened = await sessions.create(undefined, version)
      const id = opened.body.session.id
      const filled = await sessions.update(id, { sourceOfFunds }, { version })
      assert.equal(filled.body.session.updateStatus, 'SUCCESS', filled.text)
      const response = await shop.put({ apiOperation: 'PAY', sourceOfFunds: { session: id }, transaction }, { version })
      assert.deepEqual(outcome(response).slice(0, 3), approved, response.text)
    }
  })

  it('have their faults reported under the names they use, and two amounts are not chosen between', async () => {
    const wrong = { apiOperation: 'PAY', sourceOfFunds, transaction: { amount: 'ten', currency: 'USD' } }
    assert.deepEqual(refusal(await shop.put(wrong, { version: 15 })), refusalOf('transaction.amount'))
    const two = { apiOperation: 'PAY', sourceOfFunds, transaction, order: { amount: '9.00', currency: 'USD' } }
    assert.deepEqual(refusal(await shop.put(two, { version: 15 })), refusalOf('transaction.amount', 'UNSUPPORTED'))
  })

  it('are refused from version 18 on', async () => {
    const sent = { apiOperation: 'PAY', sourceOfFunds, transaction }
    assert.deepEqual(refusal(await shop.put(sent, { version: 18 })), refusalOf('order.amount', 'MISSING'))
  })
})

describe('transaction.frequency at version 100', () => {
  it('is accepted and returned', async () => {
    for (const body of [payBody, authorizeBody, verifyBody]) {
      const response = await shop.put(body({ transaction: { frequency: 'RECURRING' } }))
      assert.deepEqual(
        [response.body.result, response.body.transaction?.frequency],
        ['SUCCESS', 'RECURRING'],
        response.text,
      )
    }
  })
})
