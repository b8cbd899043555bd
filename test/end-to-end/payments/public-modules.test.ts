// What further public clients send, step by step: shop modules, libraries and mobile kits in Ruby, Python, Go, Rust, Java, PHP,
// Swift, Kotlin, TypeScript, Dart and C#. Each test sends what the client sends, and reads what it reads.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { merchantId, newOrderId, send } from '../../support/clients/client.ts'
import { login, postForm } from '../../support/clients/name-values.ts'
import { openSessions, type Sessions } from '../../support/clients/sessions.ts'
import { openShop, outcome, refusal, refusalOf, type Shop } from '../../support/clients/shop.ts'
import { testPassword } from '../../support/gateway/database.ts'
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
const card = { number: '5123450000000008', expiry: { month: '01', year: '39' }, securityCode: '100' }
const source = { type: 'CARD', provided: { card } }
const money = { amount: '10.00', currency: 'USD' }

/** A session with a card in it. */
async function filledSession(version: number, body?: object): Promise<string> {
  const { id } = (await sessions.create(body, version)).body.session
  const filled = await sessions.update(id, { sourceOfFunds: source }, { version })
  assert.equal(filled.body.session.updateStatus, 'SUCCESS', filled.text)
  return id
}

async function tokenOf(version: number): Promise<string> {
  const stored = await sessions.send('/token', { method: 'POST', body: { sourceOfFunds: source } }, version)
  assert.equal(stored.body.result, 'SUCCESS', stored.text)
  return stored.body.token
}

describe('a payment library in Ruby, versions 39 and 52', () => {
  const empty = {
    order: {},
    sourceOfFunds: { provided: { card: {} } },
    customer: {},
    billing: {},
    device: {},
    shipping: {},
    transaction: {},
  }
  const customer = { email: 'ada@shop.example', phone: '(555)555-5555' }
  const address = { street: '456 My Street', street2: '', city: 'Ottawa', stateProvince: 'ON', postcodeZip: 'K1C2N6' }
  const options = {
    customer,
    device: { ipAddress: '127.0.0.1' },
    billing: { address: { ...address, country: 'CAN' } },
    shipping: { address: { ...address, shipcountry: 'CAN' }, firstName: 'Ada', lastName: 'Byron' },
  }

  it('authorizes, captures and refunds with empty groups, and repeats payer and recipient each time', async () => {
    for (const version of [39, 52]) {
      const orderId = newOrderId()
      const put = (transactionId: string, body: object) =>
        shop.put({ ...empty, ...body }, { orderId, transactionId, version })
      const named = { ...options, customer: { firstName: 'Ada', lastName: 'Byron', ...customer } }
      const paying = { ...named, order: money, sourceOfFunds: source, apiOperation: 'AUTHORIZE' }
      const authorized = await put('1', paying)
      assert.deepEqual(outcome(authorized).slice(0, 3), approved, authorized.text)
      const { address: shippingAddress, contact } = authorized.body.shipping
      assert.deepEqual(
        [shippingAddress.country, contact.firstName, contact.lastName, authorized.body.billing.address.street2],
        ['CAN', 'Ada', 'Byron', undefined],
      )
      const captured = await put('2', {
        ...options,
        transaction: { ...money, reference: '1' },
        apiOperation: 'CAPTURE',
      })
      assert.deepEqual(outcome(captured).slice(0, 3), approved, captured.text)
      const refunded = await put('3', { ...options, transaction: { ...money, reference: '2' }, apiOperation: 'REFUND' })
      assert.deepEqual(outcome(refunded).slice(0, 3), approved, refunded.text)
      const voided = await put('4', { transaction: { targetTransactionId: '3' }, apiOperation: 'VOID' })
      assert.deepEqual(outcome(voided).slice(0, 3), approved, voided.text)
    }
  })

  it('learns from a transaction that does not exist whether the password is right', async () => {
    assert.notEqual((await shop.transaction(newOrderId(), 'nonexistent', 52)).status, 401)
    const path = `/order/${newOrderId()}/transaction/nonexistent`
    const wrong = await sessions.send(path, { login: `merchant.${merchantId}:wrong` }, 52)
    assert.deepEqual([wrong.status, wrong.body.error.explanation], [401, 'Invalid credentials.'])
  })
})

describe('a payment library in Python, version 53', () => {
  const version = 53

  it('pays by session and token with numbers for amounts, and sends bodies with every method', async () => {
    const id = await filledSession(version, {})
    const shown = await sessions.send(`/session/${id}`, { method: 'GET', body: {} }, version)
    assert.equal(shown.body.session.updateStatus, 'SUCCESS', shown.text)
    const stored = await sessions.send('/token', { method: 'POST', body: { session: { id } } }, version)
    const { token } = stored.body
    const order = { currency: 'SGD', amount: 10, reference: newOrderId() }
    const orderId = newOrderId()
    const transaction = { reference: newOrderId() }
    const paid = await shop.put({ apiOperation: 'PAY', order, session: { id }, transaction }, { orderId, version })
    assert.deepEqual(outcome(paid).slice(0, 3), approved, paid.text)
    const again = await shop.put({ apiOperation: 'PAY', order, transaction, sourceOfFunds: { token } }, { version })
    assert.deepEqual(outcome(again).slice(0, 3), approved, again.text)
    const refund = { apiOperation: 'REFUND', transaction: { currency: 'SGD', amount: 5, reference: '2' } }
    assert.deepEqual(outcome(await shop.put(refund, { orderId, transactionId: '2', version })).slice(0, 3), approved)
    const deleted = await sessions.send(`/token/${token}`, { method: 'DELETE', body: {} }, version)
    assert.equal(deleted.body.result, 'SUCCESS', deleted.text)
  })

  it('voids with the amount of the order beside the transaction', async () => {
    const orderId = newOrderId()
    const order = { amount: 10, currency: 'SGD' }
    await shop.put({ apiOperation: 'AUTHORIZE', order, sourceOfFunds: source }, { orderId, version })
    const target = { targetTransactionId: '1', reference: '2' }
    const body = { apiOperation: 'VOID', transaction: target, order: { amount: 10 } }
    const voided = await shop.put(body, { orderId, transactionId: '2', version })
    assert.deepEqual(outcome(voided).slice(0, 3), approved, voided.text)
  })

  it('checks the enrollment of a card by session or token, for a page of its own', async () => {
    const redirect = { responseUrl: 'https://shop.example/back', pageGenerationMode: 'CUSTOMIZED' }
    const body = {
      apiOperation: 'CHECK_3DS_ENROLLMENT',
      '3DSecure': { authenticationRedirect: redirect },
      order: { amount: 10, currency: 'SGD' },
    }
    const holders = [
      { session: { id: await filledSession(version) } },
      { sourceOfFunds: { token: await tokenOf(version) } },
    ]
    for (const holder of holders) {
      const sent = { method: 'PUT', body: { ...body, ...holder } }
      const checked = await sessions.send(`/3DSecureId/${newOrderId()}`, sent, version)
      assert.equal(typeof checked.body['3DSecure'].authenticationRedirect.customized.acsUrl, 'string', checked.text)
    }
  })
})

