import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { askContract } from '../../../test/support/checks/contract.ts'
import { createSession } from './create-session.ts'

const { accepts, refuses, answers, faults } = askContract(createSession, () => ({}))
const limit = (authenticationLimit: unknown) => ({ session: { authenticationLimit } })

describe('Create Session', () => {
  it('needs no body', () => {
    assert.deepEqual(accepts([15, 50, 100], {}), {})
  })

  it('takes a limit of authentications from version 50 on', () => {
    for (const value of [0, 25, 9999, '0', '25']) accepts([50, 100], limit(value))
    for (const value of [-1, 10000, 1.5, '10000', '-1', '1.5', '', true])
      refuses([50, 100], limit(value), 'session.authenticationLimit')
    refuses([15, 49], limit(25), 'session', 'UNSUPPORTED')
    refuses([50, 100], { session: { id: 'x' } }, 'session.id', 'UNSUPPORTED')
  })

  it('takes no values yet: they are set by updates', () => {
    refuses([15, 100], { order: { amount: '1' } }, 'order', 'UNSUPPORTED')
  })

  const session = { id: 'SESSION0002799480514F69145320L2', updateStatus: 'NO_UPDATE', version: '8d3a7b5601' }
  const aes256Key = 'A'.repeat(43).concat('=')
  const response = {
    merchant: 'TESTMERCHANT',
    result: 'SUCCESS',
    session: { ...session, aes256Key, authenticationLimit: 25 },
    version: '100',
  }

  it('answers with key and limit from version 50 on', () => {
    const { version: _, ...shown } = response
    for (const version of [50, 100]) assert.deepEqual(answers(version, response), shown)
    for (const version of [15, 49]) assert.deepEqual(answers(version, response), { ...shown, session })
    for (const member of ['aes256Key', 'authenticationLimit', 'id', 'updateStatus', 'version'])
      assert.equal(
        faults(100, { ...response, session: { ...response.session, [member]: undefined } }).length,
        1,
        member,
      )
    assert.equal(faults(100, { ...response, session: { ...response.session, aes256Key: 'AAAA' } }).length, 1)
  })
})
