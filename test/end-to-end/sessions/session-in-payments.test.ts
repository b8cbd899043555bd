// Payments completed by a session: what the request says wins, what the session holds completes it, and the security code
// of a session serves one payment only.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { cardSource, newOrderId } from '../../support/clients/client.ts'
import { booksOf, openShop, outcome, refusal, refusalOf, type Shop } from '../../support/clients/shop.ts'
import { openStoredValues, type StoredValues } from '../../support/clients/stored-values.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
let stored: StoredValues
before(async () => {
  gateway = await sharedGateway()
  shop = openShop(gateway)
  stored = openStoredValues(gateway)
})

const order = { amount: '100.00', currency: 'USD' }
const approvedPayment = [201, 'SUCCESS', 'APPROVED', 'CAPTURED']

const pay = (session: string | object, differences: object = {}) => ({
  apiOperation: 'PAY',
  order,
  session: typeof session === 'string' ? { id: session } : session,
  ...differences,
})

const codesHeld = async () => (await gateway.query('select from session_codes')).length

describe('a payment with a session', () => {
  it('takes all missing fields from the session', async () => {
    const id = await stored.session({ order, sourceOfFunds: cardSource() })
    const paid = await shop.put({ apiOperation: 'PAY', session: { id } })
    assert.deepEqual(outcome(paid), approvedPayment)
    assert.equal(paid.body.order.amount, 100)
    assert.equal(paid.body.sourceOfFunds.provided.card.number, '512345xxxxxx0008')
    assert.deepEqual(paid.body.sourceOfFunds.provided.card.expiry, { month: '1', year: '39' })
    assert.ok(!paid.text.includes(id), 'the id of a session is a credential')
  })

  it('shows and sends on the fields of the session: airline, billing, shipping, customer and order', async () => {
    const values = {
      airline: {
        bookingReference: 'ABC123',
        ticket: { ticketNumber: '12345678901' },
        passenger: [{ lastName: 'Payer' }],
      },
      billing: { address: { street: 'Alpha St', city: 'Graz', country: 'AUT', postcodeZip: '8010' } },
      customer: { email: 'jo@example.com', firstName: 'Jo' },
      order: {
        ...order,
        description: 'Two chairs',
        reference: 'R-7',
        custom: { colour: 'red' },
        taxAmount: '10.00',
        itemAmount: '90.00',
      },
      shipping: { address: { city: 'Wien', country: 'AUT' }, contact: { firstName: 'Al' }, method: 'GROUND' },
      transaction: { reference: 'T-9', merchantNote: 'by hand' },
      sourceOfFunds: cardSource(),
    }
    const id = await stored.session(values)
    const orderId = newOrderId()
    const paid = await shop.put({ apiOperation: 'PAY', session: { id } }, { orderId })
    assert.deepEqual(outcome(paid), approvedPayment, paid.text)
    const { body } = paid
    assert.equal(body.airline.bookingReference, 'ABC123')
    assert.equal(body.airline.passenger[0].lastName, 'Payer')
    assert.equal(body.billing.address.street, 'Alpha St')
    assert.deepEqual(body.customer, { email: 'jo@example.com', firstName: 'Jo' })
    assert.equal(body.order.description, 'Two chairs')
    assert.deepEqual(body.order.custom, { colour: 'red' })
    assert.equal(body.order.taxAmount, 10)
    assert.equal(body.shipping.method, 'GROUND')
    assert.equal(body.transaction.reference, 'T-9')
    assert.equal(body.response.cardholderVerification.avs.gatewayCode, 'ADDRESS_MATCH')
    const [entry] = await booksOf(gateway, orderId)
    assert.equal(entry?.details.airline.bookingReference, 'ABC123')
    assert.equal(entry?.details.shipping.method, 'GROUND')
    assert.equal((await shop.transaction(orderId, '1')).body.customer.email, 'jo@example.com')
  })

  it('prefers the fields of the request, member by member', async () => {
    const id = await stored.session({
      order: { ...order, description: 'From the session' },
      customer: { email: 'session@example.com', firstName: 'Jo' },
      sourceOfFunds: cardSource({ expiry: { month: '5', year: '39' } }),
    })
    const paid = await shop.put(
      pay(id, {
        order: { amount: '20.00', currency: 'EUR' },
        customer: { email: 'request@example.com' },
        sourceOfFunds: { provided: { card: { expiry: { month: '01', year: '39' } } } },
      }),
    )
    assert.deepEqual(outcome(paid), approvedPayment)
    assert.deepEqual([paid.body.order.amount, paid.body.order.currency], [20, 'EUR'])
    assert.equal(paid.body.order.description, 'From the session')
    assert.deepEqual(paid.body.customer, { email: 'request@example.com', firstName: 'Jo' })
  })

  it('wins over a token, and lets the token complete it', async () => {
    const token = await stored.token({ sourceOfFunds: cardSource({ expiry: { month: '5', year: '39' } }) })
    const plain = await shop.put({ apiOperation: 'PAY', order, sourceOfFunds: { type: 'CARD', token } })
    assert.equal(plain.body.response.gatewayCode, 'DECLINED')
    const id = await stored.session({
      sourceOfFunds: {
        type: 'CARD',
        token,
        provided: { card: { expiry: { month: '1', year: '39' }, securityCode: '102' } },
      },
    })
    const paid = await shop.put(pay(id))
    assert.equal(paid.body.result, 'SUCCESS', paid.text)
    assert.equal(paid.body.sourceOfFunds.token, token)
    assert.equal(paid.body.response.cardSecurityCode.gatewayCode, 'NO_MATCH')
    const overruled = await shop.put(
      pay(id, { sourceOfFunds: { provided: { card: { expiry: { month: '5', year: '39' } } } } }),
    )
    assert.equal(overruled.body.response.gatewayCode, 'DECLINED')
  })

  it('ignores fields that its operation does not have, such as the display of a page', async () => {
    const created = await stored.ask('POST', '/session', {
      apiOperation: 'INITIATE_CHECKOUT',
      interaction: { operation: 'PURCHASE', merchant: { name: 'Shop' } },
      order: { ...order, id: 'o-1' },
    })
    const { id } = created.body.session
    await stored.ask('PUT', `/session/${id}`, { sourceOfFunds: cardSource() })
    assert.deepEqual(outcome(await shop.put({ apiOperation: 'PAY', session: { id } })), approvedPayment)
  })

  it('may be filled in one version and used in another, under the names of each', async () => {
    const id = await stored.session(
      {
        customer: { browser: 'Mozilla/5.0', email: 'jo@example.com' },
        item: [{ name: 'Tea', quantity: 2, unitPrice: '50.00' }],
        order,
        sourceOfFunds: cardSource(),
      },
      29,
    )
    const orderId = newOrderId()
    const paid = await shop.put({ apiOperation: 'PAY', session: { id } }, { orderId, version: 100 })
    assert.deepEqual(outcome(paid), approvedPayment, paid.text)
    assert.equal(paid.body.device.browser, 'Mozilla/5.0')
    assert.equal(paid.body.order.item[0].name, 'Tea')
    const older = await stored.session({ device: { browser: 'Mozilla/4.0' }, order, sourceOfFunds: cardSource() })
    const inOlder = await shop.put({ apiOperation: 'PAY', session: { id: older } }, { version: 29 })
    assert.deepEqual(outcome(inOlder), approvedPayment, inOlder.text)
  })

  it('is refused where the session and the request together are incomplete or wrong, by the names of its version', async () => {
    const empty = await stored.session({ customer: { firstName: 'Jo' } })
    assert.deepEqual(
      refusal(await shop.put({ apiOperation: 'PAY', session: { id: empty } })),
      refusalOf('order.currency', 'MISSING'),
    )
    assert.deepEqual(refusal(await shop.put(pay(empty))), refusalOf('sourceOfFunds', 'MISSING'))
    const uneven = await stored.session({ order: { ...order, itemAmount: '1.00' }, sourceOfFunds: cardSource() })
    assert.deepEqual(
      refusal(await shop.put({ apiOperation: 'PAY', session: { id: uneven } })),
      refusalOf('order.amount'),
    )
    const phoned = await stored.session({ customer: { phone: '5550100' }, order, sourceOfFunds: cardSource() })
    const verify = { apiOperation: 'VERIFY', session: { id: phoned } }
    assert.deepEqual(refusal(await shop.put(verify, { version: 100 })), refusalOf('customer.phone'))
    assert.deepEqual(outcome(await shop.put(verify, { version: 50 })).slice(0, 2), [201, 'SUCCESS'])
  })

  it('checks the request itself as strictly as without a session', async () => {
    const id = await stored.session({ order, sourceOfFunds: cardSource() })
    assert.deepEqual(refusal(await shop.put(pay(id, { order: { amount: 'x' } }))), refusalOf('order.amount'))
    assert.deepEqual(refusal(await shop.put(pay(id, { surprise: 1 }))), refusalOf('surprise', 'UNSUPPORTED'))
    assert.deepEqual(refusal(await shop.put(pay({ id: 'short' }))), refusalOf('session.id'))
  })

  for (const apiOperation of ['AUTHORIZE', 'VERIFY', 'PAY']) {
    it(`can be ${apiOperation} in versions old and new`, async () => {
      for (const version of [29, 30, 49, 50, 99, 100]) {
        const id = await stored.session({ order, sourceOfFunds: cardSource() }, version)
        const response = await shop.put({ apiOperation, session: { id } }, { version })
        assert.deepEqual([response.status, response.body.result], [201, 'SUCCESS'], `${version}: ${response.text}`)
      }
    })
  }

  it('can be a standalone refund and a standalone capture', async () => {
    const { id: merchant } = await boardMerchant(gateway, {
      profile: { privileges: ['STANDALONE_REFUND', 'STANDALONE_CAPTURE'] },
    })
    const privileged = openShop(gateway, merchant)
    const id = await openStoredValues(gateway, merchant).session({
      sourceOfFunds: cardSource(),
    })
    const transaction = { amount: '5.00', currency: 'USD' }
    const refund = { apiOperation: 'REFUND', session: { id }, transaction }
    assert.equal((await privileged.put(refund)).body.result, 'SUCCESS')
    const capture = { ...refund, apiOperation: 'CAPTURE', transaction: { ...transaction, authorizationCode: '123456' } }
    assert.equal((await privileged.put(capture)).body.result, 'SUCCESS')
  })
})