describe('two services in Go, version 100', () => {
  it('send groups that are empty beside a token, and update an authorization', async () => {
    const orderId = newOrderId()
    const sourceOfFunds = { type: 'CARD', token: await tokenOf(100), provided: { card: { expiry: {} } } }
    const authorized = await shop.put({ apiOperation: 'AUTHORIZE', order: money, sourceOfFunds }, { orderId })
    assert.deepEqual(outcome(authorized).slice(0, 3), approved, authorized.text)
    const update = { apiOperation: 'UPDATE_AUTHORIZATION', transaction: { amount: '12.00', currency: 'USD' } }
    const updated = await shop.put(update, { orderId, transactionId: '2' })
    assert.deepEqual(outcome(updated).slice(0, 3), approved, updated.text)
    assert.equal(typeof updated.body.transaction.amount, 'number')
  })

  it('put the order into the session, authenticate by the channel alone, and draw the challenge themselves', async () => {
    const id = await filledSession(100, { session: { authenticationLimit: 5 } })
    await sessions.update(id, { order: { ...money, id: newOrderId() } })
    const place = { orderId: newOrderId(), transactionId: 'auth-1' }
    const initiate = { apiOperation: 'INITIATE_AUTHENTICATION', authentication: { channel: 'PAYER_BROWSER' } }
    const named = { order: { currency: 'USD' }, session: { id } }
    const initiated = await shop.put({ ...initiate, ...named }, place)
    const method = initiated.body.authentication.redirect.customizedHtml['3ds2']
    assert.deepEqual(Object.keys(method).toSorted(), ['methodPostData', 'methodUrl'], initiated.text)
    const browserDetails = {
      '3DSecureChallengeWindowSize': 'FULL_SCREEN',
      acceptHeaders: 'text/html',
      colorDepth: 24,
      javaEnabled: false,
      language: 'en-US',
      screenHeight: 900,
      screenWidth: 1440,
      timeZone: 0,
    }
    const authenticated = await shop.put(
      {
        apiOperation: 'AUTHENTICATE_PAYER',
        authentication: { redirectResponseUrl: 'https://shop.example/back' },
        device: { browser: 'Mozilla/5.0', browserDetails, ipAddress: '127.0.0.1' },
        order: money,
        session: { id },
      },
      place,
    )
    const { acsUrl, cReq } = authenticated.body.authentication.redirect.customizedHtml['3ds2']
    assert.deepEqual([typeof acsUrl, typeof cReq], ['string', 'string'])
  })
})

describe('a service in Rust', () => {
  it('authenticates with the number alone, then with the whole card and no type', async () => {
    const place = { orderId: newOrderId(), transactionId: 'auth-1' }
    const { number } = card
    const initiated = await shop.put(
      {
        apiOperation: 'INITIATE_AUTHENTICATION',
        authentication: { channel: 'PAYER_BROWSER' },
        order: { currency: 'USD', reference: place.orderId },
        sourceOfFunds: { type: 'CARD', provided: { card: { number } } },
      },
      place,
    )
    assert.equal(initiated.body.response.gatewayRecommendation, 'PROCEED', initiated.text)
    const browserDetails = {
      '3DSecureChallengeWindowSize': 'FULL_SCREEN',
      acceptHeaders: 'application/json,text/html,*/*',
      colorDepth: 24,
      javaEnabled: false,
      language: 'en-US',
      screenHeight: 900,
      screenWidth: 1440,
      timeZone: 0,
    }
    const authenticated = await shop.put(
      {
        apiOperation: 'AUTHENTICATE_PAYER',
        authentication: { redirectResponseUrl: 'https://shop.example/back' },
        order: money,
        sourceOfFunds: { provided: { card: { ...card, nameOnCard: 'Ada Byron' } } },
        device: { browser: 'Mozilla/5.0 (X11; Linux x86_64)', browserDetails, ipAddress: '127.0.0.1' },
      },
      place,
    )
    assert.equal(authenticated.body.result, 'PENDING', authenticated.text)
    const order = (await shop.order(place.orderId)).body
    const [transaction] = order.transaction
    assert.deepEqual(
      [typeof order.amount, transaction.transaction.type, transaction.transaction.authenticationStatus],
      ['number', 'AUTHENTICATION', 'AUTHENTICATION_PENDING'],
    )
  })
})

describe('a library in Java, version 45', () => {
  const version = 45

  it('pays with the date of the order, and sends what it does not have as null or as an empty group', async () => {
    const order = { ...money, amount: 10.5, reference: 'r-1', customerOrderDate: '2026-01-02', walletProvider: null }
    const body = {
      apiOperation: 'PAY',
      order,
      sourceOfFunds: source,
      customer: { email: null },
      userId: null,
      transaction: {},
    }
    const paid = await shop.put(body, { version })
    assert.deepEqual(outcome(paid).slice(0, 3), approved, paid.text)
  })

  it('opens a checkout without an amount', async () => {
    const order = { id: newOrderId(), currency: 'USD', reference: 'r-1', amount: null }
    const body = { apiOperation: 'CREATE_CHECKOUT_SESSION', order, sourceOfFunds: {}, customer: {}, transaction: {} }
    const opened = await sessions.create(body, version)
    assert.equal(opened.body.result, 'SUCCESS', opened.text)
  })
})

