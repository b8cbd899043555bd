// What the first transaction of an order says of the order holds for the ones that follow it: after a verification, after
// a payment that was declined, after the payer was authenticated.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import {
  authorizeBody,
  type Body,
  captureBody,
  cardExpiring,
  cardSource,
  newOrderId,
  payBody,
  verifyBody,
} from '../../support/clients/client.ts'
import { openSessions, type Sessions } from '../../support/clients/sessions.ts'
import { booksOf, openShop, outcome, refusal, refusalOf, type Shop } from '../../support/clients/shop.ts'
import { cardBody, openTokenKeeper, type TokenKeeper } from '../../support/clients/token-keeper.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
let tokens: TokenKeeper
let sessions: Sessions
before(async () => {
  gateway = await sharedGateway()
  tokens = await openTokenKeeper(gateway, { repository: { generation: 'MERCHANT_SUPPLIED' } })
  shop = openShop(gateway, tokens.merchant)
  sessions = openSessions(gateway, tokens.merchant)
})

const usd = { amount: '100', currency: 'USD' }
const subMerchant = {
  identifier: 'baker',
  tradingName: 'Baker',
  registeredName: 'Baker Ltd',
  bankIndustryCode: '5462',
  email: 'baker@example.com',
  phone: '1',
  address: { street: 'A', city: 'B', country: 'USA', postcodeZip: '1' },
}
const ofOrder = {
  reference: 'r-1',
  description: 'Two loaves',
  customerNote: 'Ring twice',
  custom: { colour: 'blue' },
  subMerchant,
}
const others = {
  billing: { address: { city: 'Graz', country: 'AUT', street: 'Yankee St' } },
  customer: { email: 'jo@example.com', firstName: 'Jo' },
  shipping: { address: { city: 'Wien' }, contact: { email: 'jo@example.com' } },
  partnerSolutionId: 'partner-1',
}
const declined = cardExpiring('5', '39')

const firstTransactions = {
  'a verification': verifyBody({ order: { currency: 'USD', ...ofOrder }, ...others }),
  'a declined payment': payBody({ order: { ...usd, ...ofOrder }, ...others, sourceOfFunds: declined }),
  'a declined authorization': authorizeBody({ order: { ...usd, ...ofOrder }, ...others, sourceOfFunds: declined }),
} as const

async function openedBy(first: object, version = 100): Promise<string> {
  const orderId = newOrderId()
  const response = await shop.put(first, { orderId, version })
  assert.equal(response.status, 201, response.text)
  return orderId
}

const saidOf = ({ order, billing, customer, shipping, partnerSolutionId }: Body) => ({
  ...Object.fromEntries(Object.keys(ofOrder).map((name) => [name, order?.[name]])),
  ...{ billing, customer, shipping, partnerSolutionId },
})
const shipping = { ...others.shipping, address: { city: 'Wien', sameAsBilling: 'DIFFERENT' } }

