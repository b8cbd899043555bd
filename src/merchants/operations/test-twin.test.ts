// What a merchant's test twin is like.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { explanationText } from '../../kernel/explanation.ts'
import { noRiskRules } from '../../risk/rules/risk.ts'
import { type Merchant, type MerchantProfile, profileDefaults } from '../rules/merchant.ts'
import { newRepository } from '../rules/token-repository.ts'
import { isTestId, refuseTestLink, type SimulatorLinks, twinIdOf, twinOf } from './test-twin.ts'

const simulators: SimulatorLinks = {
  acquirer: { adapter: 'simulator', acquirerId: 'SYSTEST_ACQ1' },
  providers: { PROVIDER_A: 'simulated-a', PROVIDER_B: 'simulated-b', PROVIDER_C: 'simulated-c' },
}
const hash = (text: string) => `${text.length}`.padStart(43, 'h')

const profile: MerchantProfile = {
  ...profileDefaults,
  name: 'Corner shop',
  isEnabled: true,
  authenticationMethods: ['PASSWORD'],
  currencies: ['EUR'],
  operations: ['ALL'],
  acquirerLink: {
    linkId: 'north-bank',
    adapter: 'iso8583',
    acquirerId: 'BANK',
    acquirerMerchantId: '4711',
    needsPartialAmountFlag: true,
  },
  tokenRepositoryId: 'SHOP1',
  verificationStrategy: 'BASIC',
  isAggregator: true,
  providers: [{ provider: 'PROVIDER_A', adapter: 'real-provider-a', account: 'shop-at-a' }],
  risk: { ...noRiskRules, hasCardLists: true },
}
const live: Merchant = { id: 'SHOP1', profile, tokenRepository: newRepository('SHOP1', { generation: 'PRESERVE_6_4' }) }

describe('a test merchant', () => {
  it('has the profile of its merchant, and only simulated acquirers and providers', () => {
    const twin = twinOf(live, { id: 'TESTSHOP1', simulators }, hash)
    assert.deepEqual(twin, {
      id: 'TESTSHOP1',
      profile: {
        ...profile,
        name: 'Corner shop (test)',
        acquirerLink: {
          adapter: 'simulator',
          acquirerId: 'SYSTEST_ACQ1',
          acquirerMerchantId: 'TESTSHOP1',
          needsPartialAmountFlag: true,
        },
        providers: [{ provider: 'PROVIDER_A', adapter: 'simulated-a', account: 'TESTshop-at-a' }],
        risk: noRiskRules,
        tokenRepositoryId: 'TestSHOP1',
      },
      tokenRepository: newRepository('TestSHOP1', { generation: 'PRESERVE_6_4' }),
    })
  })

  it('has a name that is not too long', () => {
    const long = { ...live, profile: { ...profile, name: 'ß'.repeat(100) } }
    const { name } = twinOf(long, { id: 'TESTSHOP1', simulators }, hash).profile
    assert.equal(name, `${'ß'.repeat(93)} (test)`)
  })

  it('stores its tokens in a repository whose id cannot be chosen', () => {
    const repositories = ['SHOP1', 'TWELVE-LONG1', 'THIRTEEN-LONG', '~abc']
    const twins = repositories.map((id) =>
      twinOf({ ...live, tokenRepository: newRepository(id) }, { id: 'X', simulators }, hash),
    )
    const ids = twins.map(({ tokenRepository }) => tokenRepository.id)
    assert.deepEqual(ids.slice(0, 2), ['TestSHOP1', 'TestTWELVE-LONG1'])
    for (const id of ids.slice(2)) assert.match(id, /^~.{15}$/)
  })

  it('has its own id where there is room for the prefix, and does not exist for a merchant that is itself for tests', () => {
    assert.equal(twinIdOf('SHOP1'), 'TESTSHOP1')
    assert.equal(twinIdOf('x'.repeat(36)), `TEST${'x'.repeat(36)}`)
    assert.equal(twinIdOf('x'.repeat(37)), undefined)
    assert.equal(twinIdOf('TESTSHOP1'), undefined)
    assert.deepEqual(['TEST', 'TESTSHOP', 'TestShop', 'SHOPTEST'].map(isTestId), [true, true, false, false])
  })

  it('can have no link but the simulator', () => {
    assert.match(explanationText(refuseTestLink('TESTSHOP1', profile, simulators) ?? ''), /only use the simulator/)
    assert.equal(refuseTestLink('SHOP1', profile, simulators), undefined)
    const simulated = {
      ...profile,
      acquirerLink: { ...profile.acquirerLink, linkId: 'simulator', adapter: 'simulator' },
    }
    assert.equal(refuseTestLink('TESTSHOP1', simulated, simulators), undefined)
    const routes = ['simulator', 'bank'].map((linkId) => ({ linkId, acquirerMerchantId: 'M' }))
    assert.match(
      explanationText(refuseTestLink('TESTSHOP1', { ...simulated, routes }, simulators) ?? ''),
      /only use the simulator/,
    )
  })
})
