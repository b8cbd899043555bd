// What of a request reaches the acquirer, by its own books, and what must not.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import {
  authorizeBody,
  captureBody,
  cardExpiring,
  cardSource,
  newOrderId,
  payBody,
} from '../../support/clients/client.ts'
import { booksOf, openShop, refusal, refusalOf, type Shop } from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
before(async () => {
  gateway = await sharedGateway()
  shop = openShop(gateway)
})

const usd = { amount: '100', currency: 'USD' }
const longName = 'The corner shop of old Mrs Applebaum'

async function tradingNamesOf(body: object): Promise<readonly [sent: string, shown: string]> {
  const orderId = newOrderId()
  const response = await shop.put(body, { orderId })
  assert.equal(response.status, 201, response.text)
  const [line] = await booksOf(gateway, orderId)
  return [line?.details.order.subMerchant.tradingName, response.body.order.subMerchant.tradingName]
}

describe('the name of a sub-merchant', () => {
  const subMerchant = { identifier: 's-1', tradingName: longName }
  const withCard = (number: string, securityCode = '100') =>
    payBody({ order: { ...usd, subMerchant }, sourceOfFunds: cardSource({ number, securityCode }) })

  it('is cut for schemes that print less of it, and shown as it was sent', async () => {
    assert.deepEqual(await tradingNamesOf(withCard('5123450000000008')), [longName.slice(0, 21), longName])
    assert.deepEqual(await tradingNamesOf(withCard('4508750015741019')), [longName, longName])
    // With the aggregator's name and a star before it, 36 characters: Sandbox merchant has 16.
    assert.deepEqual(await tradingNamesOf(withCard('345678901234564', '1000')), [longName.slice(0, 19), longName])
  })

  it('comes with the first transaction of an order only', async () => {
    const orderId = newOrderId()
    const declined = cardExpiring('5', '39')
    await shop.put(payBody({ order: { ...usd, subMerchant }, sourceOfFunds: declined }), { orderId })
    const late = await shop.put(payBody({ order: { ...usd, subMerchant } }), { orderId, transactionId: '2' })
    assert.deepEqual(refusal(late), refusalOf('order.subMerchant'))
    assert.equal((await shop.put(payBody(), { orderId, transactionId: '2' })).status, 201)
  })

  it('is refused from merchants that are no aggregators', async () => {
    const { id } = await boardMerchant(gateway, { profile: { isAggregator: false } })
    const response = await openShop(gateway, id).put(payBody({ order: { ...usd, subMerchant } }))
    assert.deepEqual(refusal(response), refusalOf('order.subMerchant'))
  })
})

describe('data that is not sent to the acquirer', () => {
  it('includes order.custom and the URL for notifications, in every operation', async () => {
    const orderId = newOrderId()
    const order = {
      custom: { colour: 'very-private-blue' },
      notificationUrl: 'https://shop.example/very-private-hook',
      reference: 'r-1',
    }
    const first = await shop.put(authorizeBody({ order: { ...usd, ...order } }), { orderId })
    assert.deepEqual(first.body.order.custom, order.custom)
    await shop.put({ ...captureBody(), order }, { orderId, transactionId: '2' })
    const books = await booksOf(gateway, orderId)
    assert.equal(books.length, 2)
    for (const line of books) {
      assert.equal(line.details.order.reference, 'r-1')
      assert.doesNotMatch(JSON.stringify(line), /very-private/)
    }
  })

  it('includes the security code in the acquirer’s books as well', async () => {
    const orderId = newOrderId()
    await shop.put(payBody({ sourceOfFunds: cardSource({ securityCode: '7391' }) }), { orderId })
    const rows = await gateway.query<{ text: string }>('select b::text as text from simulated_acquirer.book b')
    assert.ok(rows.every(({ text }) => !text.includes('7391"')))
  })
})

describe('the acquirer receives', () => {
  it('the payer, the terminal, the device and the purchase', async () => {
    const orderId = newOrderId()
    const sent = {
      billing: { address: { city: 'Graz', country: 'AUT', street: 'Yankee St' } },
      customer: { firstName: 'Jo' },
      device: { ipAddress: '192.0.2.1' },
      shipping: { address: { city: 'Wien' } },
      posTerminal: { attended: 'ATTENDED' },
    }
    const order = { ...usd, description: 'Two books', item: [{ name: 'Book', quantity: 2, unitPrice: '50' }] }
    const response = await shop.put(payBody({ ...sent, order }), { orderId })
    assert.equal(response.status, 201, response.text)
    const [line] = await booksOf(gateway, orderId)
    const { order: toldOrder, ...others } = line?.details ?? {}
    const shipping = { address: { ...sent.shipping.address, sameAsBilling: 'DIFFERENT' } }
    assert.deepEqual(others, { ...sent, shipping })
    assert.equal(toldOrder.description, 'Two books')
    assert.equal(toldOrder.item[0].name, 'Book')
    assert.deepEqual([toldOrder.amount, toldOrder.currency], [undefined, undefined])
  })

  it('the result of payer authentication made elsewhere, unaltered', async () => {
    const orderId = newOrderId()
    const threeDSecure = {
      acsEci: '02',
      authenticationStatus: 'AUTHENTICATION_SUCCESSFUL',
      authenticationToken: 'jHyn+7YFi1EUAREAAAAvNUe6Hv8=',
      enrollmentStatus: 'ENROLLED',
    }
    const response = await shop.put(payBody({ '3DSecure': threeDSecure }), { orderId })
    assert.equal(response.status, 201, response.text)
    assert.deepEqual(response.body['3DSecure'], threeDSecure)
    assert.deepEqual((await booksOf(gateway, orderId))[0]?.details.threeDSecure, threeDSecure)
  })

  it('the currency conversion of the first transaction of an order, and no other one', async () => {
    const currencyConversion = {
      payerAmount: '92.00',
      payerCurrency: 'EUR',
      payerExchangeRate: '0.92',
      provider: 'DCC_A',
      requestId: 'quote-1',
      uptake: 'ACCEPTED',
      exchangeRateTime: '2026-01-01T00:00:00.000Z',
    }
    const orderId = newOrderId()
    const declined = cardExpiring('5', '39')
    const first = await shop.put(payBody({ currencyConversion, sourceOfFunds: declined }), { orderId })
    assert.equal(first.status, 201, first.text)
    assert.equal(first.body.currencyConversion.uptake, 'ACCEPTED')
    const another = { ...currencyConversion, payerCurrency: 'GBP' }
    const second = await shop.put(authorizeBody({ currencyConversion: another }), { orderId, transactionId: '2' })
    assert.equal(second.body.result, 'SUCCESS')
    const third = await shop.put({ ...captureBody(), currencyConversion: another }, { orderId, transactionId: '3' })
    assert.equal(third.body.result, 'SUCCESS', third.text)
    const books = await booksOf(gateway, orderId)
    assert.deepEqual(
      books.map(({ details }) => details.currencyConversion?.payerCurrency),
      ['EUR', 'EUR', undefined],
    )
    assert.equal(second.body.currencyConversion.payerCurrency, 'EUR')
    assert.equal(third.body.currencyConversion, undefined)
  })
})
