import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { askContract } from '../../../test/support/checks/contract.ts'
import { createOrUpdateToken } from './create-or-update-token.ts'
import { createToken } from './create-token.ts'

const every = [15, 50, 99, 100] as const
const { accepts, refuses } = askContract(createToken, () => ({}))

describe('Create Token', () => {
  it('takes what Create or Update Token takes, but no token: the gateway names it', () => {
    accepts(every, { sourceOfFunds: { type: 'CARD', provided: { card: { number: '5123450000000008' } } } })
    refuses(every, { token: '9000000000000001' }, 'token', 'UNSUPPORTED')
    refuses([15], { referenceOrderId: 'o' }, 'referenceOrderId', 'UNSUPPORTED')
    accepts([50, 100], { referenceOrderId: 'o' })
  })

  it('follows the same rules and answers the same', () => {
    for (const version of [15, 50, 100] as const) {
      const [created, createdOrUpdated] = [createToken.versions[version], createOrUpdateToken.versions[version]]
      assert.equal(created.response, createdOrUpdated.response)
      assert.equal(created.rules, createdOrUpdated.rules)
    }
    refuses(every, { verificationStrategy: 'ACQUIRER' }, 'transaction.currency', 'MISSING')
  })
})
