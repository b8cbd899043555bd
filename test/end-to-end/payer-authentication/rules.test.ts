// Payer authentication where others decide with it: the merchant's profile, risk rules, sessions, and payers' devices.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { MerchantProfile } from '../../../src/merchants/rules/merchant.ts'
import { noRiskRules } from '../../../src/risk/rules/risk.ts'
import {
  answerBank,
  authenticateBody,
  checkBody,
  enrolled,
  formIn,
  initiateBody,
  notEnrolled,
  openChecks,
} from '../../support/clients/access-control.ts'
import { apiPath, cardExpiring, cardSource, newOrderId, payBody, send } from '../../support/clients/client.ts'
import { openSessions } from '../../support/clients/sessions.ts'
import { booksOf, openShop, outcome, refusal, refusalOf, type Shop } from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

async function shopWith(profile: Partial<MerchantProfile>): Promise<Shop> {
  return openShop(gateway, (await boardMerchant(gateway, { profile })).id)
}

/** An order whose payer is authenticated, as the expiry date of the card has it. */
async function authenticatedOrder(shop: Shop, card: object): Promise<string> {
  const place = { orderId: newOrderId(), transactionId: 'auth' }
  const { body } = await shop.put(initiateBody({ sourceOfFunds: card }), place)
  if (body.result === 'SUCCESS') await shop.put(authenticateBody({ sourceOfFunds: card }), place)
  return place.orderId
}

describe('a merchant that must authenticate its payers', () => {
  const authentication = { transactionId: 'auth' }
  const cases = [
    ['a payment without any authentication', cardSource(), undefined, 'BLOCKED'],
    ['a payer who was authenticated', cardExpiring('1', '40'), authentication, 'APPROVED'],
    ['a payer whose bank vouches for the attempt', cardExpiring('2', '40'), authentication, 'APPROVED'],
    ['a payer who failed', cardExpiring('3', '40'), authentication, 'AUTHENTICATION_FAILED'],
    ['a bank that cannot say', cardExpiring('5', '40'), authentication, 'BLOCKED'],
    ['a payer who has not answered', cardSource(), authentication, 'DECLINED'],
    ['a card without it', cardSource({ number: notEnrolled }), authentication, 'NOT_ENROLLED_3D_SECURE'],
  ] as const
  for (const [name, sourceOfFunds, named, code] of cases) {
    it(`has ${name} result in ${code}`, async () => {
      const shop = await shopWith({ payerAuthentication: 'REQUIRED' })
      const orderId = named ? await authenticatedOrder(shop, sourceOfFunds) : newOrderId()
      const body = payBody({ sourceOfFunds, ...(named && { authentication: named }) })
      const paid = await shop.put(body, { orderId, transactionId: 'pay' })
      assert.equal(paid.body.response.gatewayCode, code)
      assert.equal((await booksOf(gateway, orderId)).length, code === 'APPROVED' ? 1 : 0)
    })
  }

  it('may authenticate them elsewhere', async () => {
    const shop = await shopWith({ payerAuthentication: 'REQUIRED' })
    const pay = async (threeDSecure: object) => (await shop.put(payBody({ '3DSecure': threeDSecure }))).body.response
    const proven = { enrollmentStatus: 'ENROLLED', authenticationStatus: 'AUTHENTICATION_SUCCESSFUL', acsEci: '02' }
    assert.equal((await pay(proven)).gatewayCode, 'APPROVED')
    assert.equal((await pay({ enrollmentStatus: 'NOT_ENROLLED' })).gatewayCode, 'NOT_ENROLLED_3D_SECURE')
    assert.equal((await pay({ enrollmentStatus: 'ENROLLED' })).gatewayCode, 'BLOCKED')
  })

  it('need not without a payer at a browser, or when a stored card is charged by agreement', async () => {
    const shop = await shopWith({ payerAuthentication: 'REQUIRED' })
    const agreed = {
      agreement: { id: 'A1', type: 'UNSCHEDULED' },
      sourceOfFunds: cardSource({ storedOnFile: 'STORED' }),
    }
    const exempt = [{ transaction: { source: 'MOTO' } }, { transaction: { source: 'MERCHANT' } }, agreed]
    for (const differences of exempt) {
      const paid = await shop.put(payBody(differences))
      assert.equal(paid.body.response.gatewayCode, 'APPROVED', paid.text)
    }
    for (const differences of [
      { transaction: { source: 'INTERNET' } },
      { sourceOfFunds: cardSource({ storedOnFile: 'STORED' }) },
      { agreement: { id: 'A1', type: 'UNSCHEDULED' } },
    ])
      assert.equal((await shop.put(payBody(differences))).body.response.gatewayCode, 'BLOCKED')
    const gift = { type: 'GIFT_CARD', provided: { giftCard: { number: '6006490000000007' } } }
    assert.notEqual((await shop.put(payBody({ sourceOfFunds: gift }))).body.response?.gatewayCode, 'BLOCKED')
  })
})

