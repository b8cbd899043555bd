import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { askContract } from '../../../test/support/checks/contract.ts'
import { deleteToken } from './delete-token.ts'

const { accepts, refuses, answers } = askContract(deleteToken, () => ({}))

describe('Delete Token', () => {
  it('takes a correlation id, and from version 50 on the sub-merchant', () => {
    accepts([15, 50, 100], { correlationId: 'c' })
    accepts([50, 100], { subMerchant: { identifier: 'Shop' } })
    refuses(15, { subMerchant: { identifier: 'Shop' } }, 'subMerchant', 'UNSUPPORTED')
    refuses(100, { token: '9001' }, 'token', 'UNSUPPORTED')
  })

  it('answers with the result, and with nothing of the deleted token', () => {
    const response = { correlationId: 'c', merchant: 'TESTMERCHANT', result: 'SUCCESS', token: '9001', version: '100' }
    assert.deepEqual(answers(100, response), { correlationId: 'c', result: 'SUCCESS' })
    assert.deepEqual(answers(15, { result: 'SUCCESS' }), { result: 'SUCCESS' })
  })
})
