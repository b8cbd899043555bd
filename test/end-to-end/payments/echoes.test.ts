// What a request says comes back in its answer, in every answer about the transaction later, and where its version has it.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type Body, captureBody, newOrderId, payBody, refundBody } from '../../support/clients/client.ts'
import { openShop, orderOf, type Shop } from '../../support/clients/shop.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
before(async () => {
  gateway = await sharedGateway()
  shop = openShop(gateway)
})

/** Fails unless everything expected is there; the response may say more. */
function assertHas(actual: Body, expected: Body, path = ''): void {
  if (Array.isArray(expected) || (typeof expected === 'object' && expected !== null)) {
    for (const [name, value] of Object.entries(expected)) assertHas(actual?.[name], value, `${path}.${name}`)
  } else assert.equal(actual, expected, path)
}

const everyVersion = {
  billing: { address: { city: 'Graz', country: 'AUT', postcodeZip: '8010', street: 'Yankee St' } },
  customer: { email: 'jo@example.com' },
  partnerSolutionId: 'PLUGIN-1',
  posTerminal: { attended: 'ATTENDED', inputCapability: 'MAGNETIC_STRIPE' },
  shipping: {
    address: { city: 'Wien', country: 'AUT' },
    contact: { firstName: 'Ann', lastName: 'Payee' },
    method: 'GROUND',
  },
  userId: 'clerk-3',
  correlationId: 'c-1',
}
const orderOfEveryVersion = {
  custom: { colour: 'blue' },
  customerNote: 'ring twice',
  description: 'Two books',
  reference: 'order-ref',
  taxRegistrationId: 'ATU123',
  walletIndicator: '101',
  walletProvider: 'VISA_CHECKOUT',
}
const transaction = {
  acquirer: { customData: 'for the acquirer' },
  merchantNote: 'a note',
  reference: 'transaction-ref',
  source: 'INTERNET',
}
const item = [{ name: 'Book', quantity: 2, unitPrice: 45, sku: 'b-1', description: 'paper' }]
const tax = [{ amount: 10, type: 'VAT' }]
const amounts = { itemAmount: 90, taxAmount: 10 }

/** Where line items stand in a request of each version, and in its response. */
const versions = [15, 29, 30, 38, 50, 100] as const

function requestIn(version: number): Body {
  return payBody({
    ...everyVersion,
    order: { amount: '100', currency: 'USD', ...orderOfEveryVersion, ...amounts, tax, ...(version >= 50 && { item }) },
    transaction: {
      ...transaction,
      ...(version < 100 && { frequency: 'SINGLE' }),
      ...(version >= 30 && version < 50 && { item }),
    },
    ...(version < 30 && { item }),
    ...(version >= 30 && { device: { browser: 'Mozilla/5.0', ipAddress: '192.0.2.1' } }),
  })
}

describe('the fields of a payment', () => {
  for (const version of versions) {
    it(`are returned in version ${version}, at once, when repeated and when read later`, async () => {
      const orderId = newOrderId()
      const request = requestIn(version)
      const response = await shop.put(request, { orderId, version })
      assert.equal(response.status, 201, response.text)
      const again = await shop.put(request, { orderId, version })
      assert.equal(again.text, response.text)
      const read = await shop.transaction(orderId, '1', version)
      const { correlationId, ...kept } = everyVersion
      assert.equal(response.body.correlationId, correlationId)
      assert.equal(read.body.correlationId, undefined)
      for (const { body } of [response, read]) {
        assertHas(body, kept)
        assertHas(body.order, { ...orderOfEveryVersion, ...amounts, tax })
        assertHas(body.transaction, transaction)
        if (version < 100) assert.equal(body.transaction.frequency, 'SINGLE')
        if (version >= 30) assertHas(body.device, { browser: 'Mozilla/5.0', ipAddress: '192.0.2.1' })
        assertHas(version >= 50 ? body.order.item : body.transaction.item, item)
      }
    })
  }

  it('about a flight are returned', async () => {
    const airline = {
      bookingReference: 'ABC123',
      passenger: [{ firstName: 'Jo', lastName: 'Payer' }],
      ticket: { ticketNumber: '123456789012', issue: { city: 'Graz' } },
    }
    for (const version of [15, 29, 50, 100]) {
      const { body, text, status } = await shop.put(payBody({ airline }), { version })
      assert.equal(status, 201, text)
      assertHas(body.airline, airline)
    }
  })

  it('about line items are returned in any version, where that version has them', async () => {
    const orderId = newOrderId()
    await shop.put(requestIn(15), { orderId, version: 15 })
    for (const version of versions) {
      const { body } = await shop.transaction(orderId, '1', version)
      assertHas(version >= 50 ? body.order.item : body.transaction.item, item)
    }
  })

  it('about the order stay with it: a capture and a refund show them too, unless they have their own', async () => {
    const orderId = await orderOf(shop, { ...requestIn(100), apiOperation: 'AUTHORIZE' }, captureBody('60'))
    const captured = await shop.transaction(orderId, '2')
    assertHas(captured.body.billing, everyVersion.billing)
    assertHas(captured.body.order, { reference: 'order-ref', custom: { colour: 'blue' } })
    assert.equal(captured.body.transaction.merchantNote, undefined)
    const body = { ...refundBody('10', { merchantNote: 'sorry' }), order: { reference: 'another' } }
    const refunded = await shop.put(body, { orderId, transactionId: '3' })
    assert.equal(refunded.status, 201, refunded.text)
    assert.deepEqual(
      [refunded.body.order.reference, refunded.body.order.description, refunded.body.transaction.merchantNote],
      ['another', 'Two books', 'sorry'],
    )
    const order = await shop.order(orderId)
    assertHas(order.body, { reference: 'another', description: 'Two books', customer: everyVersion.customer })
  })

  it('include only the correlationId of the same call, on captures and errors as well', async () => {
    const orderId = await orderOf(shop, { ...payBody(), apiOperation: 'AUTHORIZE', correlationId: 'first' })
    const captured = await shop.put({ ...captureBody('1'), correlationId: 'second' }, { orderId, transactionId: '2' })
    assert.equal(captured.body.correlationId, 'second')
    const repeated = await shop.put({ ...captureBody('1'), correlationId: 'third' }, { orderId, transactionId: '2' })
    assert.deepEqual([repeated.status, repeated.body.correlationId], [200, 'third'])
    const refusedOne = await shop.put({ ...captureBody('999'), correlationId: 'x' }, { orderId, transactionId: '3' })
    assert.deepEqual([refusedOne.status, refusedOne.body.correlationId], [400, 'x'])
  })
})
