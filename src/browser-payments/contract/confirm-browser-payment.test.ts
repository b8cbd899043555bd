import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { askContract, leastTransactionResponse } from '../../../test/support/checks/contract.ts'
import { confirmBrowserPayment } from './confirm-browser-payment.ts'

const every = [15, 30, 31, 50, 100] as const
const { accepts, refuses, answers } = askContract(confirmBrowserPayment, () => ({
  apiOperation: 'CONFIRM_BROWSER_PAYMENT',
}))

describe('Confirm Browser Payment', () => {
  it('needs nothing but its name', () => {
    accepts(every, {})
    refuses(every, { apiOperation: 'INITIATE_BROWSER_PAYMENT' }, 'apiOperation')
    refuses(every, { apiOperation: undefined }, 'apiOperation', 'MISSING')
  })

  it('takes a changed amount and changed line items, with the currency or without', () => {
    const item = { name: 'Tea', quantity: 1, unitPrice: '10' }
    accepts(every, { order: { amount: '12.5' } })
    accepts(every, { order: { amount: '12.5', currency: 'USD' } })
    accepts([15, 30, 31, 50], { transaction: { item: [item] } })
    accepts(every, { order: { item: [item] } })
    refuses(100, { transaction: { item: [item] } }, 'transaction.item', 'UNSUPPORTED')
  })

  it('checks the amount', () => {
    refuses(every, { order: { amount: '0' } }, 'order.amount')
    refuses(every, { order: { amount: '1.234', currency: 'USD' } }, 'order.amount')
    refuses(every, { order: { amount: '10', itemAmount: '9' } }, 'order.amount')
    refuses(every, { order: { currency: 'DOLLAR' } }, 'order.currency')
  })

  it('takes no details of how the payment was started', () => {
    refuses(every, { browserPayment: { returnUrl: 'https://shop.example' } }, 'browserPayment', 'UNSUPPORTED')
    refuses(every, { sourceOfFunds: { type: 'PROVIDER_A' } }, 'sourceOfFunds', 'UNSUPPORTED')
  })

  it('answers with the outcome of the payment', () => {
    const browserPayment = { interaction: { status: 'COMPLETED', timeCompleted: '2026-11-15T01:40:00.000Z' } }
    for (const version of every) {
      const written = answers(version, { ...leastTransactionResponse, browserPayment })
      assert.deepEqual(written['browserPayment'], browserPayment)
    }
  })
})
