import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { scopePermits } from '../kernel/credential-scope.ts'
import { catalogue } from '../requests/catalogue.ts'
import { operationsOfScope, scopeNameOf, scopeNames } from './operation-permissions.ts'

/** Written out: a new operation has to be put on one side. */
const reading = [
  'PAYMENT_OPTIONS_INQUIRY',
  'RETRIEVE_3DS_RESULT',
  'RETRIEVE_AGREEMENT',
  'RETRIEVE_EVENTS',
  'RETRIEVE_ORDER',
  'RETRIEVE_PAYMENT_LINK',
  'RETRIEVE_SESSION',
  'RETRIEVE_TOKEN',
  'RETRIEVE_TRANSACTION',
  'SEARCH_TOKENS',
]

describe('a named scope', () => {
  for (const { name } of catalogue) {
    it(`FULL permits ${name}`, () => {
      assert.equal(scopePermits(operationsOfScope.FULL, name), true)
    })

    it(`PAYMENTS ${name === 'REFUND' ? 'does not permit' : 'permits'} ${name}`, () => {
      assert.equal(scopePermits(operationsOfScope.PAYMENTS, name), name !== 'REFUND')
    })

    it(`READ_ONLY ${reading.includes(name) ? 'permits' : 'does not permit'} ${name}`, () => {
      assert.equal(scopePermits(operationsOfScope.READ_ONLY, name), reading.includes(name))
    })
  }

  it('never permits account numbers in clear', () => {
    for (const name of scopeNames) assert.equal(scopePermits(operationsOfScope[name], 'UNMASK'), false, name)
  })

  it('is recognized by its operations, in any order, and by nothing less or more', () => {
    for (const name of scopeNames) {
      const operations = operationsOfScope[name]
      assert.equal(scopeNameOf(operations.toReversed()), name)
      assert.equal(scopeNameOf([...operations, 'UNMASK']), undefined, name)
    }
    assert.equal(scopeNameOf(operationsOfScope.READ_ONLY.slice(1)), undefined)
    assert.equal(scopeNameOf([]), undefined)
  })
})