describe('a shop module in PHP by names and values, version 17', () => {
  const send = (pairs: readonly (readonly [string, string])[]) => {
    const own = [['merchant', merchantId], ...login(testPassword)].map(([name = '', value = '']) => [name, value])
    const form = new URLSearchParams(
      [...pairs, ...own].map(([name = '', value = '']): [string, string] => [name, value]),
    )
    return postForm(gateway.listeners.httpUrl as string, form.toString(), 17)
  }

  it('pays from a session with sub-totals, addresses and numbered line items, then refunds', async () => {
    const { id } = (await sessions.create(undefined, 17)).body.session
    await sessions.update(id, { sourceOfFunds: source }, { version: 17 })
    const orderId = newOrderId()
    const paid = await send([
      ['order.id', orderId],
      ['sourceOfFunds.session', id],
      ['transaction.id', '1447000000'],
      ['transaction.currency', 'USD'],
      ['transaction.amount', '13.50'],
      ['order.itemAmount', '10.00'],
      ['order.taxAmount', '1.50'],
      ['order.shippingAndHandlingAmount', '2.00'],
      ['sourceOfFunds.type', 'CARD'],
      ['billing.address.street', '1 Main St'],
      ['billing.address.country', 'USA'],
      ['billing.phone', '5555555'],
      ['customer.email', 'ada@shop.example'],
      ['shipping.address.street', '1 Main St'],
      ['shipping.phone', '5555555'],
      ['shipping.firstName', 'Ada'],
      ['shipping.lastName', 'Byron'],
      ['order.item[0].name', 'Shirt'],
      ['order.item[0].description', 'Blue'],
      ['order.item[0].quantity', '2'],
      ['order.item[0].sku', 'S-1'],
      ['order.item[0].unitPrice', '5.00'],
      ['order.item[0].unitTaxAmount', '0.75'],
      ['apiOperation', 'PAY'],
    ])
    const read = ['result', 'response.gatewayCode', 'response.acquirerCode', 'response.acquirerMessage']
    assert.deepEqual(
      read.map((name) => paid.names[name]),
      ['SUCCESS', 'APPROVED', '00', 'Approved'],
      paid.text,
    )
    for (const name of ['transaction.receipt', 'transaction.terminal', 'transaction.acquirer.id'])
      assert.ok(paid.names[name], name)
    const refunded = await send([
      ['order.id', orderId],
      ['transaction.id', '1447000001-REFUND'],
      ['transaction.currency', 'USD'],
      ['transaction.amount', '3.00'],
      ['apiOperation', 'REFUND'],
    ])
    assert.equal(refunded.names['result'], 'SUCCESS', refunded.text)
  })
})

describe('a module in PHP by names and values, version 36', () => {
  it('opens a checkout with an ampersand at the end, and reads the session under its dotted name', async () => {
    const pairs = [
      ['apiOperation', 'CREATE_CHECKOUT_SESSION'],
      ['apiPassword', testPassword],
      ['apiUsername', `merchant.${merchantId}`],
      ['merchant', merchantId],
      ['order.id', newOrderId()],
      ['order.amount', '10.00'],
      ['order.currency', 'AUD'],
    ]
    const bytes = pairs.map(([name, value = '']) => `${name}=${encodeURIComponent(value)}&`).join('')
    const { names, text } = await postForm(gateway.listeners.httpUrl as string, bytes, 36)
    assert.deepEqual(
      [names['result'], typeof names['session.id'], typeof names['successIndicator']],
      ['SUCCESS', 'string', 'string'],
    )
    // Pages in PHP, version 52, read the session by its place.
    assert.equal(text.split('&')[2], `session.id=${names['session.id']}`)
  })
})

describe('a shop module in PHP, versions 45 and 52', () => {
  const partnerSolutionId = 'Shop_CE_1.9.3.0__1.2.0.0'
  const address = {
    city: 'Graz',
    company: null,
    country: 'AUT',
    postcodeZip: '8010',
    stateProvince: null,
    street: 'Ring 1',
  }
  const user = { email: 'ada@shop.example', firstName: 'Ada', lastName: 'Byron', phone: '5555555' }
  const payer = { billing: { address }, customer: user, shipping: { address, contact: user } }
  const item = [{ name: 'Shirt', description: null, sku: 'S-1', unitPrice: '8.00', quantity: 1 }]
  const order = { ...money, shippingAndHandlingAmount: '2.00', description: 'Order', reference: '100000001', item }

  it('names its solution in every request, also where it creates sessions and tokens', async () => {
    for (const version of [45, 52]) {
      const id = await filledSession(version, { correlationId: null, partnerSolutionId })
      const stored = await sessions.send(
        '/token/',
        { method: 'POST', body: { session: { id }, sourceOfFunds: { type: 'CARD' }, partnerSolutionId } },
        version,
      )
      assert.equal(stored.body.result, 'SUCCESS', stored.text)
      const redirect = { responseUrl: 'https://shop.example/back', pageGenerationMode: 'SIMPLE' }
      const check = {
        apiOperation: 'CHECK_3DS_ENROLLMENT',
        '3DSecure': { authenticationRedirect: redirect },
        order: money,
        session: { id },
        partnerSolutionId,
      }
      const path = `/3DSecureId/3DS-${newOrderId()}`
      const checked = await sessions.send(path, { method: 'PUT', body: check }, version)
      assert.equal(checked.body['3DSecure'].veResEnrolled, 'Y', checked.text)
      const body = { ...payer, order, session: { id }, transaction: { source: 'INTERNET' }, partnerSolutionId }
      const sourceOfFunds = { type: 'CARD', token: stored.body.token }
      const paid = await shop.put({ apiOperation: 'PAY', ...body, sourceOfFunds }, { version })
      assert.deepEqual(outcome(paid).slice(0, 3), approved, paid.text)
      assert.equal(paid.body.partnerSolutionId, partnerSolutionId)
    }
  })

  it('hides the terms of payment at version 45, which has none', async () => {
    const hidden = ['billingAddress', 'customerEmail', 'orderSummary', 'paymentTerms', 'shipping']
    const displayControl = Object.fromEntries(hidden.map((name) => [name, 'HIDE']))
    const body = {
      apiOperation: 'CREATE_CHECKOUT_SESSION',
      transaction: { source: 'INTERNET' },
      interaction: { displayControl },
      ...payer,
      order: { ...order, id: newOrderId() },
      partnerSolutionId,
    }
    const opened = await sessions.create(body, 45)
    assert.equal(opened.body.session?.updateStatus, 'SUCCESS', opened.text)
  })
})

