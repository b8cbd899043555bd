// The three operations of 3-D Secure 1 against the documents.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { askContract } from '../../../test/support/checks/contract.ts'
import { Secret } from '../../kernel/secret.ts'
import { checkEnrollment, processAcsResult, retrieveThreeDSecureResult } from './three-d-secure.ts'

const every = [15, 38, 49, 50, 100] as const
const responseUrl = 'https://shop.example/3ds'
const outcomes = [
  'AUTHENTICATION_ATTEMPTED',
  'AUTHENTICATION_FAILED',
  'AUTHENTICATION_NOT_AVAILABLE',
  'AUTHENTICATION_SUCCESSFUL',
  'CARD_DOES_NOT_SUPPORT_3DS',
  'CARD_ENROLLED',
  'CARD_NOT_ENROLLED',
]
const base = { merchant: 'TESTMERCHANT', result: 'SUCCESS', threeDSecureId: 'T1' }

describe('Check 3DS Enrollment', () => {
  const { accepts, refuses, answers, faults, valuesOf } = askContract(checkEnrollment, () => ({
    '3DSecure': { authenticationRedirect: { responseUrl } },
    apiOperation: 'CHECK_3DS_ENROLLMENT',
    order: { amount: '10', currency: 'USD' },
  }))
  const redirect = (members: object) => ({ '3DSecure': { authenticationRedirect: { responseUrl, ...members } } })

  it('needs a URL to come back to, an amount and a currency', () => {
    const read = accepts(every, {})
    assert.deepEqual(read['threeDSecure'], { authenticationRedirect: { pageGenerationMode: 'SIMPLE', responseUrl } })
    assert.equal(read['3DSecure'], undefined)
    refuses(every, { '3DSecure': undefined }, '3DSecure.authenticationRedirect.responseUrl', 'MISSING')
    refuses(every, { order: { currency: 'USD' } }, 'order.amount', 'MISSING')
    refuses(every, { order: { amount: '10' } }, 'order.currency', 'MISSING')
    refuses(every, { order: { amount: '10.001', currency: 'USD' } }, 'order.amount')
    refuses(every, redirect({ responseUrl: 'http://shop.example' }), '3DSecure.authenticationRedirect.responseUrl')
  })

  it('makes a page or gives its parts', () => {
    accepts(every, redirect({ pageGenerationMode: 'CUSTOMIZED' }))
    refuses(every, redirect({ pageGenerationMode: 'PRETTY' }), '3DSecure.authenticationRedirect.pageGenerationMode')
    accepts(every, redirect({ simple: { redirectDisplayBackgroundColor: '#000000', redirectDisplayTitle: 'Wait' } }))
  })

  it('takes the card from the request, a session or a token, and nothing else to pay with', () => {
    const card = { number: '5123450000000008', expiry: { month: '1', year: '39' } }
    accepts(every, { sourceOfFunds: { type: 'CARD', provided: { card } } })
    accepts(every, { session: { id: 'S'.repeat(31) } })
    accepts(every, { sourceOfFunds: { token: '9'.repeat(16) } })
    const mistyped = { sourceOfFunds: { provided: { card: { number: '5123450000000009' } } } }
    refuses(every, mistyped, 'sourceOfFunds.provided.card.number')
    const path = 'sourceOfFunds.provided'
    refuses(every, { sourceOfFunds: { provided: { ach: { secCode: 'WEB' } } } }, `${path}.ach`, 'UNSUPPORTED')
    refuses(every, { sourceOfFunds: { type: 'GIFT_CARD' } }, 'sourceOfFunds.type')
    refuses(49, { sourceOfFunds: { type: 'SCHEME_TOKEN' } }, 'sourceOfFunds.type')
    accepts(50, { sourceOfFunds: { type: 'SCHEME_TOKEN' } })
  })

  const authenticationRedirect = { customized: { acsUrl: 'https://acs.example/1', paReq: 'eJxVUg==' } }
  const enrolled = {
    ...base,
    response: { gatewayRecommendation: 'PROCEED', threeDSecure: { gatewayCode: 'CARD_ENROLLED' } },
    threeDSecure: { acsEci: '02', authenticationRedirect, veResEnrolled: 'Y', xid: 'A'.repeat(28) },
  }

  it('answers the outcome inside response, and from version 50 on beside the other results too', () => {
    const { acsEci: _, ...shown } = enrolled.threeDSecure
    assert.deepEqual(answers(49, enrolled), {
      '3DSecure': shown,
      '3DSecureId': 'T1',
      merchant: 'TESTMERCHANT',
      response: { '3DSecure': { gatewayCode: 'CARD_ENROLLED' } },
      result: 'SUCCESS',
    })
    assert.deepEqual(answers(50, enrolled), {
      '3DSecure': { ...shown, summaryStatus: 'CARD_ENROLLED' },
      '3DSecureId': 'T1',
      merchant: 'TESTMERCHANT',
      response: { '3DSecure': { gatewayCode: 'CARD_ENROLLED' }, gatewayRecommendation: 'PROCEED' },
      result: 'SUCCESS',
    })
    for (const version of every) assert.deepEqual(valuesOf(version, 'response.3DSecure.gatewayCode'), outcomes)
    assert.deepEqual(valuesOf(50, '3DSecure.summaryStatus'), outcomes)
  })

  it('always answers id, merchant and outcome', () => {
    for (const name of ['merchant', 'response', 'threeDSecureId'])
      assert.equal(faults(50, { ...enrolled, [name]: undefined }).length, 1, name)
  })
})