describe('order details of the first transaction', () => {
  for (const [what, first] of Object.entries(firstTransactions))
    for (const next of [payBody(), authorizeBody()] as Body[])
      it(`apply to ${next.apiOperation} after ${what}, in the answer and for the acquirer`, async () => {
        const orderId = await openedBy(first)
        const response = await shop.put(next, { orderId, transactionId: '2' })
        assert.equal(response.body.result, 'SUCCESS', response.text)
        assert.deepEqual(saidOf(response.body), { ...ofOrder, ...others, shipping })
        const [, entry] = await booksOf(gateway, orderId)
        const { custom: _, ...known } = ofOrder
        assert.deepEqual(saidOf(entry?.details), {
          ...known,
          ...others,
          ...{ shipping, custom: undefined, partnerSolutionId: undefined },
        })
        const again = await shop.put(next, { orderId, transactionId: '2' })
        assert.deepEqual([again.status, again.text], [200, response.text])
        assert.deepEqual((await shop.order(orderId)).body.subMerchant, subMerchant)
      })

  it('apply to transactions after the payment', async () => {
    const orderId = await openedBy(firstTransactions['a verification'])
    await shop.put(authorizeBody(), { orderId, transactionId: '2' })
    const captured = await shop.put(captureBody(), { orderId, transactionId: '3' })
    assert.deepEqual(captured.body.order.subMerchant, subMerchant)
  })

  it('apply when the payer was authenticated first, also where the authentication had them', async () => {
    const orderId = newOrderId()
    const authentication = { channel: 'PAYER_BROWSER' }
    const initiated = await shop.put(
      {
        apiOperation: 'INITIATE_AUTHENTICATION',
        authentication,
        order: { currency: 'USD', reference: 'r-1', subMerchant },
        sourceOfFunds: cardSource(),
      },
      { orderId },
    )
    assert.equal(initiated.status, 201, initiated.text)
    const browser = {
      browser: 'MOZILLA',
      browserDetails: {
        ...{ acceptHeaders: 'a', colorDepth: 24, javaEnabled: true, language: 'en', screenHeight: 1, screenWidth: 1 },
        ...{ timeZone: 0, '3DSecureChallengeWindowSize': 'FULL_SCREEN' },
      },
    }
    const authenticated = await shop.put(
      {
        apiOperation: 'AUTHENTICATE_PAYER',
        authentication: { redirectResponseUrl: 'https://shop.example/back' },
        ...{ billing: others.billing, device: { ...browser, ipAddress: '192.0.2.1' }, order: usd },
      },
      { orderId },
    )
    assert.equal(authenticated.status < 300, true, authenticated.text)
    const paid = await shop.put(payBody(), { orderId, transactionId: '2' })
    assert.equal(paid.status, 201, paid.text)
    assert.deepEqual(
      [paid.body.order.subMerchant, paid.body.order.reference, paid.body.billing],
      [subMerchant, 'r-1', others.billing],
    )
  })

  it('are replaced by those of the next transaction, and an address is replaced as a whole', async () => {
    const first = { ...others, billing: { address: { ...others.billing.address, street2: 'Door 7' } } }
    const orderId = await openedBy(verifyBody({ order: { currency: 'USD', ...ofOrder }, ...first }))
    const billing = { address: { city: 'Wien' } }
    const { body } = await shop.put(
      payBody({
        billing,
        order: { ...usd, description: 'Three', custom: { size: 'L' } },
        customer: { lastName: 'Doe' },
      }),
      { orderId, transactionId: '2' },
    )
    assert.deepEqual(body.billing, billing)
    assert.deepEqual([body.order.description, body.order.reference], ['Three', 'r-1'])
    assert.deepEqual(body.order.custom, { colour: 'blue', size: 'L' })
    assert.deepEqual(body.customer, { ...others.customer, lastName: 'Doe' })
    assert.equal(body.shipping.address.sameAsBilling, 'SAME')
  })

  it('have at most fifty custom fields, over all transactions', async () => {
    const custom = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`c${from + index}`, 'x']))
    const orderId = await openedBy(verifyBody({ order: { currency: 'USD', custom: custom(0, 50) } }))
    const next = (added: object) =>
      shop.put(payBody({ order: { ...usd, custom: added } }), { orderId, transactionId: '2' })
    assert.deepEqual(refusal(await next(custom(50, 1))), refusalOf('order.custom'))
    assert.equal((await next(custom(49, 1))).status, 201)
  })
})

describe('the sub-merchant of an order', () => {
  it('determines the repository of the token of the next payment', async () => {
    await tokens.made(tokens.put('hers', cardBody(undefined, { subMerchant: { identifier: 'baker' } })))
    const orderId = await openedBy(firstTransactions['a verification'])
    const paid = await shop.put(payBody({ sourceOfFunds: { token: 'hers' } }), { orderId, transactionId: '2' })
    assert.equal(paid.body.result, 'SUCCESS', paid.text)
  })

  it('determines the token that a stop of recurring payments affects', async () => {
    const stopped = cardBody(undefined, {
      subMerchant: { identifier: 'baker' },
      sourceOfFunds: cardExpiring('7', '38'),
    })
    await tokens.made(tokens.put('stopped', stopped))
    const orderId = await openedBy(firstTransactions['a declined payment'])
    const agreement = { id: 'a-1', type: 'RECURRING', amountVariability: 'FIXED' }
    await shop.put(payBody({ agreement, sourceOfFunds: { token: 'stopped' } }), { orderId, transactionId: '2' })
    assert.equal((await tokens.get('stopped', 100, '?subMerchant.identifier=baker')).body.status, 'INVALID')
  })

  it('may come from the session again, and not from another one', async () => {
    const session = { id: await sessions.open({}) }
    await sessions.update(session.id, { order: { ...usd, subMerchant }, sourceOfFunds: cardSource() })
    const orderId = newOrderId()
    const pay = (transactionId: string, differences: object = {}) =>
      shop.put({ apiOperation: 'PAY', session, ...differences }, { orderId, transactionId })
    assert.equal((await pay('1', { sourceOfFunds: declined })).body.result, 'FAILURE')
    await sessions.update(session.id, { order: { subMerchant: { ...subMerchant, identifier: 'butcher' } } })
    assert.deepEqual(refusal(await pay('2')), refusalOf('order.subMerchant'))
    await sessions.update(session.id, { order: { subMerchant } })
    const paid = await pay('2')
    assert.deepEqual([paid.body.result, paid.body.order.subMerchant], ['SUCCESS', subMerchant], paid.text)
  })

  it('cannot be added later', async () => {
    const orderId = await openedBy(verifyBody())
    const late = payBody({ order: { ...usd, subMerchant } })
    assert.deepEqual(refusal(await shop.put(late, { orderId, transactionId: '2' })), refusalOf('order.subMerchant'))
    const paid = await shop.put(payBody(), { orderId, transactionId: '2' })
    assert.deepEqual(
      [...outcome(paid), paid.body.order.subMerchant],
      [201, 'SUCCESS', 'APPROVED', 'CAPTURED', undefined],
    )
  })
})