describe('modules in PHP that write groups without members as empty lists', () => {
  const empty = { billing: [], customer: [], shipping: { address: [], contact: [] } }
  const order = { ...money, reference: 'R-1' }

  it('pay with them in every version, and repeat the payment without them', async () => {
    for (const version of [15, 34, 45, 50, 58, 73, 100]) {
      const place = { orderId: newOrderId(), version }
      const id = await filledSession(version)
      const body = { apiOperation: 'PAY', order, session: { id } }
      const sent = { ...body, ...empty, '3DSecureId': null, transaction: [], sourceOfFunds: { type: 'CARD' } }
      const paid = await shop.put(sent, place)
      assert.deepEqual(outcome(paid).slice(0, 3), approved, `${version}: ${paid.text}`)
      assert.deepEqual([paid.body.billing, paid.body.shipping], [undefined, undefined])
      assert.equal((await shop.put({ ...body, sourceOfFunds: { type: 'CARD' } }, place)).status, 200)
      const direct = await shop.put({ ...empty, apiOperation: 'AUTHORIZE', order, session: [], sourceOfFunds: source })
      assert.deepEqual(outcome(direct).slice(0, 3), approved, direct.text)
    }
  })

  it('open sessions and checkouts, and fill sessions, which keep what they have', async () => {
    for (const version of [45, 58, 73, 100]) {
      const { id } = (await sessions.send('/session', { method: 'POST', body: [] }, version)).body.session
      await sessions.update(id, { order, customer: { firstName: 'Ada' } }, { version })
      const filled = await sessions.update(id, { ...empty, sourceOfFunds: source }, { version })
      assert.equal(filled.body.session.updateStatus, 'SUCCESS', filled.text)
      assert.equal((await sessions.retrieve(id, version)).body.customer.firstName, 'Ada')
      const opened = await sessions.create(
        {
          ...empty,
          apiOperation: version < 63 ? 'CREATE_CHECKOUT_SESSION' : 'INITIATE_CHECKOUT',
          order: { ...order, id: newOrderId() },
          interaction: { operation: 'PURCHASE', merchant: { name: 'Shop', address: [] } },
        },
        version,
      )
      assert.equal(opened.body.result, 'SUCCESS', opened.text)
    }
  })

  it('are told what is missing in them, and lists stay no groups', async () => {
    const paying = { apiOperation: 'PAY', sourceOfFunds: source }
    assert.deepEqual(refusal(await shop.put({ ...paying, order: [] })), refusalOf('order.currency', 'MISSING'))
    assert.deepEqual(refusal(await shop.put({ ...paying, order, billing: [{}] })), refusalOf('billing'))
    assert.deepEqual(refusal(await shop.put([])), refusalOf('apiOperation', 'MISSING'))
  })
})

describe('a shop module in PHP with payment links, versions 73 and 100', () => {
  it('stores the terms of the link that it made, and ends it by DELETE', async () => {
    for (const version of [63, 73, 100]) {
      const made = await sessions.create(
        {
          apiOperation: 'INITIATE_CHECKOUT',
          partnerSolutionId: 'Shop_10.1_Module_1.5',
          checkoutMode: 'PAYMENT_LINK',
          billing: { address: { street: 'Ring 1', street2: null } },
          interaction: { operation: 'PURCHASE', merchant: { name: 'Shop' } },
          order: { ...money, id: newOrderId(), description: 'Order 1' },
          paymentLink: { expiryDateTime: '2036-01-31T18:00:00.000Z', numberOfAllowedAttempts: '5' },
        },
        version,
      )
      const { id, expiryDateTime, numberOfAllowedAttempts } = made.body.paymentLink
      assert.deepEqual([expiryDateTime, numberOfAllowedAttempts], ['2036-01-31T18:00:00.000Z', 5], made.text)
      for (const repeated of [false, true]) {
        const { status, body, text } = await sessions.send(`/link/${id}`, { method: 'DELETE' }, version)
        assert.deepEqual(
          [status, body.result, body.paymentLink?.status],
          [200, 'SUCCESS', 'DISABLED'],
          `${repeated} ${text}`,
        )
      }
      const shown = await sessions.send(`/paymentLink/${id}`, {}, version)
      assert.equal(shown.body.paymentLink.status, 'DISABLED', shown.text)
    }
    const unknown = await sessions.send(`/link/${'A'.repeat(26)}`, { method: 'DELETE' })
    assert.deepEqual(refusal(unknown), refusalOf('paymentLink.id'))
    assert.equal((await sessions.send('/link/x', { method: 'PUT', body: {} })).status, 405)
  })

  it('adds its charge for the payment method to an amount that it does not break down', async () => {
    const merchantCharge = { amount: '0.50', type: 'SURCHARGE' }
    for (const version of [73, 100])
      for (const apiOperation of ['PAY', 'AUTHORIZE']) {
        const order = { ...money, amount: '10.50', reference: 'R-1', merchantCharge }
        const paid = await shop.put({ apiOperation, order, sourceOfFunds: source }, { version })
        assert.deepEqual(outcome(paid).slice(0, 3), approved, paid.text)
        assert.deepEqual(
          [paid.body.order.amount, paid.body.order.merchantCharge],
          [10.5, { ...merchantCharge, amount: 0.5 }],
        )
        const brokenDown = { ...order, itemAmount: '10.50' }
        const wrong = await shop.put({ apiOperation, order: brokenDown, sourceOfFunds: source }, { version })
        assert.deepEqual(refusal(wrong), refusalOf('order.amount'))
      }
  })
})

