// Payer authentication through two gateways: the bank's gateway authenticates the payer, in the payer's browser where the
// issuer wants a challenge, and takes the payment on the order that this has opened there.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import {
  answerBank,
  authenticateBody,
  type ChallengeForm,
  formIn,
  initiateBody,
  notEnrolled,
  post,
  shopUrl,
} from '../../support/clients/access-control.ts'
import {
  type ApiResponse,
  authorizeBody,
  type Body,
  captureBody,
  cardExpiring,
  cardSource,
  newOrderId,
  payBody,
  refundBody,
} from '../../support/clients/client.ts'
import { outcome, settleEverything } from '../../support/clients/shop.ts'
import { openTwoGateways, type TwoGateways } from '../../support/fixtures/two-gateways.ts'
import { tollgate } from '../../support/gateway/command-line.ts'

let both: TwoGateways
before(async () => {
  both = await openTwoGateways()
})

interface Begun {
  readonly orderId: string
  readonly initiated: ApiResponse
  readonly authenticated: ApiResponse
}

async function begin({ sourceOfFunds = cardSource() }: { readonly sourceOfFunds?: object } = {}): Promise<Begun> {
  const orderId = newOrderId()
  const place = { orderId, transactionId: 'auth' }
  const initiated = await both.shop.put(initiateBody({ sourceOfFunds }), place)
  return { orderId, initiated, authenticated: await both.shop.put(authenticateBody({ sourceOfFunds }), place) }
}

/** The payer answers the issuer; the browser comes back by the bank's gateway and ours. The form that leads to the shop. */
async function answer({ authenticated }: Begun, given: Readonly<Record<string, string>>): Promise<ChallengeForm> {
  const challenge = formIn(authenticated.body.authentication.redirectHtml)
  const { origin } = new URL(both.upstream.listeners.httpsUrl)
  assert.equal(new URL(challenge.action).origin, origin, 'the issuer is at the bank')
  const toBank = await answerBank(challenge, given)
  const atBank = await post(toBank.action, toBank.fields)
  assert.equal(atBank.status, 200, atBank.text)
  const toUs = formIn(atBank.text)
  assert.equal(new URL(toUs.action).origin, new URL(both.production.listeners.httpsUrl).origin)
  const returned = await post(toUs.action, toUs.fields)
  assert.equal(returned.status, 200, returned.text)
  return formIn(returned.text)
}

const withAuthentication = (differences: object = {}) =>
  payBody({ authentication: { transactionId: 'auth' }, ...differences })

async function referenceOf(orderId: string): Promise<string> {
  const [row] = await both.production.query<{ reference: string }>(
    `select acquirer_reference as reference from transactions
     where merchant_id = $1 and order_id = $2 and type = 'AUTHENTICATION'`,
    [both.shop.merchant, orderId],
  )
  return row?.reference ?? assert.fail(`no authentication of ${orderId}`)
}

/** The types of the transactions of an order at the bank, by the reference of its authentication. */
async function typesAtBank(orderId: string): Promise<readonly string[]> {
  const { body } = await both.shopAtBank.order(await referenceOf(orderId))
  return (body.transaction ?? []).map(({ transaction }: Body) => transaction.type)
}

