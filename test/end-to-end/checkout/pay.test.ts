// What a payer can do on a page, and what comes of it: at the shop, in the order, and at the acquirer.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type ApiResponse, cardSource, newOrderId } from '../../support/clients/client.ts'
import {
  card,
  declinedCard,
  newCheckout,
  notEnrolledCard,
  openPayer,
  redirectOf,
  wayFrom,
} from '../../support/clients/payer.ts'
import { openSessions } from '../../support/clients/sessions.ts'
import { booksOf, openShop, type Shop } from '../../support/clients/shop.ts'
import { boardMerchant, testerStamp } from '../../support/fixtures/merchants.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
let shop: Shop
before(async () => {
  gateway = await startGateway()
  shop = openShop(gateway)
  // Decline after decline of one card is what these tests are about.
  await gateway.administration.merchants.change(shop.merchant, (now) => ({ ...now, velocityLimits: [] }), testerStamp())
})
after(() => gateway.stop())

const returnUrl = 'https://shop.example/done'

/** What the simulated acquirer was asked for. */
async function asked(orderId: string): Promise<readonly unknown[]> {
  return (await booksOf(gateway, orderId)).map(({ kind, is_approved }) => [kind, is_approved])
}

async function transactionOf(orderId: string, id = '1'): Promise<readonly unknown[]> {
  const { body } = await shop.transaction(orderId, id)
  return [body.transaction?.type, body.gatewayEntryPoint, body.response?.gatewayCode, body.order?.status]
}

