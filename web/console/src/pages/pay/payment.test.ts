import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { timeZone } from '../../format/zone.ts'
import { emptyPayment, paymentBody } from './payment.ts'

const ids = { transactionId: 'manual-1', sessionId: 'SESSION0000000000000000000000000001' }
const payment = { ...emptyPayment(), amount: '10.00', currency: 'USD' }

describe('the request for a payment taken by hand', () => {
  it('leaves out texts that are empty or blank', () => {
    assert.deepEqual(paymentBody({ ...payment, description: '  ' }, ids), {
      operation: 'PAY',
      ...ids,
      currency: 'USD',
      source: 'TELEPHONE_ORDER',
      amount: '10',
    })
  })

  it('has texts without the spaces around them', () => {
    const texts = { description: ' Two cups', orderReference: 'R-1 ', merchantNote: ' Called at noon ' }
    const { description, orderReference, merchantNote } = paymentBody({ ...payment, ...texts }, ids)
    assert.deepEqual([description, orderReference, merchantNote], ['Two cups', 'R-1', 'Called at noon'])
  })

  it('has the payer only as far as they are known, and how the receipt is written only with an e-mail address', () => {
    const named = paymentBody({ ...payment, lastName: ' Lovelace ', city: 'London', country: 'GBR' }, ids)
    assert.deepEqual(
      [named.customer, named.billing, named.receipt],
      [{ lastName: 'Lovelace' }, { address: { city: 'London', country: 'GBR' } }, undefined],
    )
    const { receipt } = paymentBody({ ...payment, email: 'ada@payer.example', receiptLanguage: 'fr' }, ids)
    assert.deepEqual(receipt, { locale: 'fr', timeZone: timeZone() })
  })

  it('has no amount when a card is only verified', () => {
    assert.equal('amount' in paymentBody({ ...payment, operation: 'VERIFY' }, ids), false)
  })
})