describe('Process ACS Result', () => {
  const { accepts, refuses, answers } = askContract(processAcsResult, () => ({
    '3DSecure': { paRes: 'eJxVUttugkAQfed' },
    apiOperation: 'PROCESS_ACS_RESULT',
  }))

  it("needs the issuer's result, in Base64, and keeps it secret", () => {
    const { threeDSecure } = accepts(every, {}) as { threeDSecure: { paRes: unknown } }
    assert.ok(threeDSecure.paRes instanceof Secret && threeDSecure.paRes.kind === 'AUTHENTICATION')
    accepts(every, { '3DSecure': { paRes: 'eJxV\r\nUg==\r\n' } })
    refuses(every, { '3DSecure': undefined }, '3DSecure.paRes', 'MISSING')
    refuses(every, { '3DSecure': { paRes: 'not Base64' } }, '3DSecure.paRes')
  })

  it('takes none of the fields of the enrollment check', () => {
    refuses(every, { order: { amount: '1' } }, 'order', 'UNSUPPORTED')
    const both = { '3DSecure': { paRes: 'eJxV', authenticationRedirect: { responseUrl } } }
    refuses(every, both, '3DSecure.authenticationRedirect', 'UNSUPPORTED')
  })

  it("answers with the issuer's result", () => {
    const threeDSecure = { acsEci: '02', authenticationToken: 'A'.repeat(28), paResStatus: 'Y', xid: 'B'.repeat(28) }
    const response = { threeDSecure: { gatewayCode: 'AUTHENTICATION_SUCCESSFUL' } }
    const whole = { ...base, response, threeDSecure: { ...threeDSecure, veResEnrolled: 'Y' } }
    assert.deepEqual(answers(15, whole)['3DSecure'], threeDSecure)
    assert.deepEqual(answers(50, whole)['3DSecure'], { ...threeDSecure, summaryStatus: 'AUTHENTICATION_SUCCESSFUL' })
  })
})

describe('Retrieve 3DS Result', () => {
  it('answers with everything that is recorded', () => {
    const { accepts, refuses, answers } = askContract(retrieveThreeDSecureResult, () => ({}))
    accepts(every, { correlationId: 'c' })
    refuses(every, { apiOperation: 'RETRIEVE_3DS_RESULT' }, 'apiOperation', 'UNSUPPORTED')
    const threeDSecure = { acsEci: '05', paResStatus: 'A', veResEnrolled: 'Y', xid: 'B'.repeat(28) }
    const response = { threeDSecure: { gatewayCode: 'AUTHENTICATION_ATTEMPTED' } }
    assert.deepEqual(answers(15, { ...base, response, threeDSecure })['3DSecure'], threeDSecure)
  })
})