describe('the samples in C#, and shops made from them', () => {
  const type = (charset: string) => ({ 'content-type': `application/json; charset=${charset}` })
  const named = { apiOperation: 'PAY', order: money, sourceOfFunds: source, customer: { lastName: 'Müller' } }
  const put = (bytes: Buffer, headers: Record<string, string>, version: number) =>
    sessions.send(`/order/${newOrderId()}/transaction/1`, { method: 'PUT', bytes, headers }, version)

  it('send ISO-8859-1 and say so in the content type; the response is UTF-8', async () => {
    for (const version of [45, 61, 100])
      for (const charset of ['iso-8859-1', 'ISO-8859-1', '"latin1"']) {
        const paid = await put(Buffer.from(JSON.stringify(named), 'latin1'), type(charset), version)
        assert.deepEqual([paid.status, paid.body.customer?.lastName], [201, 'Müller'], paid.text)
      }
  })

  it('are read as UTF-8 where they send that under the same name, and refused where no name fits the bytes', async () => {
    const paid = await put(Buffer.from(JSON.stringify(named)), type('iso-8859-1'), 61)
    assert.deepEqual([paid.status, paid.body.customer?.lastName], [201, 'Müller'], paid.text)
    for (const headers of [type('utf-8'), type('windows-1251'), { 'content-type': 'application/json' }]) {
      const { status, body } = await put(Buffer.from(JSON.stringify(named), 'latin1'), headers, 61)
      assert.deepEqual([status, body.error.explanation], [400, 'The request is not valid UTF-8.'])
    }
  })
})

describe('a program in Java by names and values, versions 15 to 17', () => {
  it('verifies a token with the currency of the transaction, and begins with an ampersand', async () => {
    for (const version of [15, 16, 17]) {
      const pairs = [
        ['merchant', merchantId],
        ['apiOperation', 'VERIFY'],
        ['order.id', newOrderId()],
        ['transaction.id', 'Y1234567890'],
        ['transaction.currency', 'USD'],
        ['sourceOfFunds.token', await tokenOf(version)],
        ...login(testPassword),
      ]
      const bytes = pairs.map(([name = '', value = '']) => `&${name}=${encodeURIComponent(value)}`).join('')
      const { names, text } = await postForm(gateway.listeners.httpUrl as string, bytes, version)
      assert.deepEqual(
        [names['result'], names['response.gatewayCode'], names['order.currency']],
        ['SUCCESS', 'APPROVED', 'USD'],
        text,
      )
    }
  })
})

describe('plug-ins in PHP for a shop system', () => {
  it('send the ids of order and user as numbers at version 49', async () => {
    const order = { id: Number(newOrderId().replace(/\D/g, '')) + 70_000_000, amount: '10.00', currency: 'USD' }
    const interaction = { returnUrl: 'https://shop.example/?order_id=1&wc-api=shop' }
    const body = { apiOperation: 'CREATE_CHECKOUT_SESSION', userId: 0, order, interaction }
    const opened = await sessions.create(body, 49)
    assert.equal(opened.body.result, 'SUCCESS', opened.text)
    const stored = await sessions.retrieve(opened.body.session.id, 49)
    assert.deepEqual([stored.body.order.id, stored.body.userId], [String(order.id), '0'])
    const wrong = await sessions.create({ ...body, order: { ...order, id: 1.5 } }, 49)
    assert.deepEqual(refusal(wrong), refusalOf('order.id'))
  })

  it('open a subscription with lines of an address that are empty, and name the user by version', async () => {
    for (const version of [49, 61, 62, 63, 100]) {
      const isNewer = version >= 63
      const subscription = {
        id: `agr-${newOrderId()}`,
        type: 'RECURRING',
        amountVariability: 'FIXED',
        numberOfPayments: 12,
        paymentFrequency: 'MONTHLY',
        minimumDaysBetweenPayments: 30,
        expiryDate: '2036-01-01',
      }
      const opened = await sessions.create(
        {
          apiOperation: isNewer ? 'INITIATE_CHECKOUT' : 'CREATE_CHECKOUT_SESSION',
          order: {
            ...money,
            id: newOrderId(),
            description: 'Order 1',
            reference: '1',
            customerOrderDate: '2026-01-02',
          },
          interaction: {
            operation: 'PURCHASE',
            returnUrl: 'https://shop.example/?order_id=1',
            merchant: { name: 'Shop', address: { line1: '', line2: '' } },
          },
          transaction: { reference: 'ORDER-1', source: 'INTERNET' },
          ...(version >= 62 ? { initiator: { userId: '7' } } : { userId: '7' }),
          ...(isNewer && { agreement: subscription }),
        },
        version,
      )
      assert.equal(opened.body.result, 'SUCCESS', `${version}: ${opened.text}`)
    }
  })

  it('renew a subscription by the token, the agreement and the first order', async () => {
    const token = await tokenOf(100)
    const id = `agr-${newOrderId()}`
    const period = { paymentFrequency: 'MONTHLY', minimumDaysBetweenPayments: 30, expiryDate: '2036-01-01' }
    const agreement = { id, type: 'RECURRING', amountVariability: 'FIXED', startDate: '2026-01-01', ...period }
    const orderId = newOrderId()
    const stored = (storedOnFile: string) => ({ type: 'CARD', token, provided: { card: { storedOnFile } } })
    const first = await shop.put(
      {
        apiOperation: 'PAY',
        order: money,
        agreement,
        transaction: { source: 'INTERNET', reference: 't-1' },
        sourceOfFunds: stored('TO_BE_STORED'),
      },
      { orderId },
    )
    assert.deepEqual(outcome(first).slice(0, 3), approved, first.text)
    const renewed = await shop.put({
      apiOperation: 'PAY',
      order: money,
      agreement: { id },
      transaction: { source: 'MERCHANT' },
      referenceOrderId: orderId,
      sourceOfFunds: stored('STORED'),
    })
    assert.deepEqual(outcome(renewed).slice(0, 3), approved, renewed.text)
  })

  it('capture without adjusting the authorization, and cannot ask for more', async () => {
    const orderId = newOrderId()
    await shop.put({ apiOperation: 'AUTHORIZE', order: money, sourceOfFunds: source }, { orderId })
    const capture = (authorizationAdjustmentActions: string) =>
      shop.put(
        {
          apiOperation: 'CAPTURE',
          transaction: { ...money, authorizationAdjustmentActions },
          partnerSolutionId: 'Shop',
        },
        { orderId, transactionId: '2' },
      )
    const increment = await capture('INCREMENT')
    assert.deepEqual(refusal(increment), refusalOf('transaction.authorizationAdjustmentActions'))
    const captured = await capture('NO_ACTION')
    assert.deepEqual(outcome(captured).slice(0, 3), approved, captured.text)
  })

  it('ask for the options of a token, and prepare a session to add a card', async () => {
    const inquiry = {
      apiOperation: 'PAYMENT_OPTIONS_INQUIRY',
      order: money,
      sourceOfFunds: { token: await tokenOf(100) },
    }
    const options = await sessions.send('/paymentOptionsInquiry', { method: 'POST', body: inquiry })
    assert.equal(options.body.result, 'SUCCESS', options.text)
    const { id } = (await sessions.create({ session: { authenticationLimit: 25 } })).body.session
    const purpose = { channel: 'PAYER_BROWSER', purpose: 'ADD_CARD' }
    const body = { order: { currency: 'USD', amount: 0 }, authentication: purpose, apiOperation: 'UPDATE_SESSION' }
    const prepared = await sessions.update(id, body)
    assert.equal(prepared.body.session.updateStatus, 'SUCCESS', prepared.text)
  })

  it('open the page of a driver at version 69 with an invoice number and addresses for every end', async () => {
    const url = 'https://shop.example/end'
    const opened = await sessions.create(
      {
        apiOperation: 'INITIATE_CHECKOUT',
        interaction: {
          operation: 'PURCHASE',
          merchant: { address: { line1: 'Ring 1' }, name: 'Shop', email: 'shop@shop.example', url, logo: `${url}.png` },
          returnUrl: url,
          cancelUrl: url,
          timeoutUrl: url,
        },
        order: { ...money, id: newOrderId(), reference: 'R-1', invoiceNumber: 'R-1', notificationUrl: url },
        customer: { email: 'ada@shop.example', mobilePhone: '5555555', firstName: 'Ada', lastName: 'Byron' },
        billing: { address: { city: 'Graz', country: 'AUT', postcodeZip: '8010', street: 'Ring 1' } },
      },
      69,
    )
    assert.equal(opened.body.result, 'SUCCESS', opened.text)
  })
})

