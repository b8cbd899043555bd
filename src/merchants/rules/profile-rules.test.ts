// What a profile must be as a whole.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { MerchantProfile } from './merchant.ts'
import { newMerchantProfile } from './new-merchant-profile.ts'
import { type ProfileFault, profileFaultOf, tidyProfile } from './profile-rules.ts'

const bank = { adapter: 'bank', acquirerId: 'BANK' }

function withThis(differences: Partial<MerchantProfile>): MerchantProfile {
  return { ...newMerchantProfile('SHOP', bank), ...differences }
}

const account = { provider: 'PROVIDER_A', adapter: 'any', account: '1' } as const

const faulty: readonly (readonly [says: string, profile: MerchantProfile, ProfileFault])[] = [
  ['takes no currency', withThis({ currencies: [] }), 'NO_CURRENCY'],
  [
    'checks cards by an account updater that it may not ask',
    withThis({ verificationStrategy: 'ACCOUNT_UPDATER' }),
    'NEEDS_ACCOUNT_UPDATER',
  ],
  ['has two accounts with one provider', withThis({ providers: [account, account] }), 'PROVIDER_TWICE'],
]

describe('a profile', () => {
  for (const [says, profile, fault] of faulty)
    it(`is refused when it ${says}`, () => assert.equal(profileFaultOf(profile), fault))

  it('is accepted with its defaults, and when it is consistent', () => {
    assert.equal(profileFaultOf(newMerchantProfile('SHOP', bank)), undefined)
    const checked = withThis({ verificationStrategy: 'ACCOUNT_UPDATER', usesAccountUpdater: true })
    const linked = { ...checked, providers: [account, { ...account, provider: 'PROVIDER_B' as const }] }
    assert.equal(profileFaultOf(linked), undefined)
  })

  it('has ALL alone where it has ALL, and keeps its other values', () => {
    const said = withThis({ schemes: ['VISA', 'ALL'], operations: ['ALL', 'PAY'], sources: ['CARD'] })
    const { schemes, operations, sources } = tidyProfile(said)
    assert.deepEqual([schemes, operations, sources], [['ALL'], ['ALL'], ['CARD']])
  })
})
