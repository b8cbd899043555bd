import assert from 'node:assert/strict'
import { it } from 'node:test'
import { accountFundingNeedsPurchaseType } from './account-funding-needs-purchase-type.ts'

it('account funding details need an order of that purchase type', () => {
  const accountFunding = { purpose: 'PAYROLL' }
  const { check } = accountFundingNeedsPurchaseType
  assert.equal(check({ accountFunding, order: { purchaseType: 'ACCOUNT_FUNDING' } }), undefined)
  assert.equal(check({ accountFunding, order: {} })?.field, 'order.purchaseType')
  assert.equal(check({ order: {} }), undefined)
})
