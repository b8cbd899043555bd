// Payer authentication from version 50 on against the documents: both operations, and how it is retrieved.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { askContract, leastTransactionResponse } from '../../../test/support/checks/contract.ts'
import { retrieveOrder } from '../../payments/contract/retrieve-order.ts'
import { retrieveTransaction } from '../../payments/contract/retrieve-transaction.ts'
import { authenticatePayer } from './authenticate-payer.ts'
import { initiateAuthentication } from './initiate-authentication.ts'

// Versions below 50 use the oldest contract there is.
const every = [15, 50, 57, 99, 100] as const

const { acquirer: _, ...transaction } = leastTransactionResponse.transaction
const inProgress = {
  ...leastTransactionResponse,
  authentication: {
    acceptVersions: '3DS1,3DS2',
    channel: 'PAYER_BROWSER',
    payerInteraction: 'REQUIRED',
    purpose: 'PAYMENT_TRANSACTION',
    redirect: { customized: { threeDs: { methodPostData: 'eyJ0', methodUrl: 'https://acs.example/method' } } },
    redirectHtml: '<div></div>',
    threeDs: { acsEci: '02', transactionId: 'd1' },
    threeDs2: { methodSupported: 'SUPPORTED', protocolVersion: '2.2.0', transactionStatus: 'C' },
    version: '3DS2',
  },
  device: { browserDetails: { threeDSecureChallengeWindowSize: 'FULL_SCREEN', colorDepth: 24 } },
  order: { ...leastTransactionResponse.order, amount: '0', authenticationStatus: 'AUTHENTICATION_AVAILABLE' },
  response: { gatewayCode: 'AUTHENTICATION_IN_PROGRESS', gatewayRecommendation: 'PROCEED' },
  transaction: { ...transaction, authenticationStatus: 'AUTHENTICATION_AVAILABLE', type: 'AUTHENTICATION' },
}

describe('Initiate Authentication', () => {
  const { accepts, refuses, answers } = askContract(initiateAuthentication, () => ({
    apiOperation: 'INITIATE_AUTHENTICATION',
    order: { currency: 'USD' },
  }))

  it('needs nothing but its name and a currency', () => {
    accepts(every, {})
    refuses(every, { order: undefined }, 'order.currency', 'MISSING')
  })

  it("has the accepted versions, the payer's channel and the purpose", () => {
    for (const channel of ['PAYER_BROWSER', 'MERCHANT_REQUESTED', 'PAYER_APP'])
      accepts(every, { authentication: { acceptVersions: '3DS1,3DS2', channel, purpose: 'ADD_CARD' } })
    accepts(every, { authentication: { acceptVersions: '3DS2' } })
    refuses(every, { authentication: { acceptVersions: '3DS1;3DS2' } }, 'authentication.acceptVersions')
    refuses(every, { authentication: { channel: 'PHONE' } }, 'authentication.channel')
    refuses(every, { authentication: { purpose: 'FUN' } }, 'authentication.purpose')
    const url = { authentication: { redirectResponseUrl: 'https://shop.example/3ds' } }
    refuses(every, url, 'authentication.redirectResponseUrl', 'UNSUPPORTED')
  })

  it('takes the fields that only the first transaction of an order may have', () => {
    const subMerchant = { identifier: 'S1', tradingName: 'Sub' }
    accepts(every, { order: { currency: 'USD', reference: 'r', subMerchant }, transaction: { reference: 'r' } })
  })

  it('derives the amount from the net amount in version 100', () => {
    const { order } = accepts(100, { order: { currency: 'USD', netAmount: '9' } }) as { order: { amount: string } }
    assert.equal(order.amount, '9')
    refuses(50, { order: { currency: 'USD', netAmount: '9' } }, 'order.netAmount', 'UNSUPPORTED')
  })

  it('answers that authentication is in progress, without an acquirer', () => {
    for (const version of every) {
      const written = answers(version, inProgress)
      assert.deepEqual(written['response'], inProgress.response)
      assert.equal(
        (written['order'] as { authenticationStatus: string }).authenticationStatus,
        'AUTHENTICATION_AVAILABLE',
      )
    }
  })
})

