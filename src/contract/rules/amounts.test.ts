import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  accountFundingNeedsPurchaseType,
  amountsAboveZero,
  conversionAcceptedComplete,
  decimalsOfTheCurrency,
  itemTaxesEqualTaxAmount,
  orderAmountOrNetAmount,
  subTotalsEqualAmount,
} from './amounts.ts'

describe('amounts above zero', () => {
  const fieldOf = (request: Record<string, unknown>) => amountsAboveZero.check(request)?.field

  it('an amount of zero is refused where it stands', () => {
    assert.equal(fieldOf({ order: { amount: '0' } }), 'order.amount')
    assert.equal(fieldOf({ order: { netAmount: '0' } }), 'order.netAmount')
    assert.equal(fieldOf({ order: { amount: '1' }, transaction: { amount: '0' } }), 'transaction.amount')
  })

  it('the smallest amount passes, and so does a request without an amount', () => {
    assert.equal(fieldOf({ order: { amount: '0.001' } }), undefined)
    assert.equal(fieldOf({ order: { taxAmount: '0' } }), undefined)
    assert.equal(fieldOf({}), undefined)
  })
})

describe('decimals of the currency', () => {
  const fieldOf = (request: Record<string, unknown>) => decimalsOfTheCurrency.check(request)?.field

  it('an amount may have as many decimals as its currency and not one more', () => {
    for (const [currency, fitting, tooFine] of [
      ['USD', '1.23', '1.234'],
      ['JPY', '1', '1.2'],
      ['KWD', '1.234', '1.2345'],
      ['UYI', '1', '1.2'],
      ['CLF', '1.234', '1.2345'],
      ['UYW', '1.234', '1.2345'],
    ]) {
      assert.equal(fieldOf({ order: { currency, amount: fitting } }), undefined)
      assert.equal(fieldOf({ order: { currency, amount: tooFine } }), 'order.amount')
    }
  })

  it('every amount of the order is checked, nested and listed ones too', () => {
    assert.equal(fieldOf({ order: { currency: 'USD', discount: { amount: '0.001' } } }), 'order.discount.amount')
    assert.equal(
      fieldOf({ order: { currency: 'USD', tax: [{ amount: '1' }, { amount: '0.001' }] } }),
      'order.tax[1].amount',
    )
    assert.equal(fieldOf({ transaction: { currency: 'JPY', amount: '0.5' } }), 'transaction.amount')
  })

  it('unit prices are no money and may be finer', () => {
    assert.equal(fieldOf({ order: { currency: 'USD', item: [{ unitPrice: '0.001' }] } }), undefined)
  })
})

describe('order amount or net amount', () => {
  it('a payment has an amount or a net amount', () => {
    const { check } = orderAmountOrNetAmount
    assert.equal(check({ order: { amount: '1' } }), undefined)
    assert.equal(check({ order: { netAmount: '1' } }), undefined)
    assert.equal(check({ order: { itemAmount: '1' } })?.field, 'order.amount')
    assert.equal(check({ order: { currency: 'USD' } })?.validationType, 'MISSING')
  })
})