describe('a conversion of currencies', () => {
  const accepted = { uptake: 'ACCEPTED', payerAmount: '90', payerCurrency: 'EUR' }
  const conversionOf = async (first: object, next: object, version = 50) => {
    const orderId = await openedBy(first, version)
    const response = await shop.put(next, { orderId, transactionId: '2', version })
    assert.equal(response.status, 201, response.text)
    const [, entry] = await booksOf(gateway, orderId)
    return [response.body.currencyConversion, entry?.details.currencyConversion]
  }

  it('that the payer accepted applies to the order, if the amount is the same', async () => {
    const first = verifyBody({ order: usd, currencyConversion: accepted })
    const echoed = { ...accepted, payerAmount: 90 }
    assert.deepEqual(await conversionOf(first, payBody()), [echoed, accepted])
    const less = payBody({ order: { ...usd, amount: '50' } })
    assert.deepEqual(await conversionOf(first, less), [{ uptake: 'NOT_REQUIRED' }, undefined])
  })

  it('that the payer declined does not apply to the order', async () => {
    const first = verifyBody({ order: usd, currencyConversion: { uptake: 'DECLINED' } })
    assert.deepEqual(await conversionOf(first, payBody()), [{ uptake: 'NOT_REQUIRED' }, undefined])
  })

  it('is ignored in later transactions, whatever is wrong with it', async () => {
    const wrong = [{ uptake: 'PERHAPS' }, { uptake: 'ACCEPTED' }, { uptake: 'DECLINED', colour: 'blue' }, 'none']
    for (const currencyConversion of wrong) {
      const ignored = await conversionOf(verifyBody(), payBody({ currencyConversion }))
      assert.deepEqual(ignored, [{ uptake: 'NOT_REQUIRED' }, undefined])
      const orderId = await openedBy(authorizeBody())
      const capture = { ...captureBody('1'), currencyConversion }
      const captured = await shop.put(capture, { orderId, transactionId: '2', version: 50 })
      assert.equal(captured.body.result, 'SUCCESS', captured.text)
      assert.equal((await shop.put(capture, { orderId, transactionId: '2', version: 50 })).text, captured.text)
    }
  })

  it('must be valid in the first one', async () => {
    const orderId = newOrderId()
    const pay = (currencyConversion: object) =>
      shop.put(payBody({ currencyConversion }), { orderId, transactionId: '1', version: 50 })
    assert.deepEqual(refusal(await pay({ uptake: 'PERHAPS' })), refusalOf('currencyConversion.uptake'))
    assert.deepEqual(refusal(await pay({ uptake: 'ACCEPTED' })), refusalOf('currencyConversion.payerAmount', 'MISSING'))
    assert.equal((await pay({ uptake: 'DECLINED' })).status, 201)
    assert.deepEqual(refusal(await pay({ uptake: 'PERHAPS' })), refusalOf('currencyConversion.uptake'))
  })

  it('is ignored when it comes from a session, too', async () => {
    const session = { id: await sessions.open({}) }
    await sessions.update(session.id, { order: usd, sourceOfFunds: cardSource() }, { version: 50 })
    const orderId = await openedBy(verifyBody())
    const body = { apiOperation: 'PAY', session, currencyConversion: { uptake: 'ACCEPTED' } }
    assert.equal((await shop.put(body, { orderId, transactionId: '2', version: 50 })).status, 201)
  })
})

describe('the source of an order', () => {
  const from = (source: string) => ({ transaction: { source } })

  it('is that of its first transaction', async () => {
    const orderId = await openedBy(verifyBody(from('MOTO')))
    const paid = await shop.put(authorizeBody(from('INTERNET')), { orderId, transactionId: '2' })
    assert.equal(paid.body.transaction.source, 'MOTO', paid.text)
    const captured = await shop.put(captureBody('1', { source: 'INTERNET' }), { orderId, transactionId: '3' })
    assert.equal(captured.body.transaction.source, 'MOTO', captured.text)
    const books = await booksOf(gateway, orderId)
    assert.deepEqual(
      books.map(({ details }) => details.transaction?.source),
      ['MOTO', 'MOTO', undefined],
    )
  })

  it('is not set by a later one', async () => {
    const orderId = await openedBy(verifyBody())
    const paid = await shop.put(payBody(from('MOTO')), { orderId, transactionId: '2' })
    assert.deepEqual([paid.status, paid.body.transaction.source], [201, undefined], paid.text)
  })
})
