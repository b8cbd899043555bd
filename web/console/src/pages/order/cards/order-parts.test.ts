// What the cards of the order page show.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OrderDetails, TransactionDetailsView } from '../../orders/wire.ts'
import { expiryText, payerOf, paymentMethodOf, riskOf } from './order-parts.ts'

const payment: TransactionDetailsView = {
  transactionId: '1',
  type: 'PAYMENT',
  currency: 'USD',
  amount: '100',
  result: 'SUCCESS',
  gatewayCode: 'APPROVED',
  timeOfRecord: '2026-03-02T09:00:00.000Z',
  updatedAt: '2026-03-02T09:05:00.000Z',
  entryPoint: 'WEB_SERVICES_API',
  acquirerId: 'ACQ1',
  linkId: 'bank',
  isSettlementBatchClosed: false,
  request: {},
}

const orderOf = (
  transactions: readonly TransactionDetailsView[],
  paymentMethod?: OrderDetails['paymentMethod'],
): OrderDetails => ({
  merchantId: 'SHOP1',
  orderId: 'a',
  status: 'CAPTURED',
  isInReview: false,
  isLocked: false,
  currency: 'USD',
  amount: '100',
  authorized: '100',
  captured: '100',
  refunded: '0',
  disputed: '0',
  chargedBack: '0',
  createdAt: '2026-03-02T09:00:00.000Z',
  updatedAt: '2026-03-02T09:05:00.000Z',
  disputes: [],
  events: [],
  notifications: [],
  notes: [],
  actions: [],
  transactions,
  ...(paymentMethod && { paymentMethod }),
})

describe('the payment method of an order', () => {
  it('is that of the named transaction, with what the gateway found out about the card', () => {
    const paid: TransactionDetailsView = {
      ...payment,
      transactionId: '2',
      request: {
        sourceOfFunds: {
          token: '9123',
          provided: { card: { number: '512345xxxxxx0008', nameOnCard: 'ADA', expiry: { month: '1', year: '39' } } },
        },
      },
      response: {
        sourceOfFunds: { type: 'CARD', provided: { card: { brand: 'MASTERCARD', fundingMethod: 'CREDIT' } } },
      },
    }
    const method = paymentMethodOf(orderOf([payment, paid], { transactionId: '2', issuerCountry: 'FRA' }))
    assert.deepEqual(
      [method?.type, method?.token, method?.issuerCountry, method?.card?.number, method?.card?.brand],
      ['CARD', '9123', 'FRA', '512345xxxxxx0008', 'MASTERCARD'],
    )
    assert.equal(method?.card?.nameOnCard, 'ADA')
    assert.equal(expiryText(method?.card ?? {}), '01/39')
  })

  it('may be a gift card or a bank account, or nothing', () => {
    const giftCard = { provided: { giftCard: { number: '600000xxxxxx0000' } } }
    const ach = { provided: { ach: { bankAccountNumber: 'xxxxx1234', bankAccountHolder: 'Ada' } } }
    const methodOf = (sourceOfFunds: NonNullable<TransactionDetailsView['request']['sourceOfFunds']>) =>
      paymentMethodOf(orderOf([{ ...payment, request: { sourceOfFunds } }], { transactionId: '1' }))
    assert.equal(methodOf(giftCard)?.account, '600000xxxxxx0000')
    assert.deepEqual([methodOf(ach)?.account, methodOf(ach)?.accountHolder], ['xxxxx1234', 'Ada'])
    assert.equal(methodOf(ach)?.card, undefined)
    assert.equal(paymentMethodOf(orderOf([payment])), undefined)
  })
})

describe('the payer of an order', () => {
  it('is what the latest transaction says of each fact', () => {
    const first: TransactionDetailsView = {
      ...payment,
      request: {
        customer: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' },
        billing: { address: { street: 'Old street 1', city: 'London' } },
        device: { ipAddress: '192.0.2.1' },
      },
    }
    const second: TransactionDetailsView = {
      ...payment,
      transactionId: '2',
      request: {
        customer: { lastName: 'Lovelace', phone: '+44 20' },
        billing: { address: { street: 'New street 2', postcodeZip: 'W1', city: 'London', country: 'GBR' } },
        shipping: { address: { street: 'New street 2', postcodeZip: 'W1', city: 'London', country: 'GBR' } },
      },
    }
    assert.deepEqual(payerOf(orderOf([first, second])), {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      phone: '+44 20',
      mobilePhone: undefined,
      ipAddress: '192.0.2.1',
      billing: ['New street 2', 'W1 London', 'United Kingdom'],
      shipping: [],
    })
  })

  it('has a shipping address where it is another', () => {
    const shipping = { address: { street: 'Elsewhere 3' } }
    const { billing, shipping: lines, name } = payerOf(orderOf([{ ...payment, request: { shipping } }]))
    assert.deepEqual([billing, lines, name], [[], ['Elsewhere 3'], undefined])
  })
})

describe('the risk of an order', () => {
  const assessed: TransactionDetailsView = {
    ...payment,
    risk: 'REVIEW_REQUIRED',
    response: {
      risk: {
        response: {
          totalScore: '17',
          review: { decision: 'ACCEPTED', userId: 'boris', note: 'Known' },
          rule: [
            { name: 'MERCHANT_BIN_RANGE', type: 'MERCHANT_RULE', recommendation: 'REVIEW', data: '450875' },
            { name: 'MSO_BIN_RANGE', type: 'MSO_RULE', recommendation: 'NO_ACTION', data: '450875' },
          ],
        },
      },
    },
  }

  it('is that of the latest transaction that was assessed, with the rules that fired apart', () => {
    const unassessed: TransactionDetailsView = { ...payment, transactionId: '2', risk: 'NOT_CHECKED' }
    const risk = riskOf(orderOf([payment, assessed, unassessed]))
    assert.deepEqual([risk?.verdict, risk?.score, risk?.transaction], ['REVIEW_REQUIRED', '17', assessed])
    assert.deepEqual(risk?.review, { decision: 'ACCEPTED', userId: 'boris', note: 'Known' })
    assert.deepEqual(
      [risk?.fired, risk?.passed].map((rules) => rules?.map(({ name }) => name)),
      [['MERCHANT_BIN_RANGE'], ['MSO_BIN_RANGE']],
    )
  })

  it('has no decision where none was required, and is unknown where no rule was evaluated', () => {
    const accepted: TransactionDetailsView = {
      ...assessed,
      risk: 'ACCEPTED',
      response: { risk: { response: { review: { decision: 'NOT_REQUIRED' } } } },
    }
    assert.equal(riskOf(orderOf([accepted]))?.review, null)
    assert.equal(riskOf(orderOf([{ ...payment, risk: 'NOT_CHECKED' }])), undefined)
  })
})
