import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { leastTransactionResponse } from '../../../test/support/checks/contract.ts'
import { contractTrial } from '../../../test/support/checks/contract-trial.ts'
import { authorize } from './authorize.ts'

const { accepts, refuses, shows, faults } = contractTrial(authorize, { order: { amount: '10', currency: 'USD' } })

describe('AUTHORIZE', () => {
  it('needs an amount above zero and a currency in every version', () => {
    for (const version of [15, 29, 37, 38, 50, 100]) {
      accepts(version)
      refuses(version, { order: { amount: null } }, 'order.amount', 'MISSING')
      refuses(version, { order: { currency: null } }, 'order.currency', 'MISSING')
      refuses(version, { order: { amount: 0 } }, 'order.amount')
    }
    assert.equal(accepts(100, { order: { amount: null, netAmount: '9' } }).order.amount, '9')
    refuses(100, { apiOperation: 'PAY' }, 'apiOperation')
  })

  it('takes the fields that the specification shows for version 38, there and below', () => {
    for (const version of [15, 30, 38]) {
      const request = accepts(version, {
        '3DSecure': { enrollmentStatus: 'NOT_ENROLLED' },
        '3DSecureId': 'T'.repeat(64),
        airline: {
          itinerary: { leg: [{ destinationArrivalDate: '2026-01-01' }] },
          passenger: [{ frequentFlyerNumber: 'F'.repeat(20) }],
        },
        posTerminal: { lane: '12345678', location: 'ON_CARD_ACCEPTOR_PREMISES' },
        risk: { custom: { a: 'b' } },
        transaction: { frequency: 'INSTALLMENT', merchantNote: 'n', reference: 'r', source: 'INTERNET' },
        userId: 'u',
      })
      assert.equal(request.threeDSecure.enrollmentStatus, 'NOT_ENROLLED')
    }
    refuses(38, { '3DSecureId': 'T'.repeat(65) }, '3DSecureId')
    refuses(38, { posTerminal: { lane: '123456789' } }, 'posTerminal.lane')
    refuses(38, { agreement: { id: 'A' } }, 'agreement', 'UNSUPPORTED')
    const ticket = { airline: { ticket: { customerReference: 'c' } } }
    for (const version of [38, 50, 100]) refuses(version, ticket, 'airline.ticket.customerReference', 'UNSUPPORTED')
  })

  it("takes no authorization response, no browser payment and no base amount: those are Pay's", () => {
    for (const version of [15, 38, 50, 100]) {
      refuses(version, { authorizationResponse: { stan: '1' } }, 'authorizationResponse', 'UNSUPPORTED')
      refuses(version, { browserPayment: { returnUrl: 'https://shop.example' } }, 'browserPayment', 'UNSUPPORTED')
      refuses(version, { currencyConversion: { baseAmount: '1' } }, 'currencyConversion.baseAmount', 'UNSUPPORTED')
    }
  })

  it('takes the names of before version 30 up to 99, at their canonical places', () => {
    const older = {
      action: { bypassMerchantRiskRules: 'ALL' },
      customer: { ipAddress: '10.0.0.1' },
      item: [{ name: 'Tea', quantity: 1, unitPrice: '1' }],
    }
    for (const version of [15, 38, 50]) {
      const { device, order, risk, customer, item, action } = accepts(version, older)
      assert.deepEqual([customer, item, action], [undefined, undefined, undefined])
      assert.deepEqual([device, risk], [{ ipAddress: '10.0.0.1' }, { bypassMerchantRiskRules: 'ALL' }])
      assert.deepEqual(order.item, [{ name: 'Tea', quantity: '1', unitPrice: '1' }])
    }
    refuses(100, { customer: older.customer }, 'customer.ipAddress', 'UNSUPPORTED')
  })

  it('takes everything newer from 50 on, the values of version 100 only there', () => {
    for (const version of [50, 100])
      accepts(version, {
        agreement: { id: 'A', type: 'INSTALLMENT' },
        authentication: { transactionId: 't' },
        order: { certainty: 'FINAL', gratuityAmount: '1', itemAmount: '9', merchantCategoryCode: '5411' },
        shipping: { method: 'PICKUP', origin: { postcodeZip: '8010' } },
        transaction: { acquirer: { traceId: 't' }, resubmission: true },
      })
    refuses(49, { transaction: { source: 'MERCHANT' } }, 'transaction.source')
    refuses(50, { transaction: { source: 'PAYER_PRESENT' } }, 'transaction.source')
    for (const source of ['MERCHANT', 'PAYER_PRESENT']) accepts(100, { transaction: { source } })
    accepts(100, { transaction: { frequency: 'SINGLE' } })
    accepts(50, { transaction: { acquirer: { customData: 'c'.repeat(4000) } } })
    refuses(100, { transaction: { acquirer: { customData: 'c'.repeat(2049) } } }, 'transaction.acquirer.customData')
  })
})

describe('the answer of AUTHORIZE', () => {
  it('always has the enrollment status and the lane when their groups are there', () => {
    for (const version of [15, 38, 50, 100]) {
      const whole = {
        ...leastTransactionResponse,
        posTerminal: { attended: 'ATTENDED', lane: '1' },
        threeDSecure: { acsEci: '05', enrollmentStatus: 'ENROLLED' },
      }
      assert.deepEqual(faults(version, leastTransactionResponse), [])
      assert.deepEqual(faults(version, whole), [])
      const [unnamed, unknown] = [{ posTerminal: { attended: 'ATTENDED' } }, { threeDSecure: { acsEci: '05' } }]
      assert.match(faults(version, { ...whole, ...unnamed }).join(), /posTerminal.*'lane'/)
      assert.match(faults(version, { ...whole, ...unknown }).join(), /3DSecure.*'enrollmentStatus'/)
    }
  })

  it('names the lane of a terminal that the request did not name', () => {
    for (const version of [15, 38, 50, 100]) {
      const { posTerminal } = accepts(version, { posTerminal: { attended: 'ATTENDED' } })
      assert.deepEqual(posTerminal, { attended: 'ATTENDED', lane: 'UNKNOWN' })
      assert.equal(accepts(version).posTerminal, undefined)
    }
    const { posTerminal } = accepts(100, { order: { walletProvider: 'GOOGLE_PAY' } })
    assert.deepEqual(posTerminal, { lane: 'UNKNOWN', location: 'PAYER_TERMINAL_OFF_PREMISES' })
  })

  it('repeats the risk verdict below response up to version 29', () => {
    const response = { risk: { response: { gatewayCode: 'REJECTED', reversalResult: 'OKAY' } } }
    assert.deepEqual(shows(29, response).response, { risk: response.risk.response })
    for (const version of [30, 38, 100]) assert.equal(shows(version, response).response, undefined)
    assert.deepEqual(shows(38, response).risk, response.risk)
  })

  it('shows recurring payment advice', () => {
    const response = { gatewayCode: 'DECLINED', recurringPaymentAdvice: { acquirerCode: '03' } }
    assert.deepEqual(shows(38, { response }).response, response)
  })
})
