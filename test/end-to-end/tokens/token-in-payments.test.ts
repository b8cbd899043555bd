// Payments with a token: the stored account pays, what the request says wins over what is stored, and a token that must not
// be used is refused.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { captureBody, cardSource, newOrderId, refundBody, voidBody } from '../../support/clients/client.ts'
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
const pay = (token: string, differences: object = {}, source: object = {}) => ({
  apiOperation: 'PAY',
  order,
  sourceOfFunds: { token, ...source },
  ...differences,
})
const openings = (token: string) =>
  gateway.query<{ subject: { orderId: string; account: string } }>(
    `select subject from audit where action = 'ACCOUNT_OPENED' and subject ->> 'token' = $1 order by at, audit_id`,
    [token],
  )

describe('a payment with a token', () => {
  it('is made with the stored card, and shows the token in every response', async () => {
    const token = await stored.token({ sourceOfFunds: cardSource() })
    const orderId = newOrderId()
    const paid = await shop.put(pay(token), { orderId })
    assert.deepEqual(outcome(paid), approvedPayment, paid.text)
    const shown = {
      provided: {
        card: {
          brand: 'MASTERCARD',
          expiry: { month: '1', year: '39' },
          fundingMethod: 'CREDIT',
          number: '512345xxxxxx0008',
          scheme: 'MASTERCARD',
        },
      },
      token,
      type: 'CARD',
    }
    assert.deepEqual(paid.body.sourceOfFunds, shown)
    assert.deepEqual((await shop.transaction(orderId, '1')).body.sourceOfFunds, shown)
    assert.equal((await shop.order(orderId)).body.sourceOfFunds.token, token)
    const [asked] = await booksOf(gateway, orderId)
    assert.equal(asked?.card, '512345xxxxxx0008')
    assert.equal(paid.body.response.cardSecurityCode.gatewayCode, 'NOT_PRESENT')
  })

  it('works in every operation that takes a card, in versions old and new', async () => {
    const token = await stored.token({ sourceOfFunds: cardSource() })
    for (const version of [29, 30, 50, 100]) {
      for (const apiOperation of ['PAY', 'AUTHORIZE', 'VERIFY']) {
        const response = await shop.put(pay(token, { apiOperation }), { version })
        assert.deepEqual(
          [response.status, response.body.result],
          [201, 'SUCCESS'],
          `${apiOperation} ${version}: ${response.text}`,
        )
      }
    }
  })

  it('takes expiry and security code from the request where it has them', async () => {
    const token = await stored.token({ sourceOfFunds: cardSource() })
    const expiring = { provided: { card: { expiry: { month: '5', year: '39' }, securityCode: '102' } } }
    const paid = await shop.put(pay(token, {}, expiring))
    assert.equal(paid.body.response.gatewayCode, 'DECLINED')
    assert.equal(paid.body.response.cardSecurityCode.gatewayCode, 'NO_MATCH')
    assert.deepEqual((await stored.ask('GET', `/token/${token}`)).body.sourceOfFunds.provided.card.expiry, {
      month: '1',
      year: '39',
    })
  })

  it('goes on to capture, refund and void like any other', async () => {
    const token = await stored.token({ sourceOfFunds: cardSource() })
    const orderId = newOrderId()
    await shop.put(pay(token, { apiOperation: 'AUTHORIZE' }), { orderId, transactionId: 'a' })
    await stored.ask('DELETE', `/token/${token}`)
    for (const [transactionId, body] of [
      ['c', captureBody('60.00')],
      ['r', refundBody('10.00')],
      ['v', voidBody('r')],
    ] as const) {
      const response = await shop.put(body, { orderId, transactionId })
      assert.equal(response.body.result, 'SUCCESS', response.text)
      assert.equal(response.body.sourceOfFunds.token, token)
    }
  })

  it('counts as the same card when the order was verified with the number itself', async () => {
    const token = await stored.token({ sourceOfFunds: cardSource() })
    const orderId = newOrderId()
    await shop.put(
      { apiOperation: 'VERIFY', order: { currency: 'USD' }, sourceOfFunds: cardSource() },
      { orderId, transactionId: 'v' },
    )
    assert.deepEqual(outcome(await shop.put(pay(token), { orderId, transactionId: 'p' })), approvedPayment)
  })

  it('can be made with a gift card, whose PIN has to be sent each time', async () => {
    const token = await stored.token({
      sourceOfFunds: { type: 'GIFT_CARD', provided: { giftCard: { number: '6280390000000008', pin: '1234' } } },
    })
    const paid = await shop.put(
      pay(token, { order: { amount: '1.00', currency: 'USD' } }, { provided: { giftCard: { pin: '1234' } } }),
    )
    assert.equal(paid.body.result, 'SUCCESS', paid.text)
    assert.equal(paid.body.sourceOfFunds.type, 'GIFT_CARD')
  })

  it('can be made from bank accounts', async () => {
    const ach = {
      accountType: 'CONSUMER_CHECKING',
      bankAccountHolder: 'Jo Payer',
      bankAccountNumber: '8001234567',
      routingNumber: '123456780',
      secCode: 'WEB',
    }
    const directDebitCanada = {
      accountType: 'CONSUMER_CHECKING',
      bankAccountHolder: 'Jo Payer',
      bankAccountNumber: '70012345',
      financialInstitutionNumber: '003',
      transitNumber: '12345',
    }
    for (const [type, provided] of [
      ['ACH', { ach }],
      ['DIRECT_DEBIT_CANADA', { directDebitCanada }],
    ] as const) {
      const token = await stored.token({ sourceOfFunds: { type, provided } })
      const paid = await shop.put(pay(token), { version: 100 })
      assert.equal(paid.body.result, 'SUCCESS', `${type}: ${paid.text}`)
      assert.equal(paid.body.sourceOfFunds.token, token)
    }
  })
})

