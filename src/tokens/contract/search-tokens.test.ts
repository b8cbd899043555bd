import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { askContract } from '../../../test/support/checks/contract.ts'
import { Secret } from '../../kernel/secret.ts'
import { searchTokens, tokensPerPageDefault } from './search-tokens.ts'

const every = [15, 50, 99, 100] as const
const { accepts, refuses, answers } = askContract(searchTokens, () => ({}))

describe('Search Tokens', () => {
  it('needs nothing, and returns pages of 20 by default', () => {
    assert.deepEqual(accepts(every, {}), {})
    assert.equal(tokensPerPageDefault, 20)
    assert.deepEqual(accepts(every, { page: { after: 'x' } }), { page: { after: 'x', limit: 20 } })
    accepts(every, { page: { limit: 1 } })
    accepts(every, { page: { limit: 100 } })
    for (const limit of [0, 101, '20']) refuses(every, { page: { limit } }, 'page.limit')
  })

  it('finds by fields in groups or by their dotted names, which mean the same', () => {
    const dotted = { 'sourceOfFunds.type': 'CARD', 'sourceOfFunds.provided.card.expiry.year': '39', status: 'VALID' }
    const grouped = { sourceOfFunds: { provided: { card: { expiry: { year: '39' } } }, type: 'CARD' }, status: 'VALID' }
    assert.deepEqual(accepts(every, { query: dotted }), { query: grouped })
    assert.deepEqual(accepts(every, { query: grouped }), { query: grouped })
  })

  it('reads account numbers as secrets either way, whole ones only', () => {
    const number = '5123450000000008'
    for (const query of [
      { 'sourceOfFunds.provided.card.number': number },
      { sourceOfFunds: { provided: { card: { number } } } },
    ]) {
      const read = accepts(100, { query }) as {
        query: { sourceOfFunds: { provided: { card: { number: unknown } } } }
      }
      assert.ok(read.query.sourceOfFunds.provided.card.number instanceof Secret)
    }
    const masked = { 'sourceOfFunds.provided.card.number': '512345xxxxxx0008' }
    refuses(every, { query: masked }, 'query.sourceOfFunds.provided.card.number')
  })

  it('refuses fields that tokens cannot be searched by', () => {
    refuses(every, { query: { nameOnCard: 'A' } }, 'query.nameOnCard', 'UNSUPPORTED')
    const dotted = 'sourceOfFunds.provided.card.nameOnCard'
    refuses(every, { query: { [dotted]: 'A' } }, `query.${dotted}`, 'UNSUPPORTED')
    refuses(every, { token: '9001' }, 'token', 'UNSUPPORTED')
    refuses(every, { query: { status: 'EXPIRED' } }, 'query.status')
  })

  it('answers tokens in the shape of the version', () => {
    const expiry = { month: '5', year: '39' }
    const token = {
      repositoryId: '1',
      sourceOfFunds: { provided: { card: { expiry } } },
      status: 'VALID',
      token: '9001',
    }
    const usage = { lastUsedTime: '2026-11-15T01:41:00.000Z' }
    const response = { page: { after: 'x' }, result: 'SUCCESS', token: [{ ...token, usage }] }
    assert.deepEqual(answers(100, response), response)
    assert.deepEqual(answers(57, response)['token'], [
      { ...token, sourceOfFunds: { provided: { card: { expiry: '0539' } } }, usage: { lastUsed: usage.lastUsedTime } },
    ])
    assert.deepEqual(answers(100, { result: 'SUCCESS', token: [] }), { result: 'SUCCESS', token: [] })
  })
})