describe('a session that is used', () => {
  it('is found by its id, for its own merchant, until it expires', async () => {
    const id = await stored.session({ order, sourceOfFunds: cardSource() })
    const other = openShop(gateway, 'TESTSUPPLIED')
    assert.deepEqual(refusal(await other.put(pay(id))).slice(0, 2), [400, 'INVALID_REQUEST'])
    assert.deepEqual(refusal(await shop.put(pay('SESSION0002000000000A00000000B0'))).slice(0, 2), [
      400,
      'INVALID_REQUEST',
    ])
    await gateway.query(`update sessions set expires_at = now() - interval '1 second'`)
    const late = await shop.put(pay(id))
    assert.match(late.body.error.explanation, /no session/)
  })

  it('must still have the version that the request names', async () => {
    const id = await stored.session({ order, sourceOfFunds: cardSource() })
    const { version } = (await stored.ask('GET', `/session/${id}`)).body.session
    await stored.ask('PUT', `/session/${id}`, { customer: { firstName: 'Jo' } })
    assert.deepEqual(refusal(await shop.put(pay({ id, version }))), refusalOf('session.version'))
    const now = (await stored.ask('GET', `/session/${id}`)).body.session.version
    assert.deepEqual(outcome(await shop.put(pay({ id, version: now }))), approvedPayment)
  })

  it('must have been filled, and its last update must have been accepted', async () => {
    const created = await stored.ask('POST', '/session')
    const { id } = created.body.session
    assert.deepEqual(refusal(await shop.put(pay(id, { sourceOfFunds: cardSource() }))), refusalOf('session.id'))
    await stored.ask('PUT', `/session/${id}`, { sourceOfFunds: cardSource() })
    const wrong = await stored.ask('PUT', `/session/${id}`, { order: { currency: 'nothing' } })
    assert.deepEqual(refusal(wrong), refusalOf('order.currency'))
    assert.equal((await stored.ask('GET', `/session/${id}`)).body.session.updateStatus, 'FAILURE')
    assert.deepEqual(refusal(await shop.put(pay(id))), refusalOf('session.id'))
    await stored.ask('PUT', `/session/${id}`, { customer: { firstName: 'Jo' } })
    assert.deepEqual(outcome(await shop.put(pay(id))), approvedPayment)
  })
})

