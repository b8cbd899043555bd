import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contractTrial } from '../../../test/support/checks/contract-trial.ts'
import { capture } from './capture.ts'

const versions = [15, 30, 50, 100] as const
const { accepts, refuses, shows } = contractTrial(capture, { transaction: { amount: '10', currency: 'USD' } })

describe('CAPTURE', () => {
  it('needs an amount above zero and a currency', () => {
    for (const version of versions) {
      accepts(version)
      refuses(version, { transaction: null }, 'transaction.amount', 'MISSING')
      refuses(version, { transaction: { amount: null } }, 'transaction.amount', 'MISSING')
      refuses(version, { transaction: { currency: null } }, 'transaction.currency', 'MISSING')
      refuses(version, { transaction: { amount: '0' } }, 'transaction.amount')
      refuses(version, { transaction: { amount: '1.001' } }, 'transaction.amount')
      refuses(version, { transaction: { currency: 'ZZZ' } }, 'transaction.currency')
      refuses(version, { transaction: { taxAmount: '0.001' } }, 'transaction.taxAmount')
    }
  })

  it('standalone, has a source of funds and the code of an authorization obtained elsewhere', () => {
    for (const version of versions) {
      const sourceOfFunds = { type: 'CARD', provided: { card: { number: '5123450000000008' } } }
      const request = accepts(version, { sourceOfFunds, transaction: { authorizationCode: '123456' } })
      assert.equal(request.transaction.authorizationCode, '123456')
      const wrong = { type: 'CARD', provided: { card: { number: '5123450000000009' } } }
      refuses(version, { sourceOfFunds: wrong }, 'sourceOfFunds.provided.card.number')
    }
  })

  it('may update other groups from 30 on, and details of the purchase from 50 on', () => {
    for (const version of versions)
      accepts(version, {
        billing: { address: { city: 'Graz' } },
        customer: { email: 'a@b.io' },
        device: { ipAddress: '10.0.0.1' },
        order: { customerNote: 'n', itemAmount: '9', notificationUrl: 'https://shop.example' },
        partnerSolutionId: 'S',
        posTerminal: { lane: '1' },
        shipping: { method: 'GROUND' },
        userId: 'u',
      })
    const newer: readonly [string, object][] = [
      ['accountFunding', { purpose: 'PAYROLL' }],
      ['agreement', { id: 'A' }],
      ['airline', { planNumber: 'A1' }],
      ['currencyConversion', { uptake: 'DECLINED' }],
      ['initiator', { userId: 'u' }],
      ['paymentPlan', { planId: 'P' }],
    ]
    for (const [name, members] of newer) {
      refuses(30, { [name]: members }, name, 'UNSUPPORTED')
      for (const version of [50, 100]) accepts(version, { [name]: members })
    }
    refuses(100, { order: { purchaseType: 'ACCOUNT_FUNDING' } }, 'order.purchaseType', 'UNSUPPORTED')
  })

  it('breaks the amount down from 50 on', () => {
    const parts = { discountAmount: '1', itemAmount: '9', shippingAndHandlingTaxAmount: '1', taxStatus: 'EXEMPT' }
    for (const [name, value] of Object.entries(parts)) {
      refuses(30, { transaction: { [name]: value } }, `transaction.${name}`, 'UNSUPPORTED')
      for (const version of [50, 100]) accepts(version, { transaction: { [name]: value } })
    }
    refuses(100, { transaction: { discountAmount: '0.001' } }, 'transaction.discountAmount')
    refuses(100, { transaction: { tax: [{ amount: '0.001' }] } }, 'transaction.tax[0].amount')
  })

  it('has one list of line items, below transaction in every version', () => {
    const item = { name: 'Tea', quantity: 1, unitPrice: '1' }
    for (const version of versions)
      assert.equal(accepts(version, { transaction: { item: [item] } }).order.item[0].name, 'Tea')
    const detailed = { ...item, unitOfMeasure: 'KG' }
    refuses(30, { transaction: { item: [detailed] } }, 'transaction.item[0].unitOfMeasure', 'UNSUPPORTED')
    accepts(100, { transaction: { item: [detailed] } })
    accepts(100, { order: { item: [detailed] } })
  })

  it('names no target transaction', () => {
    for (const version of versions)
      refuses(version, { transaction: { targetTransactionId: '1' } }, 'transaction.targetTransactionId', 'UNSUPPORTED')
  })

  it('answers with the kind of transaction, and up to version 29 with the risk verdict below response', () => {
    const response = { transaction: { type: 'CAPTURE' }, risk: { response: { gatewayCode: 'NOT_CHECKED' } } }
    assert.equal(shows(15, response).transaction.type, 'CAPTURE')
    assert.deepEqual(shows(29, response).response, { risk: { gatewayCode: 'NOT_CHECKED' } })
    assert.equal(shows(30, response).response, undefined)
  })
})