describe('a payer on the page of a checkout session', () => {
  const operations = [
    ['PURCHASE', 'PAYMENT', 'CAPTURED', 'PAY'],
    ['AUTHORIZE', 'AUTHORIZATION', 'AUTHORIZED', 'AUTHORIZE'],
    ['VERIFY', 'VERIFICATION', 'VERIFIED', 'VERIFY'],
  ] as const
  for (const [operation, type, status, kind] of operations) {
    it(`${operation}: pays and is sent back to the shop with the success indicator`, async () => {
      const { sessionId, successIndicator, sessionVersion, orderId } = await newCheckout(gateway, {
        interaction: { operation },
      })
      const payer = openPayer(gateway, sessionId)
      const page = await payer.open()
      assert.equal(page.status, 200)
      assert.match(page.text, /name="cardNumber"/)
      assert.ok(!page.text.includes(successIndicator))
      assert.deepEqual(redirectOf(await payer.pay()), [
        returnUrl,
        { resultIndicator: successIndicator, sessionVersion },
      ])
      assert.deepEqual(await transactionOf(orderId), [type, 'CHECKOUT_VIA_WEBSITE', 'APPROVED', status])
      assert.deepEqual(await asked(orderId), [[kind, true]])
    })
  }

  it('NONE: leaves the card in the session, for the shop to pay with', async () => {
    const { sessionId, successIndicator, sessionVersion, orderId } = await newCheckout(gateway, {
      interaction: { operation: 'NONE' },
    })
    const payer = openPayer(gateway, sessionId)
    const [address, result] = redirectOf(await payer.pay())
    assert.equal(address, returnUrl)
    assert.equal(result['resultIndicator'], successIndicator)
    const { body } = await openSessions(gateway).retrieve(sessionId)
    assert.equal(result['sessionVersion'], body.session.version)
    assert.notEqual(body.session.version, sessionVersion)
    assert.equal(body.sourceOfFunds.provided.card.number, '512345xxxxxx0008')
    assert.equal((await shop.order(orderId)).status, 400)
    const paid = await shop.put({ apiOperation: 'PAY', session: { id: sessionId } }, { orderId })
    assert.deepEqual([paid.body.result, paid.body.gatewayEntryPoint], ['SUCCESS', 'WEB_SERVICES_API'])
    assert.deepEqual(redirectOf(await payer.open())[0], returnUrl, 'the page stays done')
  })

  it('pays in the version of its session, with all that the session holds', async () => {
    for (const version of [28, 45, 50, 62, 63, 100]) {
      const { sessionId, successIndicator, orderId } = await newCheckout(gateway, {
        version,
        billing: { address: { street: 'Alpha St', city: 'Springfield' } },
        customer: { email: 'jane@payer.example', firstName: 'Jane' },
        order: { description: 'Goods' },
      })
      const [, { resultIndicator }] = redirectOf(await openPayer(gateway, sessionId).pay())
      assert.equal(resultIndicator, successIndicator, `version ${version}`)
      const { body } = await shop.transaction(orderId, '1')
      assert.deepEqual(
        [body.billing.address.city, body.customer.firstName, body.order.description],
        ['Springfield', 'Jane', 'Goods'],
      )
      assert.equal(body.sourceOfFunds.provided.card.nameOnCard, 'Jane Payer')
    }
  })

  it('is declined, sees the reason, and pays with another card on the same page', async () => {
    const { sessionId, successIndicator, orderId } = await newCheckout(gateway)
    const payer = openPayer(gateway, sessionId)
    const declined = await payer.pay(declinedCard)
    assert.equal(declined.status, 200)
    assert.match(declined.text, /name="attempt" value="2"/)
    assert.match(declined.text, /Jane Payer/, 'what is not secret is still there')
    const poor = await payer.pay({ ...card, expiryMonth: '6', attempt: '2' })
    assert.notEqual(poor.text.match(/role="alert"/), null)
    const [, { resultIndicator }] = redirectOf(
      await payer.pay({ ...card, cardNumber: '4508750015741019', attempt: '3' }),
    )
    assert.equal(resultIndicator, successIndicator)
    const { body } = await shop.order(orderId)
    const transactions = body.transaction.map(({ transaction, response }: ApiResponse['body']) => [
      transaction.id,
      response.gatewayCode,
    ])
    assert.deepEqual(transactions, [
      ['1', 'DECLINED'],
      ['2', 'INSUFFICIENT_FUNDS'],
      ['3', 'APPROVED'],
    ])
  })

  it('finds everything but the card again when the page is loaded after a decline', async () => {
    const displayControl = { customerEmail: 'OPTIONAL', billingAddress: 'OPTIONAL' }
    const { sessionId } = await newCheckout(gateway, { interaction: { displayControl } })
    const payer = openPayer(gateway, sessionId)
    await payer.pay({ ...declinedCard, email: 'jane@payer.example', billingCity: 'Leeds', billingCountry: 'GBR' })
    const { text } = await payer.open()
    const inputValue = (name: string) => new RegExp(`<input[^>]* name="${name}"[^>]* value="([^"]*)"`).exec(text)?.[1]
    assert.deepEqual(['nameOnCard', 'email', 'billingCity'].map(inputValue), [
      'Jane Payer',
      'jane@payer.example',
      'Leeds',
    ])
    assert.match(text, /<option value="GBR" selected>/)
    for (const secret of ['cardNumber', 'expiryMonth', 'expiryYear', 'securityCode'])
      assert.equal(inputValue(secret), undefined, secret)
    assert.doesNotMatch(text, /512345|0008/, 'not even masked')
    assert.match(text, /Attempts left: 4/)
  })

  it('is informed before the last attempt', async () => {
    const { sessionId } = await newCheckout(gateway, { interaction: { retryAttemptCount: 2 } })
    const payer = openPayer(gateway, sessionId)
    const { text } = await payer.pay(declinedCard)
    assert.match(text, /<div class="alert" role="alert"(.|\n)*This is your last attempt\.(.|\n)*<\/div>/)
    assert.doesNotMatch(text, /Attempts left/)
  })

  it('gets the next free transaction id, whatever the shop has done with the order', async () => {
    const { sessionId, orderId } = await newCheckout(gateway)
    const order = { amount: '100.00', currency: 'USD' }
    const sourceOfFunds = cardSource({ expiry: { month: '5', year: '39' } })
    for (const transactionId of ['1', 'three', '2'])
      await shop.put({ apiOperation: 'PAY', order, sourceOfFunds }, { orderId, transactionId })
    redirectOf(await openPayer(gateway, sessionId).pay())
    assert.equal((await transactionOf(orderId, '3'))[1], 'CHECKOUT_VIA_WEBSITE')
  })
})