describe('payer authentication through the gateway of the bank', () => {
  it('lets the payer answer a challenge, and the payment uses it on the same order at the bank', async () => {
    const begun = await begin()
    const { initiated, authenticated, orderId } = begun
    assert.deepEqual(outcome(initiated), [201, 'SUCCESS', 'AUTHENTICATION_IN_PROGRESS', 'AUTHENTICATION_INITIATED'])
    assert.match(initiated.body.authentication.redirect.customized['3DS'].methodUrl, /^https:/)
    assert.equal(authenticated.body.transaction.authenticationStatus, 'AUTHENTICATION_PENDING', authenticated.text)
    assert.equal(authenticated.body.authentication.payerInteraction, 'REQUIRED')
    const back = await answer(begun, { result: 'Y' })
    assert.equal(back.action, shopUrl)
    assert.equal(back.fields['order.id'], orderId)
    assert.equal(back.fields['response.gatewayRecommendation'], 'PROCEED')

    const paid = await both.shop.put(withAuthentication(), { orderId, transactionId: 'pay' })
    assert.deepEqual(outcome(paid), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'], paid.text)
    assert.equal(paid.body.transaction.authenticationStatus, 'AUTHENTICATION_SUCCESSFUL')
    const { body: theirs } = await both.shopAtBank.order(await referenceOf(orderId))
    const [authentication, payment] = theirs.transaction
    assert.deepEqual([authentication.transaction.type, payment.transaction.type], ['AUTHENTICATION', 'PAYMENT'])
    assert.equal(payment.authentication.transactionId, authentication.transaction.id)
    assert.deepEqual(payment.authentication['3ds'], paid.body.authentication['3ds'])
    assert.ok(paid.body.authentication['3ds'].authenticationToken)
  })

  it('is found by later requests: captures and refunds are on the order of the authentication', async () => {
    const begun = await begin({ sourceOfFunds: cardExpiring('1', '40') })
    const { orderId } = begun
    assert.equal(begun.authenticated.body.transaction.authenticationStatus, 'AUTHENTICATION_SUCCESSFUL')
    const bodies = [
      authorizeBody({ authentication: { transactionId: 'auth' }, sourceOfFunds: cardExpiring('1', '40') }),
      captureBody('60.00'),
      refundBody('10.00'),
    ]
    for (const [index, body] of bodies.entries()) {
      const answered = await both.shop.put(body, { orderId, transactionId: `${index}` })
      assert.equal(answered.body.result, 'SUCCESS', answered.text)
    }
    assert.deepEqual(await typesAtBank(orderId), ['AUTHENTICATION', 'AUTHORIZATION', 'CAPTURE', 'REFUND'])
  })

  it('may pay again on the same order after a decline', async () => {
    const declined = cardExpiring('5', '39')
    const begun = await begin({ sourceOfFunds: declined })
    const { orderId } = begun
    await answer(begun, { result: 'Y' })
    const refused = await both.shop.put(withAuthentication({ sourceOfFunds: declined }), {
      orderId,
      transactionId: 'a',
    })
    assert.equal(refused.body.response.gatewayCode, 'DECLINED')
    const paid = await both.shop.put(withAuthentication(), { orderId, transactionId: 'b' })
    assert.deepEqual(outcome(paid), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'], paid.text)
    assert.deepEqual(await typesAtBank(orderId), ['AUTHENTICATION', 'PAYMENT', 'PAYMENT'])
  })

  it('charges nothing when the payer fails the challenge, and the bank is not called', async () => {
    const begun = await begin()
    const { orderId } = begun
    const back = await answer(begun, { result: 'N' })
    assert.equal(back.fields['response.gatewayRecommendation'], 'RESUBMIT_WITH_ALTERNATIVE_PAYMENT_DETAILS')
    const paid = await both.shop.put(withAuthentication(), { orderId, transactionId: 'pay' })
    assert.equal(paid.body.response.gatewayCode, 'AUTHENTICATION_FAILED')
    assert.deepEqual(await typesAtBank(orderId), ['AUTHENTICATION'])
  })

  it('is asked for its result when the browser does not return', async () => {
    const begun = await begin()
    const { orderId, authenticated } = begun
    await answerBank(formIn(authenticated.body.authentication.redirectHtml), { result: 'Y' })
    const retrieved = await both.shop.transaction(orderId, 'auth')
    assert.equal(retrieved.body.transaction.authenticationStatus, 'AUTHENTICATION_SUCCESSFUL', retrieved.text)
  })

  for (const [what, sourceOfFunds, status] of [
    ['the card takes no part', cardSource({ number: notEnrolled }), 'AUTHENTICATION_NOT_SUPPORTED'],
    ['the issuer cannot say', cardExpiring('5', '40'), 'AUTHENTICATION_UNAVAILABLE'],
    ['the issuer only attempts', cardExpiring('2', '40'), 'AUTHENTICATION_ATTEMPTED'],
    ['the issuer rejects', cardExpiring('4', '40'), 'AUTHENTICATION_REJECTED'],
    ['no authentication is needed', cardExpiring('8', '40'), 'AUTHENTICATION_EXEMPT'],
  ] as const)
    it(`brings the same result as at the bank when ${what}`, async () => {
      const { authenticated, orderId } = await begin({ sourceOfFunds })
      assert.equal(authenticated.body.transaction.authenticationStatus, status, authenticated.text)
      const paid = await both.shop.put(withAuthentication({ sourceOfFunds }), { orderId, transactionId: 'pay' })
      assert.equal(paid.body.result, status === 'AUTHENTICATION_REJECTED' ? 'FAILURE' : 'SUCCESS', paid.text)
    })

  it('leaves books that agree', async () => {
    const { shop, production, site } = both
    await settleEverything(production, shop.merchant)
    const { code, stdout } = await tollgate(['books', 'verify', shop.merchant, '--json'], { env: site.environment })
    assert.equal(code, 0, stdout)
  })
})
