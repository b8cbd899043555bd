import assert from 'node:assert/strict'
import { it } from 'node:test'
import { directDebitCanadaComplete } from './direct-debit-canada-complete.ts'

const fieldOf = (request: Record<string, unknown>) => directDebitCanadaComplete.check(request)?.field

it('a Canadian direct debit has its bank account, or a session or token that may hold it', () => {
  const type = 'DIRECT_DEBIT_CANADA'
  assert.equal(fieldOf({ sourceOfFunds: { type } }), 'sourceOfFunds.provided.directDebitCanada.accountType')
  assert.equal(fieldOf({ sourceOfFunds: { type, provided: { directDebitCanada: {} } } }), undefined)
  assert.equal(fieldOf({ sourceOfFunds: { type }, session: { id: 'S' } }), undefined)
  assert.equal(fieldOf({ sourceOfFunds: { type, token: '9' } }), undefined)
  assert.equal(fieldOf({ sourceOfFunds: { type: 'CARD' } }), undefined)
  assert.equal(fieldOf({}), undefined)
})
