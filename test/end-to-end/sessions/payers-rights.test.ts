// What a payer with nothing but a session's id may not do: change what is paid, pass checks of the merchant, use what belongs to
// others, or touch orders that are not the session's.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { authenticateBody, initiateBody } from '../../support/clients/access-control.ts'
import {
  type ApiResponse,
  apiPath,
  authorizeBody,
  cardSource,
  newOrderId,
  payBody,
  send,
} from '../../support/clients/client.ts'
import { formText, newCheckout, openPayer } from '../../support/clients/payer.ts'
import { openSessions, type Sessions } from '../../support/clients/sessions.ts'
import { openShop, outcome, refusal, refusalOf, type Shop } from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let sessions: Sessions
let shop: Shop
before(async () => {
  gateway = await sharedGateway()
  sessions = openSessions(gateway)
  shop = openShop(gateway)
})

const order = { amount: '100.00', currency: 'USD' }

async function filled(values: object = { order }): Promise<string> {
  const id = await sessions.open()
  assert.equal((await sessions.update(id, values)).status, 200)
  assert.equal((await sessions.updateFromDevice(id, { sourceOfFunds: cardSource() })).status, 200)
  return id
}

const attempts: readonly (readonly [what: string, field: string, values: object])[] = [
  ['the price', 'order.amount', { order: { amount: '0.01' } }],
  ['the currency', 'order.currency', { order: { currency: 'JPY' } }],
  ['the order', 'order.id', { order: { id: 'another' } }],
  ['that a part of the amount is enough', 'order.acceptPartialAmount', { order: { acceptPartialAmount: true } }],
  ['where notifications go', 'order.notificationUrl', { order: { notificationUrl: 'https://payer.example/hook' } }],
  [
    'that the payer was authenticated',
    '3DSecure.authenticationStatus',
    { '3DSecure': { authenticationStatus: 'AUTHENTICATION_SUCCESSFUL', enrollmentStatus: 'ENROLLED' } },
  ],
  ['that it is a telephone order', 'transaction.source', { transaction: { source: 'MOTO' } }],
  [
    'that risk rules are not for this payment',
    'risk.bypassMerchantRiskRules',
    { risk: { bypassMerchantRiskRules: 'ALL' } },
  ],
  ['another customer’s token', 'sourceOfFunds.token', { sourceOfFunds: { token: '9000000000000001' } }],
  ['another customer’s order', 'referenceOrderId', { referenceOrderId: 'another' }],
]