describe('the last attempt', () => {
  async function failAll(checkout: { sessionId: string }, attempts: number, frame?: string): Promise<ApiResponse> {
    const payer = openPayer(gateway, checkout.sessionId, frame)
    for (let attempt = 1; attempt < attempts; attempt += 1) {
      const { status, text } = await payer.pay({ ...declinedCard, attempt: String(attempt) })
      assert.equal(status, 200)
      assert.match(text, new RegExp(`name="attempt" value="${attempt + 1}"`))
    }
    return payer.pay({ ...declinedCard, attempt: String(attempts) })
  }

  it('is the fifth, and ends with an indicator that differs from success', async () => {
    const checkout = await newCheckout(gateway)
    const [address, { resultIndicator, sessionVersion }] = redirectOf(await failAll(checkout, 5))
    assert.deepEqual([address, sessionVersion], [returnUrl, checkout.sessionVersion])
    assert.match(resultIndicator ?? '', /^[0-9a-f]{16}$/)
    assert.notEqual(resultIndicator, checkout.successIndicator)
    const payer = openPayer(gateway, checkout.sessionId)
    const again = await payer.pay({ ...card, attempt: '6' })
    assert.equal(redirectOf(again)[1]['resultIndicator'], resultIndicator, 'nothing is paid any more')
    assert.equal((await asked(checkout.orderId)).length, 5)
    const [{ gateway_code: code } = {}] = await gateway.query<{ gateway_code?: string }>(
      "select gateway_code from checkouts where state = 'FAILED'",
    )
    assert.equal(code, 'EXCEEDED_RETRY_LIMIT')
  })

  it('is the one that the merchant sets, and redirects as the merchant says', async () => {
    const redirectMerchantUrl = 'https://shop.example/sorry?from=page'
    const checkout = await newCheckout(gateway, { interaction: { retryAttemptCount: 2, redirectMerchantUrl } })
    assert.equal(wayFrom(await failAll(checkout, 2)), redirectMerchantUrl)
  })

  it('ends on a page of the gateway when the shop gave no URL', async () => {
    const interaction = { retryAttemptCount: 1, returnUrl: undefined }
    const { status, text } = await failAll(await newCheckout(gateway, { interaction }), 1)
    assert.equal(status, 200)
    assert.doesNotMatch(text, /name="cardNumber"/)
  })
})

