// EMV 3-D Secure by our own operations: which authentication a card has, the issuer's decision, the challenge, and payments
// that use it.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { authenticatePayer } from '../../../src/payer-authentication/operations/authenticate-payer.ts'
import { checkEnrollment } from '../../../src/payer-authentication/operations/check-enrollment.ts'
import { initiateAuthentication } from '../../../src/payer-authentication/operations/initiate-authentication.ts'
import { processAcsResult } from '../../../src/payer-authentication/operations/process-acs-result.ts'
import type { AcquirerBooks } from '../../../src/payments/ports/acquirer-books.ts'
import { verifyBooks } from '../../../src/settlement/operations/verify-books.ts'
import {
  answerBank,
  authenticateBody,
  type ChallengeForm,
  enrolled,
  formIn,
  initiateBody,
  notEnrolled,
  post,
  shopUrl,
} from '../../support/clients/access-control.ts'
import {
  type ApiResponse,
  authorizeBody,
  cardExpiring,
  cardSource,
  newOrderId,
  payBody,
  send,
} from '../../support/clients/client.ts'
import {
  booksOf,
  openShop,
  outcome,
  refusal,
  refusalOf,
  type Shop,
  settleEverything,
} from '../../support/clients/shop.ts'
import { boardWithAccount } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

const acquirerMerchantId = 'AUTHENTICATING'
let gateway: TestGateway
let shop: Shop
before(async () => {
  gateway = await sharedGateway()
  // A merchant with an account of its own: what others have left open is not waited for, and the books are compared.
  shop = openShop(gateway, (await boardWithAccount(gateway, acquirerMerchantId)).id)
})

interface Begun {
  readonly orderId: string
  readonly initiated: ApiResponse
  readonly authenticated: ApiResponse
}

async function begin({ number, expiry }: { number?: string; expiry?: string } = {}): Promise<Begun> {
  const [month = '1', year = '39'] = expiry?.split('/') ?? []
  const sourceOfFunds = cardExpiring(month, year, number === undefined ? {} : { number })
  const orderId = newOrderId()
  const place = { orderId, transactionId: 'auth' }
  const initiated = await shop.put(initiateBody({ sourceOfFunds }), place)
  return { orderId, initiated, authenticated: await shop.put(authenticateBody({ sourceOfFunds }), place) }
}

function challengeOf({ authenticated }: Begun): ChallengeForm {
  return formIn(authenticated.body.authentication.redirectHtml)
}

/** The payer answers, and the browser comes back to the gateway; the form that leads on to the shop. */
async function answer(begun: Begun, given: Readonly<Record<string, string>>): Promise<ChallengeForm> {
  const back = await answerBank(challengeOf(begun), given)
  const returned = await post(back.action, back.fields)
  assert.equal(returned.status, 200, returned.text)
  return formIn(returned.text)
}

function pay(orderId: string, differences: object = {}, transactionId = 'pay'): Promise<ApiResponse> {
  const body = payBody({ authentication: { transactionId: 'auth' }, ...differences })
  return shop.put(body, { orderId, transactionId })
}