describe('a payer’s device cannot set', () => {
  for (const [what, field, values] of attempts)
    it(`${what}, and the payment is the merchant’s`, async () => {
      const id = await filled()
      const response = await sessions.updateFromDevice(id, values)
      assert.deepEqual(refusal(response), refusalOf(field))
      const paid = await shop.put({ apiOperation: 'PAY', session: { id } })
      assert.deepEqual(outcome(paid), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'])
      assert.deepEqual([paid.body.order.amount, paid.body.order.currency], [100, 'USD'])
    })

  it('the price in an older version without credentials', async () => {
    const id = await filled()
    const body = { apiOperation: 'UPDATE_PAYER_DATA', order: { amount: '0.01' } }
    assert.deepEqual(refusal(await sessions.update(id, body, { version: 40, login: null })), refusalOf('order.amount'))
  })

  it('the price of a hosted page, its currency or its order', async () => {
    const { sessionId, orderId } = await newCheckout(gateway)
    for (const values of [{ amount: '0.01' }, { currency: 'JPY' }, { id: newOrderId() }])
      assert.equal((await sessions.updateFromDevice(sessionId, { order: values })).status, 400)
    const page = await openPayer(gateway, sessionId).open()
    assert.match(page.text, /100\.00/)
    await openPayer(gateway, sessionId).pay()
    const { body } = await shop.order(orderId)
    assert.deepEqual([body.amount, body.currency], [100, 'USD'])
  })
})

describe('a payer who brings another card', () => {
  const other = { sourceOfFunds: cardSource({ number: '4508750015741019' }) }

  it("does not bring the merchant's authentication of the first card", async () => {
    const id = await sessions.open()
    const threeDSecure = {
      authenticationStatus: 'AUTHENTICATION_SUCCESSFUL',
      enrollmentStatus: 'ENROLLED',
      acsEci: '02',
    }
    await sessions.update(id, { order, sourceOfFunds: cardSource(), '3DSecure': threeDSecure }, { version: 61 })
    assert.equal((await sessions.updateFromDevice(id, other)).status, 200)
    assert.equal((await sessions.retrieve(id, 61)).body['3DSecure'], undefined)
  })

  it('does not bring the agreement of the stored card, but stores the new one as requested', async () => {
    const agreement = { id: 'AG-1', type: 'RECURRING' }
    const held = async (storedOnFile: string) => {
      const id = await sessions.open()
      await sessions.update(id, { order, agreement, sourceOfFunds: cardSource({ storedOnFile }) })
      await sessions.updateFromDevice(id, other)
      const { body } = await sessions.retrieve(id)
      return [body.agreement?.id, body.sourceOfFunds.provided.card.storedOnFile]
    }
    assert.deepEqual(await held('STORED'), [undefined, undefined])
    assert.deepEqual(await held('TO_BE_STORED'), ['AG-1', 'TO_BE_STORED'])
  })
})

describe('a payer’s delivery address', () => {
  it('does not replace the merchant’s, with or without a wallet', async () => {
    const id = await sessions.open()
    await sessions.update(id, { order, shipping: { address: { street: 'Main St 1' } } })
    const shipping = { address: { street: 'Elsewhere 1' } }
    const sent = { order: { walletProvider: 'APPLE_PAY' }, shipping }
    assert.deepEqual(refusal(await sessions.updateFromDevice(id, sent)), refusalOf('shipping.address.street'))
  })
})

describe('the post that opens a hosted page cannot set', () => {
  const post = (version: number, fields: Record<string, string>) =>
    send(gateway.listeners.httpUrl ?? '', {
      method: 'POST',
      path: `/api/page/version/${version}/pay`,
      login: null,
      bytes: formText(fields),
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    })

  for (const [name, value] of [
    ['interaction.action.3DSecure', 'BYPASS'],
    ['interaction.retryAttemptCount', '99'],
    ['order.notificationUrl', 'https://payer.example/hook'],
    ['order.acceptPartialAmount', 'true'],
    ['risk.bypassMerchantRiskRules', 'ALL'],
    ['interaction.returnUrl', 'https://payer.example/done'],
  ] as const)
    it(`${name}`, async () => {
      const older = await newCheckout(gateway, {
        version: 45,
        interaction: { action: undefined, returnUrl: undefined },
      })
      const response = await post(45, { 'session.id': older.sessionId, [name]: value })
      assert.deepEqual([response.status, response.body.error?.field], [400, name], response.text)
      const newer = await newCheckout(gateway)
      assert.equal((await post(63, { 'session.id': newer.sessionId, [name]: value })).status, 400)
    })

  it('the version in which the session was created', async () => {
    const { sessionId } = await newCheckout(gateway)
    const response = await post(61, { 'session.id': sessionId, 'order.description': 'A book' })
    assert.deepEqual([response.status, response.body.error?.field], [400, 'session.id'])
  })

  it('values that the session holds, which are reported and not applied', async () => {
    const { sessionId } = await newCheckout(gateway, { version: 45 })
    const { status, body } = await post(45, {
      'session.id': sessionId,
      'order.amount': '0.01',
      'order.currency': 'JPY',
    })
    assert.deepEqual([status, body.notApplied], [200, ['order.amount', 'order.currency']])
  })

  it('another amount than the first post did', async () => {
    const { sessionId } = await newCheckout(gateway, { version: 45, order: { amount: undefined } })
    assert.equal((await post(45, { 'session.id': sessionId, 'order.amount': '12.50' })).status, 200)
    const { body } = await post(45, { 'session.id': sessionId, 'order.amount': '0.01' })
    assert.deepEqual(body.notApplied, ['order.amount'])
    assert.equal((await sessions.retrieve(sessionId, 45)).body.order.amount, 12.5)
  })

  it('an amount in production, unless the merchant’s profile takes it', async () => {
    const dependencies = gateway.dependencies as { isSandbox: boolean }
    dependencies.isSandbox = false
    try {
      const { sessionId } = await newCheckout(gateway, { version: 45, order: { amount: undefined } })
      const { body } = await post(45, { 'session.id': sessionId, 'order.amount': '12.50' })
      assert.deepEqual([body.error?.field, body.error?.validationType], ['order.amount', 'MISSING'])
    } finally {
      dependencies.isSandbox = true
    }
  })

  it('an amount without a flag on the payment', async () => {
    const page = await newCheckout(gateway, { version: 45, order: { amount: undefined } })
    await post(45, { 'session.id': page.sessionId, 'order.amount': '12.50' })
    await openPayer(gateway, page.sessionId).pay()
    const [row] = await gateway.query<{ source: string }>(
      `select request ->> 'amountSource' as source from transactions where order_id = $1`,
      [page.orderId],
    )
    assert.equal(row?.source, 'PAGE')
  })
})

describe('payer authentication by a device', () => {
  const asDevice = (id: string, orderId: string, transactionId: string, body: object): Promise<ApiResponse> =>
    send(gateway.listeners.httpUrl ?? '', {
      method: 'PUT',
      path: apiPath(`/order/${orderId}/transaction/${transactionId}`),
      body,
      login: `merchant.TESTMERCHANT:${id}`,
    })
  const initiate = (id: string, orderId: string, transactionId = 'auth', differences: object = {}) =>
    asDevice(id, orderId, transactionId, initiateBody({ session: { id }, sourceOfFunds: undefined, ...differences }))
  const authenticate = (id: string, orderId: string, transactionId = 'auth', differences: object = {}) => {
    const { ipAddress: _, ...device } = (authenticateBody() as { device: Record<string, unknown> }).device
    const body = authenticateBody({ session: { id }, sourceOfFunds: undefined, device, ...differences })
    return asDevice(id, orderId, transactionId, body)
  }
  async function shopToken(): Promise<string> {
    const path = apiPath('/token')
    const { body } = await send(gateway.listeners.httpUrl ?? '', {
      method: 'POST',
      path,
      body: { sourceOfFunds: frictionless },
    })
    return body.token
  }
  const frictionless = cardSource({ expiry: { month: '1', year: '40' } })

  async function ready(values: object = { order }): Promise<string> {
    const id = await sessions.open()
    await sessions.update(id, values)
    await sessions.updateFromDevice(id, { sourceOfFunds: frictionless })
    return id
  }

  it('leads to a payment of the merchant that names it, on an order that only that payment opens', async () => {
    const [id, orderId] = [await ready(), newOrderId()]
    const initiated = await initiate(id, orderId)
    assert.equal(initiated.body.transaction?.authenticationStatus, 'AUTHENTICATION_AVAILABLE', initiated.text)
    const authenticated = await authenticate(id, orderId)
    assert.deepEqual(Object.keys(authenticated.body.order).toSorted(), [
      'amount',
      'authenticationStatus',
      'currency',
      'id',
    ])
    assert.deepEqual(Object.keys(authenticated.body.transaction).toSorted(), ['authenticationStatus', 'id', 'type'])
    assert.equal((await shop.order(orderId)).status, 400, 'it has opened no order')
    const known = await shop.transaction(orderId, 'auth')
    assert.equal(known.body.transaction.authenticationStatus, 'AUTHENTICATION_SUCCESSFUL', 'the merchant may ask')
    const older = await sessions.send(`/order/${orderId}/transaction/auth`, {}, 30)
    assert.equal(older.status, 400, 'older versions have no such transactions')
    assert.deepEqual(await gateway.query('select from events where order_id = $1', [orderId]), [])

    const authentication = { transactionId: 'auth' }
    const paid = await shop.put({ apiOperation: 'PAY', session: { id }, authentication }, { orderId })
    assert.deepEqual(outcome(paid), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'])
    assert.equal(paid.body.transaction.authenticationStatus, 'AUTHENTICATION_SUCCESSFUL')
    assert.deepEqual(
      (await shop.order(orderId)).body.transaction.map((each: { transaction: { id: string } }) => each.transaction.id),
      ['1'],
    )
  })

  it('keeps no id and no currency that the merchant must match', async () => {
    const [id, orderId] = [await ready({ customer: { email: 'payer@shop.example' } }), newOrderId()]
    await initiate(id, orderId, '1')
    const euros = payBody({ order: { amount: '7.00', currency: 'EUR' } })
    assert.deepEqual(outcome(await shop.put(euros, { orderId, transactionId: '1' })), [
      201,
      'SUCCESS',
      'APPROVED',
      'CAPTURED',
    ])
  })

  it('is for the order that the merchant named, or else for the first that the device names', async () => {
    const named = newOrderId()
    const ofMerchant = await ready({ order: { ...order, id: named } })
    assert.deepEqual(refusal(await initiate(ofMerchant, newOrderId())), refusalOf('order.id'))
    assert.equal((await initiate(ofMerchant, named)).status, 201)

    const [ofDevice, first] = [await ready(), newOrderId()]
    assert.equal((await initiate(ofDevice, first)).status, 201)
    assert.deepEqual(refusal(await initiate(ofDevice, newOrderId(), 'x')), refusalOf('order.id'))
    assert.equal((await initiate(ofDevice, first, 'x')).status, 201)
  })

  it('reveals nothing of an order that the merchant has not given to the session', async () => {
    const orderId = newOrderId()
    await shop.put(authorizeBody(), { orderId })
    const id = await ready()
    for (const transactionId of ['1', 'auth'])
      assert.deepEqual(refusal(await initiate(id, orderId, transactionId)), refusalOf('order.id'))
    assert.equal((await shop.order(orderId)).body.transaction.length, 1)
  })

  it('is begun by the merchant for its own order, and continued by the device', async () => {
    const [id, orderId] = [await ready(), newOrderId()]
    const begun = await shop.put(initiateBody({ session: { id }, sourceOfFunds: undefined }), {
      orderId,
      transactionId: 'auth',
    })
    assert.equal(begun.status, 201, begun.text)
    const { body, text } = await authenticate(id, orderId)
    assert.equal(body.transaction?.authenticationStatus, 'AUTHENTICATION_SUCCESSFUL', text)
  })

  it('is for the merchant’s amount and currency', async () => {
    const [id, orderId] = [await ready(), newOrderId()]
    await initiate(id, orderId)
    const other = await authenticate(id, orderId, 'auth', { order: { amount: '0.01', currency: 'USD' } })
    assert.deepEqual(refusal(other), refusalOf('order.amount'))
    assert.deepEqual(
      refusal(await initiate(id, orderId, 'x', { order: { currency: 'EUR' } })),
      refusalOf('order.currency'),
    )
    assert.equal((await authenticate(id, orderId, 'auth', { order: { amount: '100', currency: 'USD' } })).status, 201)
  })

  it('does not use a shipping address that only the payer has given', async () => {
    const [id, orderId] = [await ready(), newOrderId()]
    await initiate(id, orderId)
    const shipping = { address: { street: 'Elsewhere 1' } }
    assert.deepEqual(
      refusal(await authenticate(id, orderId, 'auth', { shipping })),
      refusalOf('shipping.address.street'),
    )
    assert.equal((await authenticate(id, orderId)).status, 201)
  })

  it('for a smaller amount, another currency or another card is no proof for a payment', async () => {
    const [id, orderId] = [await ready({ customer: { email: 'payer@shop.example' } }), newOrderId()]
    await initiate(id, orderId)
    await authenticate(id, orderId, 'auth', { order: { amount: '1.00', currency: 'USD' } })
    const pay = (differences: object) =>
      shop.put(payBody({ authentication: { transactionId: 'auth' }, sourceOfFunds: frictionless, ...differences }), {
        orderId,
        transactionId: newOrderId(),
      })
    const refusals = [
      await pay({ order: { amount: '2.00', currency: 'USD' } }),
      await pay({ order: { amount: '1.00', currency: 'EUR' } }),
      await pay({
        order: { amount: '1.00', currency: 'USD' },
        sourceOfFunds: cardSource({ number: '4508750015741019' }),
      }),
    ]
    for (const response of refusals) assert.equal(response.status, 400, response.text)
    assert.equal((await pay({ order: { amount: '1.00', currency: 'USD' } })).status, 201)
  })

  it('is begun ten times a session at most, also concurrently', async () => {
    const [id, orderId] = [await ready(), newOrderId()]
    const responses = await Promise.all(
      Array.from({ length: 16 }, (_, index) => initiate(id, orderId, `auth-${index}`)),
    )
    assert.equal(responses.filter(({ status }) => status === 201).length, 10)
  })

  it('of an order that became the merchant’s belongs to the session that the merchant uses', async () => {
    const orderId = newOrderId()
    const stranger = await ready({ customer: { email: 'stranger@shop.example' } })
    assert.equal((await initiate(stranger, orderId, 'zz')).status, 201)
    const id = await ready()
    const begun = await shop.put(initiateBody({ session: { id }, sourceOfFunds: undefined, order }), {
      orderId,
      transactionId: 'auth',
    })
    assert.equal(begun.status, 201, begun.text)
    const one = { order: { amount: '1.00', currency: 'USD' } }
    assert.deepEqual(refusal(await authenticate(stranger, orderId, 'auth', one)), refusalOf('order.id'))
    assert.deepEqual(refusal(await initiate(stranger, orderId, 'yy')), refusalOf('order.id'))
    assert.equal((await authenticate(id, orderId)).status, 201)
    assert.equal((await shop.order(orderId)).body.amount, 100)
  })

  it('changes nothing of the merchant’s order but its authentication', async () => {
    const [id, orderId] = [await ready({ customer: { email: 'payer@shop.example' } }), newOrderId()]
    await shop.put(initiateBody({ session: { id }, sourceOfFunds: undefined, order }), {
      orderId,
      transactionId: 'auth',
    })
    const cheaper = { order: { amount: '1.00', currency: 'USD' } }
    assert.deepEqual(refusal(await authenticate(id, orderId, 'auth', cheaper)), refusalOf('order.amount'))
    const billing = { address: { street: 'Elsewhere 1' } }
    assert.equal((await authenticate(id, orderId, 'auth', { billing })).status, 201)
    const { body, text } = await shop.order(orderId)
    assert.equal(body.amount, 100)
    assert.doesNotMatch(text, /Elsewhere/)
  })

  it('is no weaker than the payer’s browser or app allows', async () => {
    const [id, orderId] = [await ready(), newOrderId()]
    for (const [field, authentication] of [
      ['channel', { channel: 'MERCHANT_REQUESTED' }],
      ['purpose', { channel: 'PAYER_BROWSER', purpose: 'ADD_CARD' }],
      ['acceptVersions', { acceptVersions: '3DS1' }],
    ] as const)
      assert.deepEqual(
        refusal(await initiate(id, orderId, `auth-${field}`, { authentication })),
        refusalOf(`authentication.${field}`),
      )
  })

  it('shows nothing of an account that the merchant has stored', async () => {
    const token = await shopToken()
    const id = await sessions.open()
    await sessions.update(id, { order, sourceOfFunds: { token } })
    const { text, status } = await initiate(id, newOrderId(), 'auth', { sourceOfFunds: { type: 'CARD' } })
    assert.equal(status, 201, text)
    assert.ok(!text.includes(token) && !text.includes('512345xxxxxx0008'), text)
  })

  it('by another session with the same ids does not replace the one that the merchant named', async () => {
    const orderId = newOrderId()
    const stranger = await ready({ customer: { email: 'stranger@shop.example' } })
    await initiate(stranger, orderId)
    await authenticate(stranger, orderId, 'auth', { order: { amount: '1.00', currency: 'USD' } })
    const id = await ready({ order: { ...order, id: orderId } })
    await initiate(id, orderId)
    await authenticate(id, orderId)
    assert.equal((await shop.transaction(orderId, 'auth')).body.order.amount, 100)
    const paid = await shop.put(
      { apiOperation: 'PAY', session: { id }, authentication: { transactionId: 'auth' } },
      { orderId },
    )
    assert.deepEqual(outcome(paid), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'])
  })

  it('lets a session ask about one order id only, whether it exists or not', async () => {
    const orderId = newOrderId()
    await shop.put(authorizeBody(), { orderId })
    const id = await ready()
    assert.deepEqual(refusal(await initiate(id, orderId)), refusalOf('order.id'))
    assert.deepEqual(refusal(await initiate(id, newOrderId())), refusalOf('order.id'))
  })

  it('needs a session that the merchant has created, written to or used', async () => {
    const path = '/form/version/100/merchant/TESTMERCHANT/session'
    const { body } = await send(gateway.listeners.httpUrl ?? '', { method: 'POST', path, login: null })
    const { id } = body.session
    await sessions.updateFromDevice(id, { sourceOfFunds: frictionless })
    assert.equal((await initiate(id, newOrderId())).status, 400)
    await sessions.update(id, { order })
    assert.equal((await initiate(id, newOrderId())).status, 201)
  })
})

describe('a session that was open during the upgrade', () => {
  const asBefore = (id: string) =>
    gateway.query(
      `update sessions set authors = null, created_in_version = null, is_merchant_known = false
       where content ->> 'userId' = $1`,
      [id],
    )

  it("keeps the merchant's values, where no device has called", async () => {
    const id = await sessions.open()
    await sessions.update(id, { order, sourceOfFunds: cardSource(), userId: id.slice(0, 20) })
    await asBefore(id.slice(0, 20))
    assert.equal((await shop.put({ apiOperation: 'PAY', session: { id } })).body.order?.amount, 100)
  })

  it('drops the values that only the merchant may set, where a device has called', async () => {
    const id = await sessions.open()
    await sessions.update(id, { order, userId: id.slice(0, 20) })
    await sessions.updateFromDevice(id, { sourceOfFunds: cardSource() })
    await asBefore(id.slice(0, 20))
    const paid = await shop.put({ apiOperation: 'PAY', session: { id } })
    assert.deepEqual([paid.status, paid.body.error?.validationType], [400, 'MISSING'])
  })
})

describe('the notification URL of an order', () => {
  it('has one of the hosts in the merchant’s profile, where it lists any', async () => {
    const { id } = await boardMerchant(gateway, { profile: { notificationHosts: ['hooks.shop.example'] } })
    const pay = (notificationUrl: string) =>
      openShop(gateway, id).put(payBody({ order: { ...order, notificationUrl } }))
    assert.deepEqual(refusal(await pay('https://elsewhere.example/hook')), refusalOf('order.notificationUrl'))
    assert.equal((await pay('https://hooks.shop.example/orders')).status, 201)
  })
})