describe('the return URL', () => {
  const addresses = [
    ['https://shop.example/done?basket=7', /^https:\/\/shop\.example\/done\?basket=7&resultIndicator=[0-9a-f]{16}&s/],
    ['https://shop.example/#/done', /^https:\/\/shop\.example\/\?resultIndicator=[0-9a-f]{16}&sess[^#]+#\/done$/],
    ['https://shop.example/fünf', /^https:\/\/shop\.example\/f%C3%BCnf\?resultIndicator=/],
  ] as const
  for (const [url, expected] of addresses) {
    it(`keeps the parts of ${url}`, async () => {
      const { sessionId } = await newCheckout(gateway, { interaction: { returnUrl: url } })
      const payer = openPayer(gateway, sessionId)
      for (const response of [await payer.pay(), await payer.open()]) {
        assert.match(wayFrom(response) ?? '', expected)
        assert.equal(response.headers['referrer-policy'], 'no-referrer')
      }
    })
  }

  it('is followed by a page after a form post: browsers would block a redirect to another site', async () => {
    const { sessionId, successIndicator } = await newCheckout(gateway)
    const payer = openPayer(gateway, sessionId)
    const policy = String((await payer.open()).headers['content-security-policy'])
    assert.match(policy, /form-action 'self';/)
    const { status, text } = await payer.pay()
    assert.equal(status, 200)
    assert.match(text, new RegExp(`href="https://shop\\.example/done\\?resultIndicator=${successIndicator}&amp;`))
    assert.equal((await payer.open()).status, 303)
  })

  it('is replaced by a receipt where the merchant gave none', async () => {
    const { sessionId, successIndicator } = await newCheckout(gateway, { interaction: { returnUrl: undefined } })
    const { status, text } = await openPayer(gateway, sessionId).pay()
    assert.equal(status, 200)
    assert.match(text, /•••• 0008/)
    assert.ok(!text.includes(successIndicator))
  })
})

describe('other payment methods', () => {
  it('a stored card pays with its security code alone, unless the payer gives another card', async () => {
    const token = (
      await openSessions(gateway).send('/token', { method: 'POST', body: { sourceOfFunds: cardSource() } })
    ).body.token
    for (const [fields, number] of [
      [{ source: 'STORED', securityCode: '100' }, '512345xxxxxx0008'],
      [{ ...card, cardNumber: '4508750015741019' }, '450875xxxxxx1019'],
    ] as const) {
      const { sessionId, orderId } = await newCheckout(gateway)
      await openSessions(gateway).update(sessionId, { sourceOfFunds: { token } })
      const payer = openPayer(gateway, sessionId)
      assert.match((await payer.open()).text, /•••• 0008/)
      redirectOf(await payer.pay(fields))
      const { body } = await shop.transaction(orderId, '1')
      assert.equal(body.sourceOfFunds.provided.card.number, number)
      assert.equal(body.sourceOfFunds.token, number.startsWith('5') ? token : undefined)
    }
  })

  it('gift cards and bank accounts are offered where the profile lists them', async () => {
    const profile = { sources: ['CARD', 'GIFT_CARD', 'ACH'] } as const
    const { id: merchant } = await boardMerchant(gateway, { profile })
    const gift = { source: 'GIFT_CARD', giftCardNumber: '6047 3100 0099 8823', giftCardPin: '7319' }
    const ach = {
      source: 'ACH',
      achAccountType: 'CONSUMER_CHECKING',
      achAccountHolder: 'Jane Payer',
      achAccountNumber: '9073144021',
      achAccountNumberAgain: '9073144021',
      achRoutingNumber: '123456780',
    }
    for (const fields of [gift, ach]) {
      const { sessionId, successIndicator } = await newCheckout(gateway, { merchant })
      const payer = openPayer(gateway, sessionId)
      assert.match((await payer.open()).text, /name="achAccountNumber"/)
      assert.equal(redirectOf(await payer.pay(fields))[1]['resultIndicator'], successIndicator)
    }
    const { sessionId } = await newCheckout(gateway)
    const plain = await openPayer(gateway, sessionId).open()
    assert.doesNotMatch(plain.text, /achAccountNumber|giftCardNumber/)
  })
})

describe('the hosted payment page', () => {
  it('pays with its own entry point', async () => {
    const orderId = newOrderId()
    const { body } = await openSessions(gateway).create(
      {
        apiOperation: 'CREATE_PAYMENT_PAGE_SESSION',
        order: { id: orderId, amount: '7', currency: 'USD' },
        paymentPage: { returnUrl, merchant: { name: 'The corner shop' } },
      },
      26,
    )
    const payer = openPayer(gateway, body.session.id)
    assert.match((await payer.open()).text, /The corner shop/)
    assert.equal(redirectOf(await payer.pay(notEnrolledCard))[1]['resultIndicator'], body.successIndicator)
    // Newer versions do not list it, and say CHECKOUT.
    assert.equal((await shop.transaction(orderId, '1', 26)).body.gatewayEntryPoint, 'HOSTED_PAGE')
    assert.equal((await transactionOf(orderId))[1], 'CHECKOUT')
  })
})

describe('the entry point of a payment on the checkout page', () => {
  const shown = async (orderId: string, version: number) => {
    const { gatewayEntryPoint } = (await shop.transaction(orderId, '1', version)).body
    const [first] = (await shop.order(orderId, version)).body.transaction
    assert.equal(first.gatewayEntryPoint, gatewayEntryPoint)
    return gatewayEntryPoint
  }

  for (const version of [45, 62]) {
    it(`is CHECKOUT in every version for a session of version ${version}`, async () => {
      const { sessionId, orderId } = await newCheckout(gateway, { version })
      await openPayer(gateway, sessionId).pay()
      for (const asked of [26, 30, 50, 62, 63, 100]) assert.equal(await shown(orderId, asked), 'CHECKOUT')
    })
  }

  for (const version of [63, 73, 100]) {
    it(`is CHECKOUT_VIA_WEBSITE from version 63 on for a session of version ${version}`, async () => {
      const { sessionId, orderId } = await newCheckout(gateway, { version })
      await openPayer(gateway, sessionId).pay()
      for (const asked of [63, 73, 100]) assert.equal(await shown(orderId, asked), 'CHECKOUT_VIA_WEBSITE')
      for (const asked of [26, 30, 50, 62]) assert.equal(await shown(orderId, asked), 'CHECKOUT')
    })
  }
})

describe('the invoice number of a checkout session', () => {
  for (const version of [50, 100]) {
    it(`of version ${version} belongs to the payment on its page`, async () => {
      const { sessionId, orderId } = await newCheckout(gateway, { version, order: { invoiceNumber: 'INV-7' } })
      await openPayer(gateway, sessionId).pay()
      assert.equal((await shop.transaction(orderId, '1')).body.order.invoiceNumber, 'INV-7')
      assert.equal((await shop.order(orderId)).body.invoiceNumber, 'INV-7')
    })
  }
})