describe('sub totals equal amount', () => {
  const fieldOf = (order: object) => subTotalsEqualAmount.check({ order })?.field

  it('sub-totals minus the discount make the amount', () => {
    const order = { itemAmount: '90.05', shippingAndHandlingAmount: '10', taxAmount: '5', discount: { amount: '5.05' } }
    assert.equal(fieldOf({ ...order, amount: '100' }), undefined)
    assert.equal(fieldOf({ ...order, amount: '100.01' }), 'order.amount')
  })

  it('the newer sub-totals count too', () => {
    const order = { itemAmount: '1', cashbackAmount: '2', dutyAmount: '3', gratuityAmount: '4' }
    assert.equal(fieldOf({ ...order, merchantCharge: { amount: '5' }, amount: '15' }), undefined)
    assert.equal(fieldOf({ ...order, merchantCharge: { amount: '5' }, amount: '10' }), 'order.amount')
  })

  it('a single sub-total is compared; without sub-totals or an amount nothing is', () => {
    assert.equal(fieldOf({ amount: '10', taxAmount: '1' }), 'order.amount')
    assert.equal(fieldOf({ amount: '10', discount: { amount: '1' } }), undefined)
    assert.equal(fieldOf({ amount: '10', merchantCharge: { amount: '1' } }), undefined)
    assert.equal(fieldOf({ itemAmount: '10' }), undefined)
  })

  it('line items stand for an item amount that is not sent, and are information where they do not make the amount', () => {
    const item = [{ name: 'Tea', quantity: '2', unitPrice: '5' }]
    const order = { shippingAndHandlingAmount: '5', taxAmount: '2.5' }
    assert.equal(fieldOf({ ...order, item, amount: '17.5' }), undefined)
    assert.equal(fieldOf({ ...order, item, amount: '18' }), undefined)
    assert.equal(fieldOf({ ...order, item, itemAmount: '10', amount: '17.5' }), undefined)
    assert.equal(fieldOf({ ...order, item, itemAmount: '10', amount: '18' }), 'order.amount')
    assert.equal(fieldOf({ ...order, item: [], amount: '17.5' }), 'order.amount')
    assert.equal(fieldOf({ ...order, amount: '17.5' }), 'order.amount')
  })

  it('with a net amount the sub-totals make that one, and the merchant charge is no part of it', () => {
    const order = { amount: '11', itemAmount: '10', merchantCharge: { amount: '1' } }
    assert.equal(fieldOf({ ...order, netAmount: '10' }), undefined)
    assert.equal(fieldOf({ ...order, netAmount: '11' }), 'order.netAmount')
  })
})

describe('item taxes equal tax amount', () => {
  const fieldOf = (order: object) => itemTaxesEqualTaxAmount.check({ order })?.field
  const item = (quantity: string, unitTaxAmount?: string) => ({ quantity, unitTaxAmount })

  it('the tax of the order is the sum of quantity times unit tax, to the last digit', () => {
    const items = [item('3', '0.125'), item('2', '1'), item('9999999999999999', '0')]
    assert.equal(fieldOf({ taxAmount: '2.375', item: items }), undefined)
    assert.equal(fieldOf({ taxAmount: '2.37', item: items }), 'order.taxAmount')
  })

  it('a rebate reduces the tax, and an item without tax counts as zero', () => {
    assert.equal(fieldOf({ taxAmount: '1', item: [item('2', '1'), item('1', '-1')] }), undefined)
    assert.equal(fieldOf({ taxAmount: '2', item: [item('2', '1'), item('5')] }), undefined)
    assert.equal(fieldOf({ taxAmount: '2', item: [item('5')] }), 'order.taxAmount')
  })

  it('without items, or without a tax, there is nothing to compare', () => {
    assert.equal(fieldOf({ taxAmount: '2' }), undefined)
    assert.equal(fieldOf({ taxAmount: '2', item: [] }), undefined)
    assert.equal(fieldOf({ item: [item('2', '1')] }), undefined)
  })
})

describe('conversion accepted complete', () => {
  const order = { currency: 'USD' }
  const check = (currencyConversion: object) => {
    const rejection = conversionAcceptedComplete.check({ order, currencyConversion })
    return rejection && `${rejection.field} ${rejection.validationType}`
  }

  it("an accepted conversion needs the payer's amount and currency", () => {
    const accepted = { uptake: 'ACCEPTED', payerAmount: '90', payerCurrency: 'EUR' }
    assert.equal(check(accepted), undefined)
    assert.equal(check({ ...accepted, payerAmount: undefined }), 'currencyConversion.payerAmount MISSING')
    assert.equal(check({ ...accepted, payerCurrency: undefined }), 'currencyConversion.payerCurrency MISSING')
    assert.equal(check({ uptake: 'DECLINED' }), undefined)
  })

  it("the payer's currency differs from the order's", () => {
    assert.equal(check({ uptake: 'DECLINED', payerCurrency: 'USD' }), 'currencyConversion.payerCurrency INVALID')
  })
})

describe('account funding needs purchase type', () => {
  it('account funding details need an order of that purchase type', () => {
    const accountFunding = { purpose: 'PAYROLL' }
    const { check } = accountFundingNeedsPurchaseType
    assert.equal(check({ accountFunding, order: { purchaseType: 'ACCOUNT_FUNDING' } }), undefined)
    assert.equal(check({ accountFunding, order: {} })?.field, 'order.purchaseType')
    assert.equal(check({ order: {} }), undefined)
  })
})