describe('the security code of a session', () => {
  for (const [apiOperation, expiry] of [
    ['PAY', { month: '1', year: '39' }],
    ['PAY', { month: '5', year: '39' }],
    ['AUTHORIZE', { month: '1', year: '39' }],
    ['VERIFY', { month: '1', year: '39' }],
  ] as const) {
    it(`serves one ${apiOperation}, whatever its outcome (${expiry.month}/${expiry.year})`, async () => {
      const before = await codesHeld()
      const id = await stored.session({ order, sourceOfFunds: cardSource({ expiry, securityCode: '102' }) })
      assert.equal(await codesHeld(), before + 1)
      const first = await shop.put({ apiOperation, session: { id } })
      assert.equal(first.body.response.cardSecurityCode.gatewayCode, 'NO_MATCH')
      assert.equal(await codesHeld(), before)
      const second = await shop.put({ apiOperation, session: { id } })
      assert.equal(second.body.response.cardSecurityCode.gatewayCode, 'NOT_PRESENT')
      const shown = await stored.ask('GET', `/session/${id}`)
      assert.equal(shown.body.sourceOfFunds.provided.card.securityCode, undefined)
    })
  }

  it('serves a token whose card the acquirer verifies; it remains when no acquirer is called', async () => {
    const before = await codesHeld()
    const id = await stored.session({ sourceOfFunds: cardSource() })
    const save = { session: { id }, transaction: { currency: 'USD' } }
    await stored.token({ ...save, verificationStrategy: 'NONE' })
    assert.equal(await codesHeld(), before + 1)
    await stored.token({ ...save, verificationStrategy: 'ACQUIRER' })
    assert.equal(await codesHeld(), before)
  })

  it('remains after a request that was refused before the acquirer was called', async () => {
    const before = await codesHeld()
    const id = await stored.session({ sourceOfFunds: cardSource() })
    await shop.put({ apiOperation: 'PAY', session: { id } })
    assert.equal(await codesHeld(), before + 1)
  })
})