describe('INITIATE_AUTHENTICATION', () => {
  it("returns the versions of an enrolled card, and the issuer's browser check", async () => {
    const initiated = await shop.put(initiateBody(), { transactionId: 'auth' })
    assert.deepEqual(outcome(initiated), [201, 'SUCCESS', 'AUTHENTICATION_IN_PROGRESS', 'AUTHENTICATION_INITIATED'])
    const { authentication, order, transaction, response } = initiated.body
    assert.equal(response.gatewayRecommendation, 'PROCEED')
    assert.deepEqual(
      [order.authenticationStatus, transaction.authenticationStatus],
      Array(2).fill('AUTHENTICATION_AVAILABLE'),
    )
    assert.deepEqual([transaction.type, transaction.amount, order.amount], ['AUTHENTICATION', 0, 0])
    assert.equal(authentication.version, '3DS2')
    assert.equal(authentication.transactionId, 'auth')
    assert.equal(authentication['3ds2'].methodSupported, 'SUPPORTED')
    const { methodUrl, methodPostData } = authentication.redirect.customized['3DS']
    const { action, fields } = formIn(authentication.redirectHtml)
    assert.deepEqual([action, fields], [methodUrl, { threeDSMethodData: methodPostData }])
    assert.equal((await post(action, fields)).status, 200)
  })

  const without = [
    ['that is not enrolled', { sourceOfFunds: cardSource({ number: notEnrolled }) }],
    ['of a scheme without 3-D Secure', { sourceOfFunds: cardSource({ number: '135492354874528' }) }],
    ['when the merchant accepts only versions it does not have', { authentication: { acceptVersions: '3DS1' } }],
  ] as const
  for (const [name, differences] of without) {
    it(`returns no versions for a card ${name}, and the payment may proceed`, async () => {
      const initiated = await shop.put(initiateBody(differences), { transactionId: 'auth' })
      assert.deepEqual(outcome(initiated), [201, 'FAILURE', 'DECLINED', 'AUTHENTICATION_NOT_NEEDED'])
      assert.equal(initiated.body.response.gatewayRecommendation, 'PROCEED')
      assert.equal(initiated.body.transaction.authenticationStatus, 'AUTHENTICATION_NOT_SUPPORTED')
      const orderId = initiated.body.order.id
      const { sourceOfFunds = cardSource() } = differences as { sourceOfFunds?: object }
      const asked = await shop.put(authenticateBody({ sourceOfFunds }), { orderId, transactionId: 'auth' })
      assert.deepEqual(outcome(asked), outcome(initiated), 'no bank can be called')
      const paid = await pay(orderId, { sourceOfFunds })
      assert.deepEqual(outcome(paid), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'])
      assert.deepEqual(paid.body['3DSecure'], { enrollmentStatus: 'NOT_ENROLLED' })
    })
  }

  it('is answered alike when sent again, and refused when another request has its id', async () => {
    const place = { orderId: newOrderId(), transactionId: 'auth' }
    const [first, again] = [await shop.put(initiateBody(), place), await shop.put(initiateBody(), place)]
    assert.deepEqual([first.status, again.status], [201, 200])
    assert.deepEqual(again.body, first.body)
    const other = await shop.put(initiateBody({ order: { currency: 'USD', amount: '5' } }), place)
    assert.deepEqual(refusal(other), refusalOf('transaction.id'))
    assert.deepEqual(refusal(await shop.put(payBody(), place)), refusalOf('transaction.id'))
  })

  it('is completed by recovery when its answer was not recorded', async () => {
    const orderId = newOrderId()
    await shop.put(initiateBody(), { orderId, transactionId: 'auth' })
    await gateway.query(
      `update transactions set gateway_code = null, response_number = null, deadline_at = now() where order_id = $1`,
      [orderId],
    )
    await settleEverything(gateway, shop.merchant)
    const { body } = await shop.transaction(orderId, 'auth')
    assert.deepEqual([body.response.gatewayCode, body.order.status], ['TIMED_OUT', 'AUTHENTICATION_UNSUCCESSFUL'])
    assert.deepEqual(await booksOf(gateway, orderId), [])
    assert.equal((await pay(orderId)).body.response.gatewayCode, 'DECLINED')
    assert.equal((await pay(orderId, { authentication: undefined }, 'pay2')).body.response.gatewayCode, 'APPROVED')
  })
})

describe('AUTHENTICATE_PAYER', () => {
  const decided = [
    ['1/40', 'SUCCESS', 'APPROVED', 'AUTHENTICATION_SUCCESSFUL', 'AUTHENTICATED', 'PROCEED'],
    ['2/40', 'SUCCESS', 'APPROVED', 'AUTHENTICATION_ATTEMPTED', 'AUTHENTICATED', 'PROCEED'],
    [
      '3/40',
      'FAILURE',
      'AUTHENTICATION_FAILED',
      'AUTHENTICATION_FAILED',
      'AUTHENTICATION_UNSUCCESSFUL',
      'RESUBMIT_WITH_ALTERNATIVE_PAYMENT_DETAILS',
    ],
    [
      '4/40',
      'FAILURE',
      'AUTHENTICATION_FAILED',
      'AUTHENTICATION_REJECTED',
      'AUTHENTICATION_UNSUCCESSFUL',
      'DO_NOT_PROCEED',
    ],
    ['5/40', 'FAILURE', 'DECLINED', 'AUTHENTICATION_UNAVAILABLE', 'AUTHENTICATION_UNSUCCESSFUL', 'PROCEED'],
    ['6/40', 'FAILURE', 'DECLINED', 'AUTHENTICATION_UNAVAILABLE', 'AUTHENTICATION_UNSUCCESSFUL', 'PROCEED'],
    ['8/40', 'SUCCESS', 'APPROVED', 'AUTHENTICATION_EXEMPT', 'AUTHENTICATION_NOT_NEEDED', 'PROCEED'],
  ] as const
  const paid = {
    AUTHENTICATION_SUCCESSFUL: 'APPROVED',
    AUTHENTICATION_ATTEMPTED: 'APPROVED',
    AUTHENTICATION_FAILED: 'AUTHENTICATION_FAILED',
    AUTHENTICATION_REJECTED: 'AUTHENTICATION_FAILED',
    AUTHENTICATION_UNAVAILABLE: 'APPROVED',
    AUTHENTICATION_EXEMPT: 'APPROVED',
  } as const
  for (const [expiry, result, code, status, orderStatus, recommendation] of decided) {
    it(`calls no issuer for a card that expires ${expiry}: ${status}`, async () => {
      const { orderId, authenticated } = await begin({ expiry })
      assert.deepEqual(outcome(authenticated), [201, result, code, orderStatus])
      const { authentication, order, transaction, response } = authenticated.body
      assert.equal(response.gatewayRecommendation, recommendation)
      assert.deepEqual([order.authenticationStatus, transaction.authenticationStatus], [status, status])
      assert.equal(formIn(authentication.redirectHtml).fields['response.gatewayRecommendation'], recommendation)
      assert.equal(authentication.payerInteraction, 'NOT_REQUIRED')
      const [month = '', year = ''] = expiry.split('/')
      const payment = await pay(orderId, { sourceOfFunds: cardExpiring(month, year) })
      assert.equal(payment.body.response.gatewayCode, paid[status])
      assert.equal((await booksOf(gateway, orderId)).length, paid[status] === 'APPROVED' ? 1 : 0)
      assert.equal(payment.body.transaction.authenticationStatus, status)
      assert.equal(payment.body.authentication.transactionId, 'auth')
    })
  }

  it("sends the issuer's result to the acquirer", async () => {
    for (const [number, eci] of [
      [enrolled.mastercard, '02'],
      [enrolled.visa, '05'],
    ] as const) {
      const { orderId, authenticated } = await begin({ number, expiry: '1/40' })
      const proof = authenticated.body.authentication['3ds']
      assert.deepEqual([proof.acsEci, proof.authenticationToken.length], [eci, 28])
      const payment = await shop.put(
        authorizeBody({
          authentication: { transactionId: 'auth' },
          sourceOfFunds: cardExpiring('1', '40', { number }),
        }),
        { orderId, transactionId: 'pay' },
      )
      const expected = {
        acsEci: eci,
        authenticationStatus: 'AUTHENTICATION_SUCCESSFUL',
        authenticationToken: proof.authenticationToken,
        enrollmentStatus: 'ENROLLED',
      }
      const [line] = await booksOf(gateway, orderId)
      assert.deepEqual(line?.details.threeDSecure, expected)
      assert.deepEqual(payment.body['3DSecure'], expected)
      assert.deepEqual(payment.body.authentication['3ds'], proof)
    }
  })

  it('needs no page for a payer without a browser', async () => {
    for (const channel of ['MERCHANT_REQUESTED', 'PAYER_APP']) {
      const place = { orderId: newOrderId(), transactionId: 'auth' }
      await shop.put(initiateBody({ authentication: { channel } }), place)
      const { body } = await shop.put(authenticateBody({ authentication: undefined }), place)
      assert.equal(body.transaction.authenticationStatus, 'AUTHENTICATION_SUCCESSFUL')
    }
  })

  it('uses the card of the first request when the second does not name it', async () => {
    const place = { orderId: newOrderId(), transactionId: 'auth' }
    await shop.put(initiateBody(), place)
    const { body } = await shop.put(authenticateBody({ sourceOfFunds: undefined }), place)
    assert.equal(body.transaction.authenticationStatus, 'AUTHENTICATION_PENDING')
    assert.equal(body.sourceOfFunds.provided.card.number, '512345xxxxxx0008')
  })

  it('is refused when it does not match what was initiated', async () => {
    const orderId = newOrderId()
    const place = { orderId, transactionId: 'auth' }
    const early = await shop.put(authenticateBody(), place)
    assert.deepEqual(refusal(early), refusalOf('transaction.id'))
    await shop.put(initiateBody(), place)
    const wrong = [
      [{ order: { currency: 'USD' } }, refusalOf('order.amount', 'MISSING')],
      [{ order: { amount: '1', currency: 'EUR' } }, refusalOf('order.currency')],
      [
        { authentication: { redirectResponseUrl: 'http://shop.example/' } },
        refusalOf('authentication.redirectResponseUrl'),
      ],
      [{ sourceOfFunds: cardSource({ number: enrolled.visa }) }, refusalOf('sourceOfFunds.provided.card.number')],
    ] as const
    for (const [differences, expected] of wrong)
      assert.deepEqual(refusal(await shop.put(authenticateBody(differences), place)), expected)
    const { body } = await shop.put(authenticateBody(), place)
    assert.equal(body.transaction.authenticationStatus, 'AUTHENTICATION_PENDING')
    const other = await shop.put(authenticateBody({ order: { amount: '5', currency: 'USD' } }), place)
    assert.deepEqual(refusal(other), refusalOf('transaction.id'))
    assert.equal((await shop.put(authenticateBody(), place)).status, 200)
  })

  it('needs no amount to add a card, without a payment', async () => {
    const place = { orderId: newOrderId(), transactionId: 'auth' }
    await shop.put(initiateBody({ authentication: { purpose: 'ADD_CARD' } }), place)
    const sourceOfFunds = cardExpiring('1', '40')
    const { body } = await shop.put(authenticateBody({ order: { currency: 'USD' }, sourceOfFunds }), place)
    assert.equal(body.transaction.authenticationStatus, 'AUTHENTICATION_SUCCESSFUL')
    assert.deepEqual(refusal(await pay(place.orderId)), refusalOf('authentication.transactionId'))
    const verification = { apiOperation: 'VERIFY', order: { currency: 'USD' }, sourceOfFunds }
    const verified = await shop.put(
      { ...verification, authentication: { transactionId: 'auth' } },
      { ...place, transactionId: 'verify' },
    )
    assert.deepEqual(outcome(verified), [201, 'SUCCESS', 'APPROVED', 'VERIFIED'])
  })

  it('with concurrent requests asks the issuer once', async () => {
    const place = { orderId: newOrderId(), transactionId: 'auth' }
    await shop.put(initiateBody(), place)
    const responses = await Promise.all(Array.from({ length: 8 }, () => shop.put(authenticateBody(), place)))
    const [first] = responses
    for (const each of responses) assert.deepEqual(each.body, first?.body)
    assert.equal(responses.filter(({ status }) => status === 201).length, 1)
    const events = await gateway.query('select kind from events where order_id = $1 order by number', [place.orderId])
    assert.deepEqual(events, [{ kind: 'OUTCOME' }, { kind: 'INTERACTION' }])
  })
})

describe('the challenge', () => {
  const responses = [
    ['is passed', { result: 'Y' }, 'AUTHENTICATION_SUCCESSFUL', 'SUCCESS', 'PROCEED', 'APPROVED'],
    ['is attempted', { result: 'A' }, 'AUTHENTICATION_ATTEMPTED', 'SUCCESS', 'PROCEED', 'APPROVED'],
    [
      'is failed',
      { result: 'N' },
      'AUTHENTICATION_FAILED',
      'FAILURE',
      'RESUBMIT_WITH_ALTERNATIVE_PAYMENT_DETAILS',
      'AUTHENTICATION_FAILED',
    ],
    [
      'is cancelled',
      { result: 'Y', cancel: 'yes' },
      'AUTHENTICATION_FAILED',
      'FAILURE',
      'RESUBMIT_WITH_ALTERNATIVE_PAYMENT_DETAILS',
      'AUTHENTICATION_FAILED',
    ],
    ['is rejected', { result: 'R' }, 'AUTHENTICATION_REJECTED', 'FAILURE', 'DO_NOT_PROCEED', 'AUTHENTICATION_FAILED'],
    ['cannot be held', { result: 'U' }, 'AUTHENTICATION_UNAVAILABLE', 'FAILURE', 'PROCEED', 'APPROVED'],
  ] as const
  for (const [name, given, status, result, recommendation, payment] of responses) {
    it(`${name}: the response asks the shop to retrieve the result, and the payment is ${payment}`, async () => {
      const begun = await begin()
      assert.deepEqual(outcome(begun.authenticated), [201, 'PENDING', 'PENDING', 'AUTHENTICATION_INITIATED'])
      assert.equal(begun.authenticated.body.authentication.payerInteraction, 'REQUIRED')
      const { orderId } = begun
      const onward = await answer(begun, given)
      assert.equal(onward.action, shopUrl)
      assert.deepEqual(onward.fields, {
        'order.id': orderId,
        'transaction.id': 'auth',
        'response.gatewayRecommendation': recommendation,
        result,
      })
      const { body } = await shop.transaction(orderId, 'auth')
      assert.equal(body.transaction.authenticationStatus, status)
      assert.equal(body.authentication.redirectHtml, undefined)
      assert.equal(body.device.browser, 'Mozilla/5.0')
      assert.equal((await pay(orderId)).body.response.gatewayCode, payment)
      const events = await gateway.query<{ kind: string }>(
        'select kind from events where order_id = $1 order by number',
        [orderId],
      )
      assert.deepEqual(
        events.map(({ kind }) => kind),
        ['OUTCOME', 'INTERACTION', 'OUTCOME', 'OUTCOME'],
      )
    })
  }

  it('that is not answered stays open, and a payment before the answer is declined', async () => {
    const { orderId } = await begin()
    assert.equal(
      (await shop.transaction(orderId, 'auth')).body.transaction.authenticationStatus,
      'AUTHENTICATION_PENDING',
    )
    const declined = await pay(orderId)
    assert.deepEqual(outcome(declined), [201, 'FAILURE', 'DECLINED', 'FAILED'])
    assert.deepEqual(await booksOf(gateway, orderId), [])
  })

  it('is completed whichever request asks first, also when the browser never returns', async () => {
    const begun = await begin()
    await answerBank(challengeOf(begun), { result: 'Y' })
    const paid = await pay(begun.orderId)
    assert.deepEqual(outcome(paid), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'])
    const other = await begin()
    await answerBank(challengeOf(other), { result: 'N' })
    const { body } = await shop.transaction(other.orderId, 'auth')
    assert.equal(body.order.status, 'AUTHENTICATION_UNSUCCESSFUL')
  })

  it('expires at the bank like a failure', async () => {
    const { orderId } = await begin()
    await gateway.query(
      `update simulated_access_control.authentication a set written_at = now() - interval '16 minutes'
       from transactions t where t.acquirer_reference = a.reference and t.order_id = $1`,
      [orderId],
    )
    assert.equal(
      (await shop.transaction(orderId, 'auth')).body.transaction.authenticationStatus,
      'AUTHENTICATION_FAILED',
    )
  })

  it('leaves the order open for another try under another id, with another card', async () => {
    const begun = await begin()
    await answer(begun, { result: 'N' })
    const { orderId } = begun
    const sourceOfFunds = cardExpiring('1', '40', { number: enrolled.visa })
    const second = { orderId, transactionId: 'auth2' }
    await shop.put(initiateBody({ sourceOfFunds }), second)
    const { body } = await shop.put(authenticateBody({ sourceOfFunds }), second)
    assert.equal(body.order.status, 'AUTHENTICATED')
    const paid = await pay(orderId, { authentication: { transactionId: 'auth2' }, sourceOfFunds })
    assert.equal(paid.body.order.status, 'CAPTURED')
  })

  it('that was passed before a declined payment allows another card that cannot be authenticated', async () => {
    const { orderId } = await begin({ expiry: '1/40' })
    const declined = await pay(orderId, { sourceOfFunds: cardExpiring('5', '39') })
    assert.equal(declined.body.response.gatewayCode, 'DECLINED')
    const sourceOfFunds = cardSource({ number: notEnrolled })
    await shop.put(initiateBody({ sourceOfFunds }), { orderId, transactionId: 'auth2' })
    const paid = await pay(orderId, { authentication: { transactionId: 'auth2' }, sourceOfFunds }, 'pay2')
    assert.equal(paid.body.response.gatewayCode, 'APPROVED')
  })
})

describe('a browser that returns', () => {
  const returnOf = async (orderId: string) => {
    const [row] = await gateway.query<{ redirect_token: string }>(
      `select redirect_token from transactions where order_id = $1 and redirect_token is not null`,
      [orderId],
    )
    return `/3ds/return/${row?.redirect_token ?? assert.fail()}`
  }

  it('proves nothing: whatever it sends, the bank is asked', async () => {
    const { orderId } = await begin()
    const path = await returnOf(orderId)
    const { httpsUrl } = gateway.listeners
    const cres = Buffer.from(JSON.stringify({ transStatus: 'Y', challengeCompletionInd: 'Y' })).toString('base64')
    for (const fields of [{}, { cres }, { result: 'SUCCESS', redirectResponseUrl: 'https://evil.example/' }] as const) {
      const returned = await post(`${httpsUrl}${path}`, fields)
      const onward = formIn(returned.text)
      assert.equal(onward.action, shopUrl)
      assert.equal(onward.fields['result'], 'PENDING')
    }
    const { body } = await shop.transaction(orderId, 'auth')
    assert.equal(body.transaction.authenticationStatus, 'AUTHENTICATION_PENDING')
  })

  it('may come twice, by a link too, and changes nothing the second time', async () => {
    const begun = await begin()
    const first = await answer(begun, { result: 'Y' })
    const path = await returnOf(begun.orderId)
    const again = await send(gateway.listeners.httpsUrl, { path, login: null })
    assert.deepEqual(formIn(again.text), first)
    const events = await gateway.query('select from events where order_id = $1', [begun.orderId])
    assert.equal(events.length, 3)
  })

  it('ends on a page without data where the shop gave no URL, and the result can be retrieved', async () => {
    const place = { orderId: newOrderId(), transactionId: 'auth' }
    await shop.put(initiateBody(), place)
    const { body } = await shop.put(authenticateBody({ authentication: undefined }), place)
    assert.equal(body.transaction.authenticationStatus, 'AUTHENTICATION_PENDING')
    const onward = await answerBank(formIn(body.authentication.redirectHtml), { result: 'Y' })
    const { status, text, headers } = await post(onward.action, onward.fields)
    assert.equal(status, 200)
    assert.match(text, /<h1>Thank you<\/h1>/)
    assert.doesNotMatch(text, /<form|auth|5123/)
    assert.ok(!text.includes(place.orderId))
    assert.doesNotMatch(String(headers['content-security-policy']), /frame-ancestors/)
    const retrieved = await shop.transaction(place.orderId, 'auth')
    assert.equal(retrieved.body.transaction.authenticationStatus, 'AUTHENTICATION_SUCCESSFUL')
  })

  it('is redirected to the shop without a challenge, too, by the page that shops show', async () => {
    const place = { orderId: newOrderId(), transactionId: 'auth' }
    const sourceOfFunds = cardExpiring('1', '40')
    await shop.put(initiateBody({ sourceOfFunds }), place)
    const { body } = await shop.put(authenticateBody({ sourceOfFunds }), place)
    assert.match(body.authentication.redirectHtml, /id="threedsFrictionLessRedirect"/)
    assert.match(body.authentication.redirectHtml, /id="authenticate-payer-script"/)
    assert.deepEqual(formIn(body.authentication.redirectHtml), {
      action: shopUrl,
      fields: {
        'order.id': place.orderId,
        'transaction.id': 'auth',
        'response.gatewayRecommendation': 'PROCEED',
        result: 'SUCCESS',
      },
    })
    const challenged = await begin()
    await answer(challenged, { result: 'Y' })
    const after = await shop.transaction(challenged.orderId, 'auth')
    assert.equal(after.body.authentication.redirectHtml, undefined, 'the browser is back already')
  })

  it('of a card that is not enrolled is redirected to the shop, too: shops authenticate after every PROCEED', async () => {
    const place = { orderId: newOrderId(), transactionId: 'auth' }
    const sourceOfFunds = cardSource({ number: notEnrolled })
    const initiated = await shop.put(initiateBody({ sourceOfFunds }), place)
    assert.equal(initiated.body.response.gatewayRecommendation, 'PROCEED')
    const answered = await shop.put(authenticateBody({ sourceOfFunds }), place)
    assert.deepEqual(outcome(answered), [201, 'FAILURE', 'DECLINED', 'AUTHENTICATION_NOT_NEEDED'])
    const { transaction, authentication } = answered.body
    assert.equal(transaction.authenticationStatus, 'AUTHENTICATION_NOT_SUPPORTED')
    assert.equal(formIn(authentication.redirectHtml).action, shopUrl)
    assert.equal((await shop.put(authenticateBody({ sourceOfFunds }), place)).status, 200)
    const paid = await pay(place.orderId, { sourceOfFunds })
    assert.equal(paid.body.response.gatewayCode, 'APPROVED')
  })

  it('with an unknown token gets a page without links', async () => {
    for (const token of [
      'AU-00000000000000000000000000000000',
      'AU-1',
      'BP-00000000000000000000000000000000',
      '%2e%2e',
    ]) {
      const { status, text } = await send(gateway.listeners.httpsUrl, { path: `/3ds/return/${token}`, login: null })
      assert.equal(status, 404)
      assert.doesNotMatch(text, /<form/)
    }
  })

  it('is shown a page with a strict policy, and no token is in the log', async () => {
    const { orderId } = await begin()
    const path = await returnOf(orderId)
    const { headers } = await send(gateway.listeners.httpsUrl, { path, login: null })
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/)
    assert.doesNotMatch(policy, /frame-ancestors/)
    assert.equal(headers['x-frame-options'], undefined)
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.equal(headers['cache-control'], 'no-store')
    const log = gateway.logLines.join('\n')
    assert.ok(!log.includes(path.slice('/3ds/return/'.length)))
    assert.match(log, /"route":"\/3ds\/return\/:token"/)
  })
})

describe('a payment with an authentication', () => {
  it('must be on the same order, with the same card, for no larger amount', async () => {
    const { orderId } = await begin({ expiry: '1/40' })
    const elsewhere = await shop.put(payBody({ authentication: { transactionId: 'auth' } }))
    assert.deepEqual(refusal(elsewhere), refusalOf('authentication.transactionId'))
    const unknown = await pay(orderId, { authentication: { transactionId: 'nobody' } })
    assert.deepEqual(refusal(unknown), refusalOf('authentication.transactionId'))
    const other = await pay(orderId, { sourceOfFunds: cardSource({ number: enrolled.visa }) })
    assert.deepEqual(refusal(other), refusalOf('sourceOfFunds.provided.card.number'))
    const more = await pay(orderId, { order: { amount: '100.01', currency: 'USD' } })
    assert.deepEqual(refusal(more), refusalOf('authentication.transactionId'))
    const paid = await pay(orderId, { order: { amount: '60.00', currency: 'USD' } })
    assert.deepEqual([paid.body.order.amount, paid.body.order.status], [60, 'CAPTURED'])
    assert.deepEqual(refusal(await pay(orderId, {}, 'again')), refusalOf('order.id'))
  })

  it('is visible on the order', async () => {
    const { orderId } = await begin({ expiry: '1/40' })
    await pay(orderId)
    const { body } = await shop.order(orderId)
    assert.equal(body.authenticationStatus, 'AUTHENTICATION_SUCCESSFUL')
    assert.deepEqual([body['3dsAcsEci'], body.authenticationVersion], ['02', '3DS2'])
    assert.deepEqual(
      body.transaction.map(({ transaction }: { transaction: { type: string } }) => transaction.type),
      ['AUTHENTICATION', 'PAYMENT'],
    )
    const old = await shop.order(orderId, 38)
    assert.equal(old.body.transaction.length, 1)
    assert.equal(old.body.authenticationStatus, undefined)
  })

  it('leaves an order that older versions can read, without values they do not know', async () => {
    const { orderId } = await begin()
    const { status, body } = await shop.order(orderId, 38)
    assert.equal(status, 200)
    assert.deepEqual([body.status, body.transaction], [undefined, []])
    assert.equal((await shop.transaction(orderId, 'auth', 38)).status, 400)
    const newer = await shop.transaction(orderId, 'auth', 50)
    assert.equal(newer.body.transaction.authenticationStatus, 'AUTHENTICATION_PENDING')
  })
})

it('the books of both sides agree: no acquirer was asked to authenticate a payer', async () => {
  const { dependencies, query } = gateway
  const entries = await query<{ reference: string }>('select reference from simulated_acquirer.book')
  const asked = await query<{ reference: string }>(
    "select acquirer_reference as reference from transactions where type = 'AUTHENTICATION'",
  )
  const known = new Set(entries.map(({ reference }) => reference))
  assert.ok(asked.length > 20 && asked.every(({ reference }) => !known.has(reference)))
  const compared = { merchantIds: [shop.merchant], linkId: 'simulator', acquirerMerchantId }
  const books = dependencies.acquirers.of({ adapter: 'simulator' }) as unknown as AcquirerBooks
  assert.deepEqual((await verifyBooks(compared, { store: dependencies.store, books })).differences, [])
})

it('an operator without a connection offers no payer authentication', async () => {
  const dependencies = { ...gateway.dependencies, payerAuthentication: undefined }
  for (const operation of [initiateAuthentication, authenticatePayer, checkEnrollment, processAcsResult]) {
    const answered = await operation({ threeDSecure: {} } as never, {} as never, dependencies, {
      presumesNewOrder: false,
    })
    assert.equal(answered.kind === 'REJECTED' && answered.reason, 'OPERATION_NOT_OFFERED')
  }
})