describe('a module in Python for an enterprise system, version 80', () => {
  it('makes a payment link that expires at a time with two digits of a second', async () => {
    const url = 'https://shop.example/my'
    const link = (expiryDateTime: string) =>
      sessions.create(
        {
          apiOperation: 'INITIATE_CHECKOUT',
          order: { id: newOrderId(), amount: 100.5, currency: 'AED', description: ' + Phone' },
          customer: { email: 'ada@shop.example', firstName: 'Ada', lastName: 'Byron', phone: '+971 544210311' },
          checkoutMode: 'PAYMENT_LINK',
          paymentLink: { expiryDateTime, numberOfAllowedAttempts: 5 },
          interaction: {
            operation: 'PURCHASE',
            redirectMerchantUrl: url,
            returnUrl: url,
            cancelUrl: url,
            merchant: { name: 'Shop', url: 'https://shop.example' },
          },
        },
        80,
      )
    const made = await link('2036-12-25T10:00:00.04Z')
    assert.equal(typeof made.body.paymentLink?.url, 'string', made.text)
    const at = (await gateway.dependencies.paymentLinks.find({ merchantId, paymentLinkId: made.body.paymentLink.id }))
      ?.expiresAt
    assert.equal(at?.toISOString(), '2036-12-25T10:00:00.040Z')
    assert.deepEqual(refusal(await link('2036-12-25 10:00:00')), refusalOf('paymentLink.expiryDateTime'))
  })
})

describe('a service in Kotlin', () => {
  it('opens a checkout with the operation alone', async () => {
    const order = { id: newOrderId(), amount: 12.5, currency: 'QAR', notificationUrl: 'https://shop.example/notice' }
    const opened = await sessions.create({
      apiOperation: 'INITIATE_CHECKOUT',
      interaction: { operation: 'PURCHASE' },
      order,
    })
    assert.equal(opened.body.result, 'SUCCESS', opened.text)
  })
})

describe('a mobile library in Swift', () => {
  const named = { browser: 'Gateway-iOS-SDK/1.1.5' }

  it('fills the session with the credentials of the device, without the name of their scheme', async () => {
    for (const version of [39, 49, 50, 61, 100]) {
      const { id } = (await sessions.create(undefined, version)).body.session
      const sent = { device: named, sourceOfFunds: { provided: { card: { nameOnCard: 'Ada Byron', ...card } } } }
      const credentials = Buffer.from(`merchant.${merchantId}:${id}`).toString('base64')
      const update = {
        method: 'PUT',
        login: null,
        body: version < 50 ? { apiOperation: 'UPDATE_PAYER_DATA', ...sent } : sent,
        ...(version >= 50 && { headers: { authorization: credentials } }),
      }
      const updated = await sessions.send(`/session/${id}`, update, version)
      assert.equal(updated.body.session?.updateStatus, 'SUCCESS', updated.text)
      const body = { apiOperation: 'PAY', sourceOfFunds: { type: 'CARD' }, transaction: { source: 'INTERNET' } }
      const paid = await shop.put({ ...body, order: money, session: { id } }, { version })
      assert.deepEqual(outcome(paid).slice(0, 3), approved, paid.text)
    }
  })

  it('is refused as before with the wrong credentials, or with none', async () => {
    const { id } = (await sessions.create()).body.session
    for (const text of [`merchant.${merchantId}:SESSION0`, `merchant.${merchantId}`, '', 'Basic', 'Bearer x y']) {
      const headers = { authorization: text.includes(' ') ? text : Buffer.from(text).toString('base64') }
      const refused = await sessions.send(`/session/${id}`, {
        method: 'PUT',
        login: null,
        body: { device: named },
        headers,
      })
      assert.equal(refused.status, 401, text)
    }
  })

  it('initiates the authentication with the amount and its own device', async () => {
    const id = await filledSession(61)
    const browserDetails = {
      '3DSecureChallengeWindowSize': 'FULL_SCREEN',
      acceptHeaders: 'application/json',
      colorDepth: 24,
      javaEnabled: false,
      language: 'en_US',
      screenHeight: 844,
      screenWidth: 390,
      timeZone: -60,
    }
    const initiated = await shop.put(
      {
        apiOperation: 'INITIATE_AUTHENTICATION',
        session: { id },
        device: { browser: 'IOS_WKWebView', browserDetails },
        authentication: { purpose: 'PAYMENT_TRANSACTION', channel: 'PAYER_BROWSER' },
        order: money,
      },
      { version: 61 },
    )
    assert.equal(initiated.body.result, 'SUCCESS', initiated.text)
  })

  it('sends the telephone number of a browser payment as a number', async () => {
    const started = await shop.put(
      {
        apiOperation: 'INITIATE_BROWSER_PAYMENT',
        customer: { phone: 1234567892 },
        browserPayment: {
          operation: 'PAY',
          returnUrl: 'https://shop.example/back',
          providerA: { paymentConfirmation: 'CONFIRM_AT_PROVIDER' },
        },
        order: money,
        sourceOfFunds: { type: 'PROVIDER_A' },
      },
      { version: 61 },
    )
    assert.equal(started.body.result, 'SUCCESS', started.text)
    assert.equal(started.body.customer?.phone ?? '1234567892', '1234567892')
  })
})

