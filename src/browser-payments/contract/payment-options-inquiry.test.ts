import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { askContract } from '../../../test/support/checks/contract.ts'
import { contractFor } from '../../contract/operation.ts'
import { isRejection } from '../../kernel/rejection.ts'
import { parseQuery, readRequest } from '../../requests/read-request.ts'
import { paymentOptionsInquiry } from './payment-options-inquiry.ts'

const every = [15, 51, 52, 99, 100] as const
const { accepts, refuses, answers, valuesOf } = askContract(paymentOptionsInquiry, () => ({}))
const prefix = (digits: string) => ({ sourceOfFunds: { provided: { card: { prefix: digits } } } })

describe('Payment Options Inquiry', () => {
  it('needs no field, and may be named', () => {
    accepts(every, {})
    accepts(every, { apiOperation: 'PAYMENT_OPTIONS_INQUIRY', correlationId: 'c' })
    refuses(every, { apiOperation: 'PAY' }, 'apiOperation')
  })

  it('is narrowed by amount, currency, the first digits of a card, or a token', () => {
    accepts(every, { order: { amount: '10', currency: 'USD' }, ...prefix('512345') })
    accepts(every, { sourceOfFunds: { token: '9'.repeat(16) } })
    refuses(every, prefix('51234x'), 'sourceOfFunds.provided.card.prefix')
    refuses(every, prefix('51234500000'), 'sourceOfFunds.provided.card.prefix')
    const number = { sourceOfFunds: { provided: { card: { number: '5123450000000008' } } } }
    refuses(every, number, 'sourceOfFunds.provided.card.number', 'UNSUPPORTED')
    refuses(every, { order: { amount: '0.5', currency: 'JPY' } }, 'order.amount')
  })

  it('may be sent as the query of a GET', () => {
    const ask = (query: string) => {
      const body = parseQuery(`/api/rest/version/100/merchant/M/paymentOptionsInquiry?${query}`)
      assert.ok(!isRejection(body))
      return readRequest(contractFor(paymentOptionsInquiry, 100), body)
    }
    const read = ask('order.currency=USD&order.amount=10.50&sourceOfFunds.provided.card.prefix=5123')
    assert.ok(!isRejection(read))
    assert.deepEqual({ ...(read['order'] as object) }, { currency: 'USD', amount: '10.5' })
    const refused = ask('order.currency=usd')
    assert.ok(isRejection(refused) && refused.field === 'order.currency')
  })

  const response = {
    merchant: 'TESTMERCHANT',
    paymentTypes: {
      browserPayment: [
        {
          currencies: [{ currency: 'EUR' }],
          displayName: 'Provider A',
          logoUrl: 'https://localhost:8443/logo.svg',
          maxAmount: '1000000000000',
          minAmount: '1',
          standardPayerData: [{ fieldName: 'EMAIL', presence: 'OPTIONAL' }],
          supportedCountries: [{ country: 'AUT' }],
          type: 'PROVIDER_A',
        },
      ],
      card: {
        cardTypes: [{ cardType: 'VISA' }, { cardType: 'MASTERCARD' }],
        currencies: [{ currency: 'USD' }],
        transactionSources: [{ transactionSource: 'INTERNET' }],
      },
    },
    result: 'SUCCESS',
    supportedPaymentOperations: [{ supportedPaymentOperation: 'AUTHORIZE' }],
    transactionMode: 'AUTHORIZE_CAPTURE',
  }

  it('answers one mode up to version 51, and operations from 52 on', () => {
    for (const version of every) {
      const written = answers(version, response)
      assert.equal('transactionMode' in written, version <= 51, `${version}`)
      assert.equal('supportedPaymentOperations' in written, version >= 52, `${version}`)
    }
    assert.deepEqual(valuesOf(51, 'transactionMode'), ['AUTHORIZE_CAPTURE', 'PURCHASE'])
    assert.deepEqual(valuesOf(52, 'supportedPaymentOperations.supportedPaymentOperation'), ['AUTHORIZE', 'PURCHASE'])
  })

  it('lists the transaction sources and card types of each version', () => {
    const sources = 'paymentTypes.card.transactionSources.transactionSource'
    assert.deepEqual([valuesOf(15, sources)?.length, valuesOf(52, sources)?.length], [7, 7])
    assert.equal(valuesOf(100, sources)?.length, 9)
    assert.equal(valuesOf(15, 'paymentTypes.card.cardTypes.cardType')?.length, 25)
  })

  it('writes the bounds of a provider as numbers', () => {
    const { paymentTypes } = answers(100, response) as { paymentTypes: { browserPayment: { maxAmount: unknown }[] } }
    assert.equal(paymentTypes.browserPayment[0]?.maxAmount, 1_000_000_000_000)
  })
})
