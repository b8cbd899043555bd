// Whole flows as public libraries send them, step by step: what each language makes of numbers, texts and groups.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { newOrderId } from '../../support/clients/client.ts'
import { openSessions, type Sessions } from '../../support/clients/sessions.ts'
import { openShop, outcome, type Shop } from '../../support/clients/shop.ts'
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

const money = { amount: '15', currency: 'KWD' }
const card = { number: '5123450000000008', expiry: { month: '01', year: '39' }, securityCode: '100' }
const browserDetailsAsText = {
  '3DSecureChallengeWindowSize': '390_X_400',
  acceptHeaders: 'text/html',
  colorDepth: '24',
  javaEnabled: 'true',
  javaScriptEnabled: 'true',
  language: 'en',
  screenHeight: '400',
  screenWidth: '600',
  timeZone: '180',
}

describe('a library in Elixir at version 74', () => {
  it('fills a session, authenticates with texts alone, and reads the page below redirect', async () => {
    const version = 74
    const opened = await sessions.create({ session: { authenticationLimit: 25 } }, version)
    const session = { id: opened.body.session.id }
    const filled = { order: money, sourceOfFunds: { type: 'CARD', provided: { card } } }
    assert.equal((await sessions.update(session.id, filled, { version })).body.session.updateStatus, 'SUCCESS')
    const orderId = newOrderId()
    const place = { orderId, transactionId: 'auth-1', version }
    const initiated = await shop.put(
      {
        apiOperation: 'INITIATE_AUTHENTICATION',
        session,
        order: { currency: money.currency },
        authentication: { acceptVersions: '3DS1,3DS2', purpose: 'PAYMENT_TRANSACTION', channel: 'PAYER_BROWSER' },
      },
      place,
    )
    assert.equal(initiated.body.result, 'SUCCESS', initiated.text)
    const authenticated = await shop.put(
      {
        apiOperation: 'AUTHENTICATE_PAYER',
        session,
        order: money,
        device: { browser: 'Mozilla/5.0 (Macintosh)', browserDetails: browserDetailsAsText },
        authentication: { redirectResponseUrl: 'https://shop.example/response/' },
      },
      place,
    )
    assert.equal(typeof authenticated.body.authentication?.redirect?.html, 'string', authenticated.text)
    assert.equal(authenticated.body.device.browserDetails.javaScriptEnabled, true)
  })
})

describe('a library in C#', () => {
  it('opens a checkout with members that are null, a decimal number and a statement name', async () => {
    const order = { amount: 10.5, currency: 'USD', description: 'Goods', id: newOrderId(), notificationUrl: null }
    const body = {
      apiOperation: 'INITIATE_CHECKOUT',
      customer: { email: 'ada@shop.example' },
      interaction: {
        cancelUrl: 'https://shop.example/cancel',
        merchant: { name: 'Shop', logo: null, url: 'https://shop.example' },
        operation: 'PURCHASE',
        returnUrl: 'https://shop.example/return',
      },
      order: { ...order, statementDescriptor: { name: 'SHOP' } },
    }
    const opened = await sessions.create(body)
    assert.equal(opened.body.result, 'SUCCESS', opened.text)
    assert.equal(typeof opened.body.successIndicator, 'string')
  })
})

describe('a library in PHP', () => {
  it('pays with the month as a number and an id that repeats the order', async () => {
    const orderId = newOrderId()
    const source = { type: 'CARD', provided: { card: { ...card, expiry: { month: 1, year: '39' } } } }
    const order = { amount: '12.00', currency: 'AUD', reference: 'Order of a shop' }
    const place = { orderId, transactionId: `${orderId}-1`.slice(-40), version: 57 }
    const paid = await shop.put({ apiOperation: 'PAY', order, sourceOfFunds: source }, place)
    assert.deepEqual(outcome(paid).slice(0, 3), [201, 'SUCCESS', 'APPROVED'], paid.text)
  })
})

describe('an application in TypeScript at version 100', () => {
  it('names the type of the source beside the session, and the newer version of authentication first', async () => {
    const id = await sessions.open({})
    await sessions.update(id, { sourceOfFunds: { type: 'CARD', provided: { card } } })
    const initiate = {
      apiOperation: 'INITIATE_AUTHENTICATION',
      order: { currency: 'USD' },
      session: { id },
      sourceOfFunds: { type: 'CARD' },
      authentication: { acceptVersions: '3DS2,3DS1', channel: 'PAYER_BROWSER', purpose: 'PAYMENT_TRANSACTION' },
    }
    const initiated = await shop.put(initiate)
    assert.equal(initiated.body.result, 'SUCCESS', initiated.text)
    const stored = await sessions.send('/token', {
      method: 'POST',
      body: { session: { id }, sourceOfFunds: { type: 'CARD' } },
    })
    assert.equal(stored.body.result, 'SUCCESS', stored.text)
    const paid = await shop.put({
      apiOperation: 'PAY',
      order: { amount: '10', currency: 'USD' },
      sourceOfFunds: { type: 'CARD', token: stored.body.token },
    })
    assert.deepEqual(outcome(paid).slice(0, 3), [201, 'SUCCESS', 'APPROVED'], paid.text)
  })
})

describe('a mobile library in Java from version 39 on', () => {
  it('updates the session in the name of the device, with its own name as the browser', async () => {
    for (const version of [39, 49, 50, 61]) {
      const { body } = await sessions.create(undefined, version)
      const { id } = body.session
      const sent = { device: { browser: 'Gateway-Android-SDK/1.1.4' }, sourceOfFunds: { provided: { card } } }
      // Below version 50 the device has no password and names the operation.
      const updated =
        version < 50
          ? await sessions.update(id, { apiOperation: 'UPDATE_PAYER_DATA', ...sent }, { version, login: null })
          : await sessions.updateFromDevice(id, sent, { version })
      assert.equal(updated.body.session?.updateStatus, 'SUCCESS', updated.text)
      const paid = await shop.put({ apiOperation: 'PAY', order: money, session: { id } }, { version })
      assert.deepEqual(outcome(paid).slice(0, 3), [201, 'SUCCESS', 'APPROVED'], paid.text)
    }
  })
})