describe('a driver in PHP', () => {
  it('sends its credentials without the name of their scheme', async () => {
    const authorization = Buffer.from(`merchant.${merchantId}:${testPassword}`).toString('base64')
    const body = { apiOperation: 'PAY', order: { ...money, reference: 'Order' }, sourceOfFunds: source }
    const orderId = newOrderId()
    const path = `/order/${orderId}/transaction/${orderId}-1`
    const paid = await sessions.send(path, { method: 'PUT', login: null, body, headers: { authorization } }, 56)
    assert.deepEqual(outcome(paid).slice(0, 3), approved, paid.text)
  })
})

describe('a module in TypeScript for the shops of one bank, versions 63 to 70', () => {
  const displayControl = {
    billingAddress: 'HIDE',
    cardSecurityCode: 'MANDATORY',
    confirmAchAccountNumber: 'SHOW',
    customerEmail: 'HIDE',
    paymentTerms: 'SHOW_IF_SUPPORTED',
    shipping: 'HIDE',
  }
  const url = 'https://shop.example/end'
  const open = (version: number, extra: object = {}) =>
    sessions.create(
      {
        apiOperation: 'INITIATE_CHECKOUT',
        interaction: {
          operation: 'PURCHASE',
          action: { '3DSecure': 'MANDATORY' },
          cancelUrl: url,
          returnUrl: url,
          locale: 'en',
          style: { theme: 'default' },
          displayControl,
          merchant: { name: 'Shop' },
          ...extra,
        },
        billing: { address: { country: 'BHR', city: 'Manama', street: 'Road 1' } },
        order: { id: newOrderId(), invoiceNumber: '17', currency: 'BHD', amount: '1.500', description: 'Order 17' },
        transaction: { source: 'INTERNET' },
      },
      version,
    )

  it('says what the page asks for, names a theme in a style, and sends the payer to the former entry', async () => {
    for (const version of [63, 64, 70, 100]) {
      const opened = await open(version)
      assert.equal(opened.body.result, 'SUCCESS', opened.text)
      const { id } = opened.body.session
      const stored = await sessions.retrieve(id, version)
      assert.deepEqual([stored.body.interaction.theme, stored.body.interaction.style], ['default', undefined])
      const path = `/checkout/entry/${id}?checkoutVersion=1.0.0`
      const { status, headers } = await send(gateway.listeners.httpsUrl, { path, login: null })
      assert.deepEqual([status, headers['location']], [302, `/checkout/pay/${id}`])
    }
  })

  it('is refused where the page would do otherwise', async () => {
    const hidden = await open(70, { displayControl: { ...displayControl, cardSecurityCode: 'HIDE' } })
    assert.deepEqual(refusal(hidden), refusalOf('interaction.displayControl.cardSecurityCode'))
    const two = await open(70, { theme: 'other' })
    assert.deepEqual(refusal(two), refusalOf('interaction.style', 'UNSUPPORTED'))
  })
})

describe('a page in C#, version 65', () => {
  it('has the references of order and transaction as numbers, as its database has them', async () => {
    const interaction = { operation: 'PURCHASE', returnUrl: 'https://shop.example/?orderId=1' }
    const order = { amount: 1.5, currency: 'KWD', description: 'Goods', reference: 4711 }
    for (const version of [52, 65, 100]) {
      const apiOperation = version < 63 ? 'CREATE_CHECKOUT_SESSION' : 'INITIATE_CHECKOUT'
      const open = (reference: number) =>
        sessions.create(
          { apiOperation, interaction, order: { ...order, id: newOrderId() }, transaction: { reference } },
          version,
        )
      const opened = await open(7)
      assert.equal(opened.body.result, 'SUCCESS', opened.text)
      const { body } = await sessions.retrieve(opened.body.session.id, version)
      assert.deepEqual([body.order.reference, body.transaction.reference], ['4711', '7'])
      assert.deepEqual(refusal(await open(7.5)), refusalOf('transaction.reference'))
    }
  })
})

describe('an application in Dart, version 57', () => {
  it('opens a checkout with JSON that its content type calls plain text', async () => {
    const order = { amount: 1.5, currency: 'BHD', id: newOrderId(), reference: 'R-1', description: 'Ordered' }
    const interaction = { operation: 'PURCHASE', returnUrl: 'https://shop.example/done' }
    const body = { apiOperation: 'CREATE_CHECKOUT_SESSION', interaction, order, transaction: { reference: 'R-1' } }
    const headers = { 'content-type': 'text/plain; charset=utf-8' }
    const opened = await sessions.send(
      '/session',
      { method: 'POST', bytes: Buffer.from(JSON.stringify(body)), headers },
      57,
    )
    assert.equal(opened.body.result, 'SUCCESS', opened.text)
  })
})