describe('risk rules on payer authentication', () => {
  const rule = (result: string) => ({ risk: { ...noRiskRules, threeDSecure: [{ result, action: 'REJECT' as const }] } })

  it("use the issuer's result, in the values of either protocol", async () => {
    const cases = [
      ['AUTHENTICATION_ATTEMPTED', '2'],
      ['AUTHENTICATION_UNAVAILABLE', '5'],
      ['AUTHENTICATION_FAILED', '3'],
    ] as const
    for (const [result, month] of cases) {
      const shop = await shopWith(rule(result))
      const sourceOfFunds = cardExpiring(month, '40')
      const orderId = await authenticatedOrder(shop, sourceOfFunds)
      const body = payBody({ sourceOfFunds, authentication: { transactionId: 'auth' } })
      const paid = await shop.put(body, { orderId, transactionId: 'pay' })
      assert.equal(paid.body.response.gatewayCode, 'BLOCKED', result)
      const [applied] = paid.body.risk.response.rule
      assert.deepEqual([applied.name, applied.data, applied.recommendation], ['MERCHANT_3D_SECURE', result, 'REJECT'])
    }
  })

  it('know the results of the enrollment check', async () => {
    for (const [result, card] of [
      ['NOT_ENROLLED', cardSource({ number: notEnrolled })],
      ['ENROLLMENT_STATUS_UNDETERMINED', cardExpiring('7', '40')],
      ['ENROLLED', cardSource()],
    ] as const) {
      const shop = await shopWith(rule(result))
      await openChecks(gateway, shop.merchant).check('C1', checkBody({ sourceOfFunds: card }))
      const paid = await shop.put(payBody({ '3DSecureId': 'C1', sourceOfFunds: card }))
      assert.equal(paid.body.response.gatewayCode, 'BLOCKED', result)
    }
  })

  it('do not treat a result as none', async () => {
    const shop = await shopWith(rule('NONE'))
    const sourceOfFunds = cardExpiring('1', '40')
    const orderId = await authenticatedOrder(shop, sourceOfFunds)
    const body = payBody({ sourceOfFunds, authentication: { transactionId: 'auth' } })
    assert.equal((await shop.put(body, { orderId, transactionId: 'pay' })).body.response.gatewayCode, 'APPROVED')
    assert.equal((await shop.put(payBody())).body.response.gatewayCode, 'BLOCKED')
  })
})