describe('a repeat with the same ids', () => {
  it('gets the first answer, also after the session has changed or expired', async () => {
    const id = await stored.session({ order, sourceOfFunds: cardSource() })
    const orderId = newOrderId()
    const first = await shop.put(pay(id), { orderId })
    await stored.ask('PUT', `/session/${id}`, { order: { description: 'changed' } })
    const changed = await shop.put(pay(id), { orderId })
    await gateway.query(`update sessions set expires_at = now() - interval '1 second'`)
    const gone = await shop.put(pay(id), { orderId })
    assert.deepEqual([first.status, changed.status, gone.status], [201, 200, 200])
    assert.deepEqual([changed.text, gone.text], [first.text, first.text])
    assert.equal((await booksOf(gateway, orderId)).length, 1)
  })

  it('is refused for another request, by what was sent and not by the values of the session', async () => {
    const orderId = newOrderId()
    const id = await stored.session({ order, sourceOfFunds: cardSource() })
    await shop.put(pay(id), { orderId })
    const same = { apiOperation: 'PAY', order, sourceOfFunds: cardSource() }
    assert.deepEqual(refusal(await shop.put(same, { orderId })), refusalOf('transaction.id'))
    const another = await stored.session({ order, sourceOfFunds: cardSource() })
    assert.deepEqual(refusal(await shop.put(pay(another), { orderId })), refusalOf('transaction.id'))
  })

  it('sent many times at once pays once', async () => {
    const id = await stored.session({ order, sourceOfFunds: cardSource() })
    const orderId = newOrderId()
    const responses = await Promise.all(Array.from({ length: 12 }, () => shop.put(pay(id), { orderId })))
    assert.equal(responses.filter(({ status }) => status === 201).length, 1)
    for (const { body } of responses) assert.equal(body.response?.gatewayCode, 'APPROVED')
    assert.equal((await booksOf(gateway, orderId)).length, 1)
  })
})

describe('the opening of a session', () => {
  it('has an audit entry that names the payment and no number', async () => {
    const id = await stored.session({ order, sourceOfFunds: cardSource() })
    const orderId = newOrderId()
    await shop.put(pay(id), { orderId })
    const lines = await gateway.query<{ text: string }>(
      `select subject::text as text from audit where action = 'ACCOUNT_OPENED' and subject ->> 'orderId' = $1`,
      [orderId],
    )
    assert.equal(lines.length, 1)
    const [{ text }] = lines as [{ text: string }]
    assert.ok(!text.includes('5123450000000008') && !text.includes(id), text)
    // The digits that a masked number leaves out: the session's keyed hash could hold any 13 digits by chance.
    assert.ok(!text.includes('345000000'), text)
  })

  it('has an audit entry also when the request fails', async () => {
    const count = async () => (await gateway.query(`select from audit where action = 'ACCOUNT_OPENED'`)).length
    const before = await count()
    const id = await stored.session({ sourceOfFunds: cardSource() })
    assert.deepEqual(
      refusal(await shop.put({ apiOperation: 'PAY', session: { id } })),
      refusalOf('order.currency', 'MISSING'),
    )
    assert.equal(await count(), before + 1)
  })
})