describe('a token that cannot be used', () => {
  it('is unknown, deleted, or holds another type', async () => {
    assert.match((await shop.put(pay('9000000000000001'))).body.error.explanation, /no token/)
    const token = await stored.token({ sourceOfFunds: cardSource() })
    assert.deepEqual(refusal(await shop.put(pay(token, {}, { type: 'ACH' }))), refusalOf('sourceOfFunds.type'))
    await stored.ask('DELETE', `/token/${token}`)
    assert.deepEqual(refusal(await shop.put(pay(token))).slice(0, 2), [400, 'INVALID_REQUEST'])
  })

  it('holds a billing agreement, of a merchant without an account with provider A', async () => {
    const token = await stored.token({
      sourceOfFunds: { type: 'PROVIDER_A', provided: { providerA: { billingAgreement: { id: 'B-1' } } } },
    })
    const { id } = await boardMerchant(gateway, { profile: { providers: [] }, repository: { id: 'TESTMERCHANT' } })
    assert.deepEqual(refusal(await openShop(gateway, id).put(pay(token))), refusalOf('sourceOfFunds.type'))
  })

  it('is of another repository; merchants who share one see the same tokens, sub-merchants their own', async () => {
    const token = await stored.token({ sourceOfFunds: cardSource() })
    assert.equal((await openShop(gateway, 'TESTSUPPLIED').put(pay(token))).status, 400)
    const { id: sharing } = await boardMerchant(gateway, { repository: { id: 'TESTMERCHANT' } })
    assert.equal((await openShop(gateway, sharing).put(pay(token))).body.result, 'SUCCESS')
    const subMerchant = {
      identifier: 'sub-1',
      registeredName: 'Sub',
      tradingName: 'Sub',
      address: { street: 'A', city: 'B', country: 'USA', postcodeZip: '1' },
      bankIndustryCode: '1234',
      email: 'a@b.cc',
      phone: '1',
    }
    const own = await stored.token({ subMerchant: { identifier: 'sub-1' }, sourceOfFunds: cardSource() })
    const withSub = (name: string) => shop.put(pay(name, { order: { ...order, subMerchant } }))
    assert.equal((await withSub(own)).body.result, 'SUCCESS')
    assert.equal((await withSub(token)).status, 400)
    assert.equal((await shop.put(pay(own))).status, 400)
  })
})

describe('a repeat with the same ids', () => {
  it('gets the first answer, also after the token has changed or was deleted', async () => {
    const token = await stored.token({ sourceOfFunds: cardSource() })
    const orderId = newOrderId()
    const first = await shop.put(pay(token), { orderId })
    await stored.ask('PUT', `/token/${token}`, { sourceOfFunds: cardSource({ number: '4508750015741019' }) })
    assert.equal((await shop.put(pay(token), { orderId })).text, first.text)
    await stored.ask('DELETE', `/token/${token}`)
    const again = await shop.put(pay(token), { orderId })
    assert.deepEqual([again.status, again.text], [200, first.text])
  })
})

describe('the effect of a payment on its token', () => {
  it('is the time of its last use, and one audit entry for each opening', async () => {
    const token = await stored.token({ sourceOfFunds: cardSource() })
    const saved = (await stored.ask('GET', `/token/${token}`)).body.usage
    const orderId = newOrderId()
    await shop.put(pay(token), { orderId })
    const used = (await stored.ask('GET', `/token/${token}`)).body.usage
    assert.ok(used.lastUsedTime > saved.lastUsedTime, `${used.lastUsedTime} after ${saved.lastUsedTime}`)
    assert.deepEqual(used.lastUpdated, saved.lastUpdated)
    const lines = await openings(token)
    assert.deepEqual(
      lines.map(({ subject }) => [subject.orderId, subject.account]),
      [[orderId, '512345xxxxxx0008']],
    )
    await shop.put(pay(token), { orderId })
    assert.equal((await openings(token)).length, 1, 'a repeat opens nothing')
  })
})

describe('an acquirer that stops recurring payments of a card', () => {
  const recurring = { agreement: { id: 'A-1', type: 'RECURRING', amountVariability: 'FIXED' } }

  // By the simulated acquirer's convention.
  const stopping = (expiry: object = { month: '7', year: '38' }) =>
    stored.token({ sourceOfFunds: cardSource({ expiry }) })

  for (const [advice, expiry] of [
    ['03', { month: '7', year: '38' }],
    ['21', { month: '3', year: '37' }],
  ] as const) {
    it(`makes the token INVALID when the payment was a recurring one (${advice}); it is refused from then on`, async () => {
      const token = await stopping(expiry)
      const declined = await shop.put(pay(token, recurring))
      assert.equal(declined.body.response.recurringPaymentAdvice.acquirerCode, advice, declined.text)
      const { status, usage } = (await stored.ask('GET', `/token/${token}`)).body
      assert.deepEqual([status, usage.lastUpdated.source], ['INVALID', 'GATEWAY'])
      assert.deepEqual(refusal(await shop.put(pay(token))), refusalOf('sourceOfFunds.token'))
    })
  }

  it('leaves the token unchanged otherwise', async () => {
    const token = await stopping()
    await shop.put(pay(token))
    assert.equal((await stored.ask('GET', `/token/${token}`)).body.status, 'VALID')
  })

  it('applies to the card that was charged, not to one that the token holds since', async () => {
    const token = await stopping()
    await shop.put(pay(token, recurring, { provided: { card: { number: '4508750015741019' } } }))
    assert.equal((await stored.ask('GET', `/token/${token}`)).body.status, 'VALID')
  })
})
