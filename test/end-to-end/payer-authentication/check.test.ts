// 3-D Secure 1: the enrollment check, the issuer's page, its result, and payments that use it.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import {
  answerBank,
  type Checks,
  checkBody,
  enrolled,
  formIn,
  notEnrolled,
  openChecks,
  post,
  shopUrl,
} from '../../support/clients/access-control.ts'
import { type Body, cardExpiring, cardSource, payBody } from '../../support/clients/client.ts'
import { booksOf, openShop, outcome, refusal, refusalOf, type Shop } from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let checks: Checks
let shop: Shop
before(async () => {
  gateway = await sharedGateway()
  checks = openChecks(gateway)
  shop = openShop(gateway)
})

let made = 0
function newId(): string {
  made += 1
  return `check-${made}`
}

/** The payer answers the bank; the result as it comes back through the browser. */
async function paResOf(checked: Body, result: string): Promise<string> {
  const back = await answerBank(formIn(checked['3DSecure'].authenticationRedirect.simple.htmlBodyContent), { result })
  assert.equal(back.action, shopUrl)
  assert.equal(back.fields['MD'], checked['3DSecureId'])
  return back.fields['PaRes'] ?? assert.fail()
}

async function authenticated(result: string, differences: object = {}): Promise<string> {
  const id = newId()
  const { body } = await checks.check(id, checkBody(differences))
  const processed = await checks.process(id, await paResOf(body, result))
  assert.equal(processed.status, 201, processed.text)
  return id
}

