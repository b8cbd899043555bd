import assert from 'node:assert/strict'
import { it } from 'node:test'
import { conversionAcceptedComplete } from './conversion-accepted-complete.ts'

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
