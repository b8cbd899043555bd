// PAY: authorizes and captures in one transaction.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import {
  authorizeBody,
  cardExpiring,
  cardSource,
  newOrderId,
  payBody,
  verifyBody,
} from '../../support/clients/client.ts'
import { booksOf, openShop, outcome, refusal, refusalOf, type Shop, totals } from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
before(async () => {
  gateway = await sharedGateway()
  shop = openShop(gateway)
})

const declinedCard = cardExpiring('5', '39')

describe('PAY', () => {
  for (const version of [15, 29, 30, 38, 50, 57, 100]) {
    it(`in version ${version} takes the money and says so`, async () => {
      const response = await shop.put(payBody(), { version })
      assert.deepEqual(outcome(response), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'])
      assert.deepEqual(totals(response), ['CAPTURED', 100, 100, 0])
      const { body } = response
      assert.deepEqual([body.version, body.order.amount, body.order.currency], [String(version), 100, 'USD'])
      assert.deepEqual([body.transaction.type, body.transaction.amount], ['PAYMENT', 100])
      assert.equal(body.sourceOfFunds.provided.card.number, '512345xxxxxx0008')
      assert.equal(body.transaction.frequency, version < 100 ? 'SINGLE' : undefined)
    })
  }

  it('returns every member that programs of the reference read', async () => {
    const { body } = await shop.put(payBody({ device: { ipAddress: '192.0.2.1' } }), { version: 57 })
    const { acquirer } = body.transaction
    const { authorizationResponse, response } = body
    assert.match(body.transaction.receipt, /^\d{12}$/)
    assert.match(body.transaction.authorizationCode, /^\d{6}$/)
    assert.ok(body.transaction.receipt.endsWith(body.transaction.stan))
    assert.equal(authorizationResponse.stan, body.transaction.stan)
    assert.ok(Number.isInteger(acquirer.batch))
    assert.match(acquirer.date, /^\d{4}$/)
    assert.match(acquirer.settlementDate, /^\d{4}-\d\d-\d\d$/)
    assert.equal(acquirer.timeZone, '+0000')
    assert.deepEqual([acquirer.id, acquirer.merchantId], ['SYSTEST_ACQ1', 'TESTMERCHANT'])
    assert.deepEqual([response.acquirerCode, response.acquirerMessage], ['00', 'Approved'])
    assert.deepEqual(response.cardSecurityCode, { acquirerCode: 'M', gatewayCode: 'MATCH' })
    for (const member of ['commercialCard', 'financialNetworkCode', 'posData', 'posEntryMode', 'processingCode'])
      assert.ok(authorizationResponse[member], member)
    assert.deepEqual(body.risk.response, { gatewayCode: 'NOT_CHECKED', review: { decision: 'NOT_REQUIRED' } })
    assert.deepEqual([body.order.merchantAmount, body.order.merchantCurrency], [100, 'USD'])
    for (const time of [body.timeOfRecord, body.order.creationTime, body.order.lastUpdatedTime])
      assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.deepEqual([body.gatewayEntryPoint, body.merchant], ['WEB_SERVICES_API', 'TESTMERCHANT'])
    assert.deepEqual(body.device, { ipAddress: '192.0.2.1' })
  })

  it('is exact in currencies with no, two, three and four decimals', async () => {
    const amounts = [
      ['JPY', '1500', 1500, '1500'],
      ['USD', '0.10', 0.1, '10'],
      ['KWD', '12.345', 12.345, '12345'],
      ['UYI', '1500', 1500, '1500'],
      ['CLF', '12.345', 12.345, '123450'],
      ['UYW', '0.50', 0.5, '5000'],
      ['USD', '92233720368.54', 92233720368.54, '9223372036854'],
    ] as const
    for (const [currency, amount, shown, minor] of amounts) {
      const orderId = newOrderId()
      const response = await shop.put(payBody({ order: { amount, currency } }), { orderId })
      assert.deepEqual(totals(response), ['CAPTURED', shown, shown, 0], currency)
      const [line] = await booksOf(gateway, orderId)
      assert.deepEqual([line?.approved_minor, line?.currency], [minor, currency])
    }
  })

  it('refuses more decimals than the currency has, and an amount of zero', async () => {
    for (const [currency, amount] of [
      ['JPY', '1.5'],
      ['USD', '1.005'],
      ['KWD', '1.0005'],
      ['UYI', '1.5'],
      ['CLF', '1.2345'],
      ['USD', '0.00'],
    ]) {
      const response = await shop.put(payBody({ order: { amount, currency } }))
      assert.deepEqual(refusal(response), refusalOf('order.amount'), `${amount} ${currency}`)
    }
    assert.equal((await shop.put(payBody({ order: { amount: '10.000', currency: 'JPY' } }))).status, 201)
  })
})

describe('a payment sent again with the same ids', () => {
  it('gets the same answer, byte for byte, and is executed once', async () => {
    const orderId = newOrderId()
    const first = await shop.put(payBody(), { orderId })
    const second = await shop.put(payBody(), { orderId })
    assert.deepEqual([first.status, second.status], [201, 200])
    assert.equal(second.text, first.text)
    const books = await booksOf(gateway, orderId)
    assert.deepEqual([books.length, books[0]?.asked], [1, 1])
  })

  it('sent many times at once is executed once', async () => {
    const orderId = newOrderId()
    const responses = await Promise.all(Array.from({ length: 16 }, () => shop.put(payBody(), { orderId })))
    assert.equal(responses.filter(({ status }) => status === 201).length, 1)
    assert.equal(new Set(responses.map(({ text }) => text)).size, 1)
    assert.equal((await booksOf(gateway, orderId)).length, 1)
  })

  it('but with another amount, card or operation is refused and not executed', async () => {
    const orderId = newOrderId()
    await shop.put(payBody(), { orderId })
    const others = [
      payBody({ order: { amount: '100.01', currency: 'USD' } }),
      payBody({ sourceOfFunds: cardSource({ number: '4508750015741019' }) }),
      { ...payBody(), apiOperation: 'AUTHORIZE' },
    ]
    for (const body of others) assert.deepEqual(refusal(await shop.put(body, { orderId })), refusalOf('transaction.id'))
    assert.equal((await booksOf(gateway, orderId)).length, 1)
  })
})

describe('an order that is unknown to this process', () => {
  it('is taken for new and not read before it is paid; a known one is read first', async (t) => {
    const reads = t.mock.method(gateway.dependencies.store, 'findOrder')
    const orderId = newOrderId()
    const first = await shop.put(payBody(), { orderId })
    assert.deepEqual([first.status, reads.mock.callCount()], [201, 0])
    const again = await shop.put(payBody(), { orderId })
    assert.deepEqual([again.status, again.text, reads.mock.callCount()], [200, first.text, 1])
  })

  it('may exist all the same: then it is read, and judged by its state', async (t) => {
    const orderId = newOrderId()
    const first = await shop.put(payBody(), { orderId })
    // As after a restart, or in another process.
    t.mock.method(gateway.dependencies.store, 'hasSeenOrder', () => false)
    const again = await shop.put(payBody(), { orderId })
    assert.deepEqual([again.status, again.text], [200, first.text])
    const another = await shop.put(payBody({ order: { amount: '7', currency: 'USD' } }), { orderId })
    assert.deepEqual(refusal(another), refusalOf('transaction.id'))
    const withoutCard = await shop.put({ ...payBody(), sourceOfFunds: undefined }, { orderId })
    assert.deepEqual(refusal(withoutCard), refusalOf('transaction.id'))
    const second = await shop.put(payBody(), { orderId, transactionId: '2' })
    assert.deepEqual(refusal(second), refusalOf('order.id'))
    assert.equal((await booksOf(gateway, orderId)).length, 1)
  })
})

describe('a second payment on an order', () => {
  it('is refused once one has succeeded', async () => {
    const orderId = newOrderId()
    await shop.put(payBody(), { orderId })
    for (const apiOperation of ['PAY', 'AUTHORIZE', 'VERIFY']) {
      const body = apiOperation === 'VERIFY' ? verifyBody() : { ...payBody(), apiOperation }
      assert.deepEqual(refusal(await shop.put(body, { orderId, transactionId: '2' })), refusalOf('order.id'))
    }
  })

  it('is executed after one that was declined, with another card and amount, under a new transaction id', async () => {
    const orderId = newOrderId()
    const first = await shop.put(payBody({ sourceOfFunds: declinedCard }), { orderId })
    assert.deepEqual(outcome(first), [201, 'FAILURE', 'DECLINED', 'FAILED'])
    assert.deepEqual([...totals(first), first.body.order.amount], ['FAILED', 0, 0, 0, 100])
    const order = { amount: '70', currency: 'USD' }
    const body = payBody({ order, sourceOfFunds: cardSource({ number: '4508750015741019' }) })
    const second = await shop.put(body, { orderId, transactionId: '2' })
    assert.deepEqual([...totals(second), second.body.order.amount], ['CAPTURED', 70, 70, 0, 70])
  })

  it('keeps the currency of the order', async () => {
    const orderId = newOrderId()
    await shop.put(payBody({ sourceOfFunds: declinedCard }), { orderId })
    const body = payBody({ order: { amount: '1', currency: 'EUR' } })
    assert.deepEqual(refusal(await shop.put(body, { orderId, transactionId: '2' })), refusalOf('order.currency'))
  })
})

describe('a payment after a verification', () => {
  it('must use the card that was verified', async () => {
    const orderId = newOrderId()
    await shop.put(verifyBody(), { orderId })
    const another = payBody({ sourceOfFunds: cardSource({ number: '4508750015741019' }) })
    assert.deepEqual(
      refusal(await shop.put(another, { orderId, transactionId: '2' })),
      refusalOf('sourceOfFunds.provided.card.number'),
    )
    const same = payBody({ sourceOfFunds: cardExpiring('2', '39') })
    const response = await shop.put(same, { orderId, transactionId: '2' })
    assert.deepEqual(outcome(response), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'])
  })
})

describe('a partial approval', () => {
  const partialCard = cardExpiring('7', '39')
  const order = { amount: '10.01', currency: 'USD' }

  for (const version of [15, 30, 50, 100]) {
    it(`in version ${version} is accepted when the merchant accepts partial amounts`, async () => {
      const orderId = newOrderId()
      const body = payBody({ order: { ...order, acceptPartialAmount: true }, sourceOfFunds: partialCard })
      const response = await shop.put(body, { orderId, version })
      assert.deepEqual(outcome(response), [201, 'SUCCESS', 'PARTIALLY_APPROVED', 'CAPTURED'])
      assert.deepEqual(totals(response), ['CAPTURED', 5, 5, 0])
      const { transaction } = response.body
      assert.deepEqual([transaction.amount, transaction.requestedAmount, response.body.order.amount], [5, 10.01, 5])
      const [line] = await booksOf(gateway, orderId)
      assert.deepEqual([line?.amount_minor, line?.approved_minor, line?.is_reversed], ['1001', '500', false])
    })
  }

  it('is declined otherwise, and the part is reversed at once', async () => {
    for (const acceptPartialAmount of [undefined, false]) {
      const orderId = newOrderId()
      const body = payBody({ order: { ...order, acceptPartialAmount }, sourceOfFunds: partialCard })
      const response = await shop.put(body, { orderId })
      assert.deepEqual(outcome(response), [201, 'FAILURE', 'DECLINED', 'FAILED'])
      assert.deepEqual([...totals(response), response.body.order.amount], ['FAILED', 0, 0, 0, 10.01])
      assert.deepEqual(
        (await booksOf(gateway, orderId)).map(({ is_reversed }) => is_reversed),
        [true],
      )
      assert.equal((await shop.put(payBody({ order }), { orderId, transactionId: '2' })).body.result, 'SUCCESS')
    }
  })

  it('is announced to the acquirer beforehand where the link requires it', async () => {
    const { profile } = await boardMerchant(gateway)
    const acquirerLink = { ...profile.acquirerLink, needsPartialAmountFlag: true }
    const other = openShop(gateway, (await boardMerchant(gateway, { profile: { acquirerLink } })).id)
    for (const request of [payBody, authorizeBody]) {
      assert.deepEqual(refusal(await other.put(request())), refusalOf('order.acceptPartialAmount', 'MISSING'))
      const declining = request({ order: { amount: '1', currency: 'USD', acceptPartialAmount: false } })
      assert.deepEqual(refusal(await other.put(declining)), refusalOf('order.acceptPartialAmount', 'INVALID'))
    }
    const body = payBody({ order: { amount: '1', currency: 'USD', acceptPartialAmount: true } })
    assert.equal((await other.put(body)).body.result, 'SUCCESS')
  })
})
