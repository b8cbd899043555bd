import assert from 'node:assert/strict'
import { it } from 'node:test'
import { exponentOf } from '../../../../src/kernel/money.ts'
import { amountText, moneyText } from './money.ts'

it('an amount is shown with every decimal that the gateway gives its currency, and never rounded', () => {
  // Browsers know IQD and ISK with other decimals than ISO 4217.
  const shown = ['USD', 'JPY', 'KWD', 'IQD', 'CLF'].map((currency) => moneyText('1204.5', currency))
  assert.deepEqual(shown, ['1,204.50 USD', '1,204.5 JPY', '1,204.500 KWD', '1,204.500 IQD', '1,204.5000 CLF'])
  assert.deepEqual([amountText('700', 'JPY'), amountText('0', 'USD')], ['700', '0.00'])
  assert.equal(amountText('90071992547409.93', 'USD'), '90,071,992,547,409.93')
  assert.equal(exponentOf('IQD'), 3)
})
