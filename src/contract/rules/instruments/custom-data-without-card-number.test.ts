import assert from 'node:assert/strict'
import { it } from 'node:test'
import { customDataWithoutCardNumber } from './custom-data-without-card-number.ts'

it('custom data must not hold an account number, and the explanation does not repeat it', () => {
  const hidden = 'card 5123 4500 0000 0008'
  const inAcquirer = customDataWithoutCardNumber.check({ transaction: { acquirer: { customData: hidden } } })
  assert.equal(inAcquirer?.field, 'transaction.acquirer.customData')
  assert.doesNotMatch(inAcquirer?.explanation ?? '', /5123/)
  assert.equal(customDataWithoutCardNumber.check({ agreement: { customData: hidden } })?.field, 'agreement.customData')
})

it('other custom data passes', () => {
  assert.equal(customDataWithoutCardNumber.check({ transaction: { acquirer: { customData: 'batch 17' } } }), undefined)
  assert.equal(customDataWithoutCardNumber.check({}), undefined)
})
