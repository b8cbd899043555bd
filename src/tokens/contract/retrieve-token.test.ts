import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { askContract } from '../../../test/support/checks/contract.ts'
import { retrieveToken } from './retrieve-token.ts'

const { accepts, refuses, answers, faults } = askContract(retrieveToken, () => ({}))

describe('Retrieve Token', () => {
  it('may name the sub-merchant whose repository is meant, from version 50 on', () => {
    accepts([15, 50, 100], { correlationId: 'c', responseControls: { sensitiveData: 'UNMASK' } })
    accepts([50, 100], { subMerchant: { identifier: 'Shop 1' } })
    refuses([50, 100], { subMerchant: { email: 'a@b.io' } }, 'subMerchant.email', 'UNSUPPORTED')
    refuses(15, { subMerchant: { identifier: 'Shop 1' } }, 'subMerchant', 'UNSUPPORTED')
  })

  it('always answers with the token, and with the outcome of its verification if there was one', () => {
    const least = { merchant: 'TESTMERCHANT', repositoryId: '1', result: 'SUCCESS', status: 'VALID', token: '9001' }
    for (const version of [15, 100]) {
      assert.deepEqual(answers(version, least), least)
      assert.equal(faults(version, { ...least, token: undefined }).length, 1)
      const response = { gatewayCode: 'NO_VERIFICATION_PERFORMED' }
      assert.deepEqual(answers(version, { ...least, response })['response'], response)
    }
  })
})