describe('a session', () => {
  it('whose card was changed after the check cannot pay with the check', async () => {
    const sessions = openSessions(gateway)
    const checks = openChecks(gateway)
    const shop = openShop(gateway)
    const id = await sessions.open()
    await sessions.update(id, { sourceOfFunds: cardSource() })
    const session = { id }
    const checked = await checks.check('S1', checkBody({ session, sourceOfFunds: undefined }))
    const redirect = formIn(checked.body['3DSecure'].authenticationRedirect.simple.htmlBodyContent)
    const { fields } = await answerBank(redirect, { result: 'Y' })
    await checks.process('S1', fields['PaRes'] ?? assert.fail())
    await sessions.update(id, { sourceOfFunds: cardSource({ number: enrolled.visa }) })
    const pay = () => shop.put(payBody({ session, sourceOfFunds: undefined, '3DSecureId': 'S1' }))
    assert.deepEqual(refusal(await pay()), refusalOf('sourceOfFunds.provided.card.number'))
    await sessions.update(id, { sourceOfFunds: cardSource() })
    assert.equal((await pay()).body.response.gatewayCode, 'APPROVED')
  })

  it('keeps the security code of its payer for the payment that follows the authentication', async () => {
    const sessions = openSessions(gateway)
    const shop = openShop(gateway)
    const id = await sessions.open()
    await sessions.update(id, { sourceOfFunds: cardSource({ expiry: { month: '1', year: '40' } }) })
    const without = { session: { id }, sourceOfFunds: undefined }
    const place = { orderId: newOrderId(), transactionId: 'auth' }
    await shop.put(initiateBody(without), place)
    const { body } = await shop.put(authenticateBody(without), place)
    assert.equal(body.transaction.authenticationStatus, 'AUTHENTICATION_SUCCESSFUL')
    const paid = await shop.put(payBody({ ...without, authentication: { transactionId: 'auth' } }), {
      ...place,
      transactionId: 'pay',
    })
    assert.deepEqual(outcome(paid), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'])
    assert.equal(paid.body.response.cardSecurityCode.gatewayCode, 'MATCH')
  })
})

describe("a payer's device", () => {
  it('authenticates its payer by the id of its session, and is shown nothing that could be used to pay elsewhere', async () => {
    const sessions = openSessions(gateway)
    const id = await sessions.open()
    const shops = { customer: { email: 'payer@shop.example' }, order: { reference: 'secret-plan' } }
    await sessions.update(id, { ...shops, sourceOfFunds: cardSource({ expiry: { month: '1', year: '40' } }) })
    const path = apiPath(`/order/${newOrderId()}/transaction/auth`)
    const ask = (body: object) =>
      send(gateway.listeners.httpUrl ?? '', { method: 'PUT', path, body, login: `merchant.TESTMERCHANT:${id}` })
    // The gateway writes the address of the device from the connection.
    const { ipAddress: _, ...device } = (authenticateBody() as { device: Record<string, unknown> }).device
    const session = { session: { id }, sourceOfFunds: undefined }
    const initiated = await ask(initiateBody(session))
    assert.equal(initiated.body.transaction.authenticationStatus, 'AUTHENTICATION_AVAILABLE')
    const authenticated = await ask(authenticateBody({ ...session, device }))
    assert.equal(authenticated.body.transaction.authenticationStatus, 'AUTHENTICATION_SUCCESSFUL')
    const again = [await ask(initiateBody(session)), await ask(authenticateBody({ ...session, device }))]
    for (const { body, text } of [initiated, authenticated, ...again]) {
      assert.equal(body.authentication['3ds'], undefined)
      assert.equal(body.sourceOfFunds, undefined, 'the merchant has put the card in')
      assert.doesNotMatch(text, /secret-plan|payer@shop/)
    }
  })

  describe('that names where its payer returns to', () => {
    const url = 'https://elsewhere.example/back'

    /** What a link to the return of its payer shows, and what the bank's own form gets. */
    async function returnPages(ofMerchant: object, differences: object = {}, merchant = 'TESTMERCHANT') {
      const sessions = openSessions(gateway, merchant)
      const id = await sessions.open()
      const sourceOfFunds = cardSource({ expiry: { month: '1', year: '40' } })
      await sessions.update(id, { ...ofMerchant, sourceOfFunds })
      const orderId = newOrderId()
      const path = apiPath(`/order/${orderId}/transaction/auth`, { merchant })
      const ask = (body: object) =>
        send(gateway.listeners.httpUrl ?? '', { method: 'PUT', path, body, login: `merchant.${merchant}:${id}` })
      const { ipAddress: _, ...device } = (authenticateBody() as { device: Record<string, unknown> }).device
      const session = { session: { id }, sourceOfFunds: undefined }
      await ask(initiateBody(session))
      const { status, text } = await ask(authenticateBody({ ...session, device, ...differences }))
      assert.equal(status, 201, text)
      const [row] = await gateway.query<{ token: string }>(
        'select redirect_token as token from device_authentications where order_id = $1',
        [orderId],
      )
      const page = async (method: 'GET' | 'POST') =>
        (await send(gateway.listeners.httpsUrl, { method, path: `/3ds/return/${row?.token}`, login: null })).text
      return { byLink: await page('GET'), byForm: await page('POST') }
    }
    const goesOn = /way-back\.js/

    it("has the address shown by a page that a link opens, and followed at once after the bank's post", async () => {
      const { byLink, byForm } = await returnPages({}, { authentication: { redirectResponseUrl: url } })
      assert.doesNotMatch(byLink, goesOn)
      assert.match(byLink, /<h1>Continue to elsewhere\.example\?<\/h1>/)
      assert.match(byForm, goesOn)
      assert.doesNotMatch(byForm, /<h1>Continue/)
    })

    it('has the address followed at once where the merchant has set it or named its origin', async () => {
      const ofSession = await returnPages(
        { authentication: { redirectResponseUrl: url } },
        { authentication: undefined },
      )
      assert.match(ofSession.byLink, goesOn)
      const { id } = await boardMerchant(gateway, { profile: { pageOrigins: [new URL(url).origin] } })
      const ofProfile = await returnPages({}, { authentication: { redirectResponseUrl: url } }, id)
      assert.match(ofProfile.byLink, goesOn)
    })
  })
})

it('a token can be authenticated and paid with', async () => {
  const shop = openShop(gateway)
  const sourceOfFunds = cardSource({ expiry: { month: '1', year: '40' } })
  const path = apiPath('/token')
  const { body } = await send(gateway.listeners.httpUrl ?? '', { method: 'POST', path, body: { sourceOfFunds } })
  const stored = { sourceOfFunds: { token: body.token } }
  const place = { orderId: newOrderId(), transactionId: 'auth' }
  await shop.put(initiateBody(stored), place)
  const authenticated = await shop.put(authenticateBody(stored), place)
  assert.equal(authenticated.body.transaction.authenticationStatus, 'AUTHENTICATION_SUCCESSFUL')
  const paid = await shop.put(payBody({ ...stored, authentication: { transactionId: 'auth' } }), {
    ...place,
    transactionId: 'pay',
  })
  assert.deepEqual(outcome(paid), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'])
})