describe('Authenticate Payer', () => {
  const { accepts, refuses, answers, valuesOf } = askContract(authenticatePayer, () => ({
    apiOperation: 'AUTHENTICATE_PAYER',
    order: { amount: '10', currency: 'USD' },
  }))
  const browserDetails = (members: object) => ({ device: { browserDetails: members } })
  const details = {
    '3DSecureChallengeWindowSize': 'FULL_SCREEN',
    acceptHeaders: 'text/html',
    colorDepth: 24,
    javaEnabled: false,
    language: 'en-US',
    screenHeight: 640,
    screenWidth: 480,
    timeZone: -330,
  }
  const { '3DSecureChallengeWindowSize': threeDSecureChallengeWindowSize, ...others } = details

  it('needs nothing but its name and a currency; the amount may be in the session, the card too', () => {
    accepts(every, { authentication: { redirectResponseUrl: 'https://shop.example/3ds' } })
    accepts(every, { order: { currency: 'USD' }, session: { id: 'S'.repeat(31) } })
    refuses(every, { order: { amount: '10' } }, 'order.currency', 'MISSING')
    const insecure = { authentication: { redirectResponseUrl: 'http://shop.example/3ds' } }
    refuses(every, insecure, 'authentication.redirectResponseUrl')
  })

  it('reads browser details as scripts send them', () => {
    const device = { browser: 'b'.repeat(2048), browserDetails: details, ipAddress: '2001:db8::1' }
    assert.deepEqual(accepts(every, { device })['device'], {
      ...device,
      browserDetails: { ...others, threeDSecureChallengeWindowSize },
    })
    refuses(
      every,
      browserDetails({ '3DSecureChallengeWindowSize': '1_X_1' }),
      'device.browserDetails.3DSecureChallengeWindowSize',
    )
    refuses(every, browserDetails({ screenHeight: 0 }), 'device.browserDetails.screenHeight')
    refuses(every, browserDetails({ timeZone: 841 }), 'device.browserDetails.timeZone')
    refuses(every, browserDetails({ plugins: 1 }), 'device.browserDetails.plugins', 'UNSUPPORTED')
    refuses(every, { device: { browser: 'b'.repeat(2049) } }, 'device.browser')
    refuses(every, { device: { ipAddress: '1'.repeat(46) } }, 'device.ipAddress')
  })

  it('accepts every value as text', () => {
    const asText = { colorDepth: '24', javaEnabled: 'false', screenHeight: '640', screenWidth: '480', timeZone: '+200' }
    const { device } = accepts(every, browserDetails(asText)) as { device: { browserDetails: object } }
    const read = { colorDepth: 24, javaEnabled: false, screenHeight: 640, screenWidth: 480, timeZone: 200 }
    assert.deepEqual(device.browserDetails, read)
    refuses(every, browserDetails({ colorDepth: 'many' }), 'device.browserDetails.colorDepth')
    refuses(every, browserDetails({ javaEnabled: 'yes' }), 'device.browserDetails.javaEnabled')
  })

  it('takes the details that help the issuer to decide', () => {
    accepts(every, {
      agreement: { id: 'A1', type: 'RECURRING', amountVariability: 'FIXED' },
      billing: { address: { city: 'Wien', country: 'AUT' } },
      customer: { email: 'a@bc.de', firstName: 'A' },
      shipping: { address: { city: 'Wien', country: 'AUT' } },
    })
    refuses(every, { agreement: { id: 'A1', type: 'RECURRING' } }, 'agreement.amountVariability', 'MISSING')
  })

  it("shows the page and the issuer's method at every place that clients look for them", () => {
    const method = { methodPostData: 'eyJ0', methodUrl: 'https://acs.example/method' }
    const { redirect: _redirect, threeDs, threeDs2, ...plain } = inProgress.authentication
    for (const version of every)
      assert.deepEqual(answers(version, inProgress)['authentication'], {
        ...plain,
        '3ds': threeDs,
        '3ds2': threeDs2,
        redirect: { customized: { '3DS': method }, customizedHtml: { '3ds2': method }, html: '<div></div>' },
      })
    assert.deepEqual(answers(50, inProgress)['device'], {
      browserDetails: { '3DSecureChallengeWindowSize': 'FULL_SCREEN', colorDepth: 24 },
    })
  })

  it('knows every status of authentication, on the order and on the transaction', () => {
    const values =
      'AVAILABLE INITIATED PENDING SUCCESSFUL ATTEMPTED FAILED NOT_SUPPORTED NOT_IN_EFFECT REJECTED UNAVAILABLE EXEMPT REQUIRED'
    const statuses = values.split(' ').map((value) => `AUTHENTICATION_${value}`)
    for (const place of ['order', 'transaction'])
      assert.deepEqual(valuesOf(50, `${place}.authenticationStatus`)?.toSorted(), statuses.toSorted())
  })
})

describe('payer authentication', () => {
  it('is retrieved as it was answered, alone and within its order', () => {
    const { answers } = askContract(retrieveTransaction, () => ({}))
    const own = askContract(authenticatePayer, () => ({}))
    for (const version of [50, 100]) {
      const retrieved = answers(version, inProgress)
      for (const name of ['authentication', 'device', 'response', 'transaction'])
        assert.deepEqual(retrieved[name], own.answers(version, inProgress)[name], name)
      const order = {
        ...inProgress.order,
        creationTime: '2026-11-15T01:40:00.000Z',
        currency: 'USD',
        id: 'O1',
        lastUpdatedTime: '2026-11-15T01:40:00.000Z',
        merchant: 'TESTMERCHANT',
        merchantAmount: '0',
        merchantCurrency: 'USD',
        result: 'SUCCESS',
        totalDisbursedAmount: '0',
      }
      const whole = askContract(retrieveOrder, () => ({})).answers(version, { ...order, transaction: [inProgress] })
      const [first] = whole['transaction'] as readonly Record<string, unknown>[]
      assert.deepEqual(first?.['authentication'], retrieved['authentication'])
    }
  })

  it('is unknown to answers below version 50', () => {
    const { answers } = askContract(retrieveTransaction, () => ({}))
    const paid = { ...leastTransactionResponse, authentication: inProgress.authentication }
    assert.equal(answers(49, paid)['authentication'], undefined)
  })
})
