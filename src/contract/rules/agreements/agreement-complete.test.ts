import assert from 'node:assert/strict'
import { it } from 'node:test'
import { agreementComplete } from './agreement-complete.ts'

const fieldOf = (request: Record<string, unknown>) => agreementComplete.check(request)?.field

it('a payment of a series names its agreement', () => {
  for (const type of ['INSTALLMENT', 'UNSCHEDULED']) {
    assert.equal(fieldOf({ agreement: { type } }), 'agreement.id')
    assert.equal(fieldOf({ agreement: { type, id: 'A1' } }), undefined)
  }
  assert.equal(fieldOf({ order: { industryPracticePaymentReason: 'NO_SHOW_PENALTY' } }), 'agreement.id')
  assert.equal(fieldOf({ agreement: { type: 'OTHER' } }), undefined)
  assert.equal(fieldOf({}), undefined)
})

it('a recurring agreement says whether its amount varies', () => {
  assert.equal(fieldOf({ agreement: { type: 'RECURRING', id: 'A1' } }), 'agreement.amountVariability')
  assert.equal(fieldOf({ agreement: { type: 'RECURRING', amountVariability: 'FIXED' } }), 'agreement.id')
  assert.equal(fieldOf({ agreement: { type: 'RECURRING', id: 'A1', amountVariability: 'FIXED' } }), undefined)
})
