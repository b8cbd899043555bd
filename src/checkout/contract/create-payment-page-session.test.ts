import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { askContract } from '../../../test/support/checks/contract.ts'
import { createPaymentPageSession } from './create-payment-page-session.ts'

const every = [15, 17, 26, 30, 100] as const
const right = { amount: '10', currency: 'USD', id: 'O1' }

const { accepts, refuses, answers, faults } = askContract(createPaymentPageSession, () => ({
  apiOperation: 'CREATE_PAYMENT_PAGE_SESSION',
  order: right,
}))

describe('Create Payment Page Session', () => {
  it('needs amount, currency and id of the order', () => {
    accepts(every, {})
    for (const missing of Object.keys(right))
      refuses(every, { order: { ...right, [missing]: null } }, `order.${missing}`, 'MISSING')
    refuses(every, { order: { ...right, id: 'o'.repeat(41) } }, 'order.id')
    refuses(every, { order: { ...right, itemAmount: '1' } }, 'order.amount')
    refuses(every, { order: { ...right, amount: '1.005' } }, 'order.amount')
  })

  it('has the airline data of its version', () => {
    accepts(every, { airline: { ticket: { customerReference: 'c'.repeat(20) } } })
    refuses(every, { airline: { ticket: { customerReference: 'c'.repeat(21) } } }, 'airline.ticket.customerReference')
    const leg = { airline: { itinerary: { leg: [{ destinationArrivalDate: '2026-11-15' }] } } }
    refuses(every, leg, 'airline.itinerary.leg[0].destinationArrivalDate', 'UNSUPPORTED')
    const passenger = { airline: { passenger: [{ frequentFlyerNumber: 'F' }] } }
    refuses(every, passenger, 'airline.passenger[0].frequentFlyerNumber', 'UNSUPPORTED')
  })

  it("reads the page's group at the place of the checkout interaction", () => {
    const paymentPage = {
      action: { '3DSecure': 'MANDATORY' },
      cancelUrl: 'http://localhost:3000/cancel',
      merchant: { name: 'Shop' },
      returnUrl: 'https://shop.example/return',
    }
    const read = accepts(every, { paymentPage, action: { bypassMerchantRiskRules: 'ALL' } })
    const { action: _, ...others } = paymentPage
    assert.deepEqual(read['interaction'], { ...others, action: { threeDSecure: 'MANDATORY' } })
    assert.deepEqual(read['risk'], { bypassMerchantRiskRules: 'ALL' })
    assert.equal(read['paymentPage'], undefined)
    refuses(every, { paymentPage: { merchant: { name: 'n'.repeat(41) } } }, 'paymentPage.merchant.name')
    refuses(every, { interaction: paymentPage }, 'interaction', 'UNSUPPORTED')
  })

  it('takes billing, shipping, customer, constraints and the transaction', () => {
    accepts(every, {
      billing: { address: { city: 'C' } },
      constraints: { paymentPlans: { supported: [] } },
      customer: { email: 'a@b.io', ipAddress: '127.0.0.1' },
      shipping: { address: { sameAsBilling: 'SAME' }, method: 'GROUND' },
      transaction: { reference: 'R', source: 'INTERNET' },
    })
    refuses(every, { sourceOfFunds: { type: 'CARD' } }, 'sourceOfFunds', 'UNSUPPORTED')
    refuses(every, { shipping: { method: 'PICKUP' } }, 'shipping.method')
  })

  it('answers with the session and the success indicator', () => {
    const session = { id: 'SESSION0002799480514F69145320L2', updateStatus: 'SUCCESS', version: '8d3a7b5601' }
    const response = { merchant: 'TESTMERCHANT', result: 'SUCCESS', session, successIndicator: '0123456789abcdef' }
    for (const version of every) {
      assert.deepEqual(answers(version, { ...response, checkoutMode: 'WEBSITE', version: '26' }), response)
      assert.equal(faults(version, { ...response, successIndicator: '0123456789abcde' }).length, 1)
      assert.equal(faults(version, { ...response, successIndicator: undefined }).length, 1)
    }
  })
})