describe('the enrollment check', () => {
  it("sends the payer of an enrolled card to the issuer, with a page in the merchant's style", async () => {
    const id = newId()
    const simple = {
      redirectDisplayBackgroundColor: 'FFEEDD',
      redirectDisplayContinueButtonText: 'On & on',
      redirectDisplayTitle: '<b>Bank</b>',
    }
    const { status, body } = await checks.check(id, checkBody({}, { pageGenerationMode: 'SIMPLE', simple }))
    assert.equal(status, 201)
    assert.deepEqual(
      [body['3DSecureId'], body.merchant, body.result, body.response['3DSecure'].gatewayCode],
      [id, 'TESTMERCHANT', 'SUCCESS', 'CARD_ENROLLED'],
    )
    assert.equal(body['3DSecure'].summaryStatus, 'CARD_ENROLLED')
    assert.equal(body['3DSecure'].veResEnrolled, 'Y')
    assert.equal(body['3DSecure'].xid.length, 28)
    const { htmlBodyContent } = body['3DSecure'].authenticationRedirect.simple
    assert.match(htmlBodyContent, /background-color: #FFEEDD/)
    assert.match(htmlBodyContent, /&lt;b&gt;Bank&lt;\/b&gt;/)
    assert.match(htmlBodyContent, />On &amp; on<\/button>/)
    const { action, fields } = formIn(htmlBodyContent)
    assert.match(action, /^https:\/\/.*\/sandbox\/acs\/3ds1$/)
    assert.deepEqual([fields['TermUrl'], fields['MD']], [shopUrl, id])
  })

  it('gives a merchant that makes the page itself the fields to post', async () => {
    const { body } = await checks.check(newId(), checkBody({}, { pageGenerationMode: 'CUSTOMIZED' }))
    const { customized } = body['3DSecure'].authenticationRedirect
    assert.deepEqual(Object.keys(customized).toSorted(), ['acsUrl', 'paReq'])
    const asked = await post(customized.acsUrl, { PaReq: customized.paReq, MD: '"mine" <b>', TermUrl: shopUrl })
    assert.equal(formIn(asked.text).fields['MD'], '"mine" <b>')
  })

  const others = [
    ['not enrolled', { number: notEnrolled }, 'CARD_NOT_ENROLLED', 'N'],
    ['of a scheme without 3-D Secure', { number: '135492354874528' }, 'CARD_DOES_NOT_SUPPORT_3DS', undefined],
    [
      'of which the directory knows nothing',
      { expiry: { month: '7', year: '40' } },
      'AUTHENTICATION_NOT_AVAILABLE',
      'U',
    ],
    ['that is not a published test card', { number: '4111111111111111' }, 'CARD_NOT_ENROLLED', 'N'],
  ] as const
  for (const [name, card, code, enrolledAs] of others) {
    it(`causes no redirect for a card ${name}`, async () => {
      const { body } = await checks.check(newId(), checkBody({ sourceOfFunds: cardSource(card) }))
      assert.equal(body.response['3DSecure'].gatewayCode, code)
      assert.equal(body.response.gatewayRecommendation, 'PROCEED')
      assert.equal(body['3DSecure']?.veResEnrolled, enrolledAs)
      assert.equal(body['3DSecure']?.authenticationRedirect, undefined)
    })
  }

  it('answers a repeated request alike and refuses another request under the same id', async () => {
    const id = newId()
    const first = await checks.check(id, checkBody())
    const again = await checks.check(id, checkBody())
    assert.deepEqual([first.status, again.status], [201, 200])
    assert.deepEqual(again.body, first.body)
    const other = await checks.check(id, checkBody({ order: { amount: '101.00', currency: 'USD' } }))
    assert.deepEqual(refusal(other), refusalOf('3DSecureId'))
    const [asked] = await gateway.query<{ asked: number }>(
      `select sum(a.asked)::int as asked from simulated_access_control.authentication a
       join enrollment_checks c on c.state->>'reference' = a.reference where c.three_d_secure_id = $1`,
      [id],
    )
    assert.equal(asked?.asked, 1)
  })

  it('answers concurrent equal requests alike', async () => {
    const id = newId()
    const responses = await Promise.all(Array.from({ length: 8 }, () => checks.check(id, checkBody())))
    const [first] = responses
    for (const response of responses) assert.deepEqual(response.body, first?.body)
    assert.equal(responses.filter(({ status }) => status === 201).length, 1)
  })

  it('works in old versions, too', async () => {
    const id = newId()
    const { body } = await checks.check(id, checkBody(), 15)
    assert.equal(body.response['3DSecure'].gatewayCode, 'CARD_ENROLLED')
    assert.equal(body.response.gatewayRecommendation, undefined)
    assert.equal(body['3DSecure'].summaryStatus, undefined)
  })

  it('is not found under an unused id', async () => {
    const sentence = 'No check has been performed for this merchant and 3D Secure Id.'
    for (const response of [await checks.retrieve('nobody'), await checks.process('nobody', 'AAAA')]) {
      assert.deepEqual(refusal(response), [400, 'INVALID_REQUEST', undefined, undefined])
      assert.equal(response.body.error.explanation, sentence)
    }
    const paid = await shop.put(payBody({ '3DSecureId': 'nobody' }))
    assert.deepEqual(refusal(paid), refusalOf('3DSecureId'))
    assert.equal(paid.body.error.explanation, sentence)
  })

  it('belongs to its merchant: under another merchant the id is not found', async () => {
    const id = newId()
    await checks.check(id, checkBody())
    const { id: merchant } = await boardMerchant(gateway)
    const response = await openChecks(gateway, merchant).retrieve(id)
    assert.deepEqual(refusal(response), [400, 'INVALID_REQUEST', undefined, undefined])
  })
})

describe("the issuer's answer", () => {
  const results = [
    ['Y', enrolled.mastercard, 'AUTHENTICATION_SUCCESSFUL', 'SUCCESS', 'PROCEED', '02'],
    ['A', enrolled.mastercard, 'AUTHENTICATION_ATTEMPTED', 'SUCCESS', 'PROCEED', '01'],
    ['U', enrolled.mastercard, 'AUTHENTICATION_NOT_AVAILABLE', 'SUCCESS', 'PROCEED', '00'],
    ['N', enrolled.mastercard, 'AUTHENTICATION_FAILED', 'FAILURE', 'DO_NOT_PROCEED', undefined],
    ['Y', enrolled.visa, 'AUTHENTICATION_SUCCESSFUL', 'SUCCESS', 'PROCEED', '05'],
    ['A', enrolled.visa, 'AUTHENTICATION_ATTEMPTED', 'SUCCESS', 'PROCEED', '06'],
    ['U', enrolled.visa, 'AUTHENTICATION_NOT_AVAILABLE', 'SUCCESS', 'PROCEED', '07'],
  ] as const
  for (const [status, number, code, result, recommendation, eci] of results) {
    it(`${status} for ${number.slice(0, 6)} is ${code}, and is stored`, async () => {
      const id = newId()
      const { body: checked } = await checks.check(id, checkBody({ sourceOfFunds: cardSource({ number }) }))
      const paRes = await paResOf(checked, status)
      const { status: http, body } = await checks.process(id, paRes)
      assert.equal(http, 201)
      assert.deepEqual(
        [body.result, body.response['3DSecure'].gatewayCode, body.response.gatewayRecommendation],
        [result, code, recommendation],
      )
      const details = body['3DSecure']
      assert.deepEqual([details.paResStatus, details.acsEci, details.summaryStatus], [status, eci, code])
      assert.equal(details.xid, checked['3DSecure'].xid)
      assert.deepEqual(details.authenticationRedirect, checked['3DSecure'].authenticationRedirect)
      assert.equal(details.authenticationToken?.length, 'YA'.includes(status) ? 28 : undefined)
      const again = await checks.process(id, paRes)
      assert.equal(again.status, 200)
      assert.deepEqual(again.body, body)
      const { body: retrieved } = await checks.retrieve(id)
      assert.deepEqual(retrieved['3DSecure'], { ...details, veResEnrolled: 'Y' })
    })
  }

  it('that was altered, invented, or belongs to another check is refused, and the check stays open', async () => {
    const [id, other] = [newId(), newId()]
    const { body } = await checks.check(id, checkBody())
    const { body: otherBody } = await checks.check(other, checkBody())
    const paRes = await paResOf(body, 'N')
    const foreign = await paResOf(otherBody, 'Y')
    const opened = JSON.parse(Buffer.from(paRes, 'base64').toString())
    const encode = (message: object) => Buffer.from(JSON.stringify(message)).toString('base64')
    const forged = [
      foreign,
      'AAAA',
      encode({}),
      encode({ ...opened, status: 'Y' }),
      encode({ ...opened, status: 'Y', signature: '' }),
      encode({ ...opened, eci: '02' }),
    ]
    for (const each of forged) assert.deepEqual(refusal(await checks.process(id, each)), refusalOf('3DSecure.paRes'))
    assert.equal((await checks.retrieve(id)).body.response['3DSecure'].gatewayCode, 'CARD_ENROLLED')
    assert.equal((await checks.process(id, paRes)).body.response['3DSecure'].gatewayCode, 'AUTHENTICATION_FAILED')
  })

  it('is not expected for a card that is not enrolled', async () => {
    const id = newId()
    await checks.check(id, checkBody({ sourceOfFunds: cardSource({ number: notEnrolled }) }))
    assert.deepEqual(refusal(await checks.process(id, 'AAAA')), refusalOf('apiOperation'))
  })

  it('is posted to the address of the check alone', async () => {
    const { body } = await checks.check(newId(), checkBody())
    const { action, fields } = formIn(body['3DSecure'].authenticationRedirect.simple.htmlBodyContent)
    for (const TermUrl of ['https://evil.example/', `${shopUrl}/`, '', 'javascript:alert(1)']) {
      const asked = await post(action, { ...fields, TermUrl })
      assert.equal(asked.status, 400)
      assert.doesNotMatch(asked.text, /evil|javascript:|<form/)
    }
    assert.equal((await post(action, { ...fields, PaReq: 'AAAA' })).status, 400)
  })

  it('is final: a payer who goes back cannot change it', async () => {
    const { body } = await checks.check(newId(), checkBody())
    const { action, fields } = formIn(body['3DSecure'].authenticationRedirect.simple.htmlBodyContent)
    const first = await paResOf(body, 'N')
    const back = formIn((await post(action, fields)).text)
    assert.equal(back.fields['PaRes'], first)
    const changed = await post(`${action}/answer`, { ...fields, result: 'Y' })
    assert.equal(formIn(changed.text).fields['PaRes'], first)
  })
})

describe('a payment with a 3DSecureId', () => {
  it("sends the issuer's result to the acquirer and the merchant", async () => {
    const id = await authenticated('Y')
    const { body: check } = await checks.retrieve(id)
    const { acsEci, authenticationToken, xid } = check['3DSecure']
    const paid = await shop.put(payBody({ '3DSecureId': id }))
    assert.deepEqual(outcome(paid), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'])
    const expected = {
      acsEci,
      authenticationStatus: 'AUTHENTICATION_SUCCESSFUL',
      authenticationToken,
      enrollmentStatus: 'ENROLLED',
      xid,
    }
    assert.deepEqual(paid.body['3DSecure'], expected)
    assert.equal(paid.body['3DSecureId'], id)
    assert.equal(paid.body.transaction.authenticationStatus, 'AUTHENTICATION_SUCCESSFUL')
    assert.equal(paid.body.order.authenticationStatus, 'AUTHENTICATION_SUCCESSFUL')
    const [line] = await booksOf(gateway, paid.body.order.id)
    assert.deepEqual(line?.details.threeDSecure, expected)
  })

  const results = [
    ['A', {}, 'APPROVED', { authenticationStatus: 'AUTHENTICATION_ATTEMPTED', enrollmentStatus: 'ENROLLED' }],
    ['U', {}, 'APPROVED', { authenticationStatus: 'AUTHENTICATION_NOT_AVAILABLE', enrollmentStatus: 'ENROLLED' }],
    ['N', {}, 'AUTHENTICATION_FAILED', { enrollmentStatus: 'ENROLLED' }],
    [undefined, {}, 'DECLINED', { enrollmentStatus: 'ENROLLED' }],
    [undefined, { number: notEnrolled }, 'APPROVED', { enrollmentStatus: 'NOT_ENROLLED' }],
    [
      undefined,
      { expiry: { month: '7', year: '40' } },
      'APPROVED',
      { enrollmentStatus: 'ENROLLMENT_STATUS_UNDETERMINED' },
    ],
  ] as const
  for (const [result, card, code, details] of results) {
    it(`results in ${code} after ${result ?? JSON.stringify(card)}`, async () => {
      const sourceOfFunds = cardSource(card)
      const id = newId()
      const { body } = await checks.check(id, checkBody({ sourceOfFunds }))
      if (result) await checks.process(id, await paResOf(body, result))
      for (const version of [15, 100]) {
        if (version === 100 && code === 'APPROVED') continue
        const paid = await shop.put(payBody({ '3DSecureId': id, sourceOfFunds }), { version })
        assert.equal(paid.body.response.gatewayCode, code, paid.text)
        const { acsEci: _, authenticationToken: __, xid: ___, ...rest } = paid.body['3DSecure']
        assert.deepEqual(rest, details)
        const asked = code === 'APPROVED' ? 1 : 0
        assert.equal((await booksOf(gateway, paid.body.order.id)).length, asked)
      }
    })
  }

  it('must use the checked card, for no more than the checked amount, in the same currency', async () => {
    const id = await authenticated('Y')
    const pay = (differences: object) => shop.put(payBody({ '3DSecureId': id, ...differences }))
    const other = await pay({ sourceOfFunds: cardSource({ number: enrolled.visa }) })
    assert.deepEqual(refusal(other), refusalOf('sourceOfFunds.provided.card.number'))
    for (const order of [
      { amount: '100.01', currency: 'USD' },
      { amount: '10.00', currency: 'EUR' },
    ])
      assert.deepEqual(refusal(await pay({ order })), refusalOf('3DSecureId'))
    const less = await pay({ order: { amount: '99.99', currency: 'USD' } })
    assert.equal(less.body.response.gatewayCode, 'APPROVED')
  })

  it('may be tried again after a decline, and not after a success', async () => {
    const sourceOfFunds = cardExpiring('5', '39')
    const id = await authenticated('Y', { sourceOfFunds })
    const declined = await shop.put(payBody({ '3DSecureId': id, sourceOfFunds }))
    assert.equal(declined.body.response.gatewayCode, 'DECLINED')
    const paid = await shop.put(payBody({ '3DSecureId': id }))
    assert.equal(paid.body.response.gatewayCode, 'APPROVED')
    const again = await shop.put(payBody({ '3DSecureId': id }))
    assert.deepEqual(refusal(again), refusalOf('3DSecureId'))
    assert.equal((await shop.put(payBody({ '3DSecureId': id }), { orderId: paid.body.order.id })).status, 200)
  })

  it('succeeds once with concurrent requests', async () => {
    const id = await authenticated('Y')
    const responses = await Promise.all(Array.from({ length: 10 }, () => shop.put(payBody({ '3DSecureId': id }))))
    const codes = responses.map(({ body }) => body.response?.gatewayCode ?? body.error.field)
    assert.equal(codes.filter((code) => code === 'APPROVED').length, 1, String(codes))
    for (const code of codes) assert.ok(['APPROVED', 'DECLINED', '3DSecureId'].includes(code), code)
    const asked = await Promise.all(responses.map(({ body }) => (body.order ? booksOf(gateway, body.order.id) : [])))
    assert.equal(asked.flat().length, 1)
  })

  it("prefers the issuer's result to the values that the merchant sends", async () => {
    const id = await authenticated('N')
    const claimed = { authenticationStatus: 'AUTHENTICATION_SUCCESSFUL', enrollmentStatus: 'ENROLLED', acsEci: '02' }
    const paid = await shop.put(payBody({ '3DSecureId': id, '3DSecure': claimed }))
    assert.equal(paid.body.response.gatewayCode, 'AUTHENTICATION_FAILED')
    assert.deepEqual(paid.body['3DSecure'], { enrollmentStatus: 'ENROLLED', xid: paid.body['3DSecure'].xid })
  })
})

it('no proof of an authentication is ever in the log', async () => {
  const id = newId()
  const { body } = await checks.check(id, checkBody())
  const paRes = await paResOf(body, 'Y')
  const { body: processed } = await checks.process(id, paRes)
  await shop.put(payBody({ '3DSecureId': id }))
  const log = gateway.logLines.join('\n')
  for (const secret of [paRes, processed['3DSecure'].authenticationToken, processed['3DSecure'].xid])
    assert.ok(!log.includes(secret))
})