describe('a module in PHP with line items after rebates, version 45', () => {
  it('sends null for what an address has not, items without a sub-total, and null for the correlation', async () => {
    assert.equal((await sessions.create({ correlationId: null }, 45)).body.result, 'SUCCESS')
    const address = { city: 'Graz', company: null, country: 'AUT', street: 'Ring 1', street2: null }
    const contact = { email: 'ada@shop.example', firstName: 'Ada', lastName: 'Byron', phone: '555' }
    const item = [{ name: 'Tea', description: 'Green', sku: 'T-1', unitPrice: '9.10', quantity: 1 }]
    const paid = await shop.put(
      {
        apiOperation: 'PAY',
        order: { amount: '17.50', currency: 'USD', item, shippingAndHandlingAmount: 5, taxAmount: '2.5000' },
        billing: { address },
        shipping: { address, contact },
        customer: contact,
        sourceOfFunds: source,
        transaction: { source: 'MOTO' },
        partnerSolutionId: 'Shop_1',
      },
      { version: 45 },
    )
    assert.deepEqual(outcome(paid).slice(0, 3), approved, paid.text)
  })
})

describe('an application in TypeScript for mobile payers, version 100', () => {
  it('authenticates without an address to come back to, and reads the status below 3ds2', async () => {
    const id = await filledSession(100, {})
    const place = { orderId: newOrderId(), transactionId: 'auth-1' }
    const initiated = await shop.put(
      {
        apiOperation: 'INITIATE_AUTHENTICATION',
        order: { currency: 'USD' },
        session: { id },
        sourceOfFunds: { type: 'CARD' },
        authentication: { acceptVersions: '3DS2,3DS1', channel: 'PAYER_BROWSER', purpose: 'PAYMENT_TRANSACTION' },
      },
      place,
    )
    assert.equal(initiated.body.result, 'SUCCESS', initiated.text)
    const browserDetails = {
      '3DSecureChallengeWindowSize': 'FULL_SCREEN',
      colorDepth: 24,
      javaEnabled: false,
      language: 'en-AU',
      screenHeight: 800,
      screenWidth: 400,
      timeZone: -600,
    }
    const device = { browserDetails }
    const asked = await shop.put(
      { apiOperation: 'AUTHENTICATE_PAYER', session: { id }, order: money, device },
      { ...place },
    )
    const { '3ds2': status, redirect } = asked.body.authentication
    assert.deepEqual([asked.body.result, status.transactionStatus], ['PENDING', 'C'], asked.text)
    assert.match(redirect.html, /id="threedsChallengeRedirectForm"/)
    const { body } = await shop.transaction(place.orderId, place.transactionId)
    assert.equal(body.authentication['3ds2'].transactionStatus, 'C')
  })
})

describe('a library in PHP that charges stored cards, before version 100', () => {
  it('names the merchant as the source of later payments, with id and type of their agreement', async () => {
    for (const version of [50, 61, 74, 99]) {
      const session = { id: await filledSession(version, { session: { authenticationLimit: 5 } }) }
      const verify = { apiOperation: 'VERIFY', order: { currency: 'USD' }, session }
      const verified = await shop.put(verify, { version })
      assert.equal(verified.body.result, 'SUCCESS', verified.text)
      const stored = await sessions.send(
        '/token',
        {
          method: 'POST',
          bytes: Buffer.from(JSON.stringify({ session, sourceOfFunds: { type: 'CARD' } })),
          headers: { 'content-type': 'Application/json;charset=UTF-8' },
        },
        version,
      )
      assert.deepEqual([stored.body.result, stored.body.status], ['SUCCESS', 'VALID'], stored.text)
      const agreement = { type: 'RECURRING', id: `agr-${newOrderId()}` }
      const authorize = (storedOnFile: string, named: object, source: string) =>
        shop.put(
          {
            apiOperation: 'AUTHORIZE',
            order: money,
            sourceOfFunds: { token: stored.body.token, provided: { card: { storedOnFile } } },
            transaction: { source },
            agreement: named,
          },
          { version },
        )
      const first = await authorize('TO_BE_STORED', { ...agreement, amountVariability: 'VARIABLE' }, 'INTERNET')
      assert.deepEqual(outcome(first).slice(0, 3), approved, first.text)
      const later = await authorize('STORED', agreement, 'MERCHANT')
      assert.deepEqual(outcome(later).slice(0, 3), approved, later.text)
      const { body } = await shop.order(later.body.order.id, 100)
      assert.equal(body.transaction[0].transaction.source, 'MERCHANT', 'as it was sent, in the version that lists it')
      assert.deepEqual(refusal(await authorize('STORED', agreement, 'PAYER_PRESENT')), refusalOf('transaction.source'))
    }
  })
})

describe('an application in PHP for subscriptions, version 56', () => {
  it('renews by token with the terms of the agreement in a group of their own, and the session of a checkout', async () => {
    for (const version of [50, 56, 62]) {
      const token = await tokenOf(version)
      const order = { id: newOrderId(), currency: 'USD' }
      const interaction = { operation: 'PURCHASE' }
      const opened = await sessions.create({ apiOperation: 'CREATE_CHECKOUT_SESSION', interaction, order }, version)
      const recurring = { amountVariability: 'VARIABLE', daysBetweenPayments: '999' }
      const renew = (terms: object) =>
        shop.put(
          {
            apiOperation: 'PAY',
            agreement: { id: `agr-${newOrderId()}`, type: 'RECURRING', recurring: terms },
            session: { id: opened.body.session.id },
            sourceOfFunds: { provided: { card: { storedOnFile: 'STORED' } }, type: 'CARD', token },
            transaction: { source: 'MERCHANT' },
            order: money,
          },
          { version },
        )
      const renewed = await renew({ ...recurring, numberOfPayments: 12 })
      assert.deepEqual(outcome(renewed).slice(0, 3), approved, renewed.text)
      const { amountVariability, minimumDaysBetweenPayments, numberOfPayments } = renewed.body.agreement
      assert.deepEqual([amountVariability, minimumDaysBetweenPayments, numberOfPayments], ['VARIABLE', 999, 12])
      const wrong = await renew({ ...recurring, daysBetweenPayments: 'x' })
      assert.deepEqual(refusal(wrong), refusalOf('agreement.recurring.daysBetweenPayments'))
    }
  })
})
