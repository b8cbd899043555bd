import assert from 'node:assert/strict'
import { it } from 'node:test'
import { byMoney, changeText } from './main-currency.ts'

const volume = (currency: string, captured: string, payments = 1) => ({
  currency,
  captured,
  payments,
  authorized: captured,
  refunded: '0',
})

it('the headline is the currency with the most money, not the one with the most payments or the smallest unit', () => {
  const volumes = [volume('USD', '8022.57', 900), volume('EUR', '1240000', 12), volume('JPY', '2000000', 3)]
  assert.deepEqual(
    byMoney(volumes).map(({ currency }) => currency),
    ['EUR', 'JPY', 'USD'],
  )
})

it('a figure is compared with the period before, if there was anything in it', () => {
  assert.equal(changeText('112.5', '100'), '+12.5%')
  assert.equal(changeText('50', '100'), '-50%')
  assert.equal(changeText('100', '100'), '0%')
  assert.equal(changeText('100', '0'), undefined)
})
