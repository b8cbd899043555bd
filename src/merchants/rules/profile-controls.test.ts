import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { noRiskRules } from '../../risk/rules/risk.ts'
import type { MerchantProfile } from './merchant.ts'
import { newMerchantProfile } from './new-merchant-profile.ts'
import {
  differenceIn,
  type ProfileFault,
  type ProfileSetting,
  profileFaultOf,
  tidyProfile,
  weakenedControls,
  withDifference,
  withoutChanges,
} from './profile-controls.ts'

const link = { adapter: 'simulator', acquirerId: 'BANK' }
const usual = newMerchantProfile('SHOP1', link)
const here = { linkId: 'simulator', acquirerMerchantId: 'SHOP1' }
const there = { ...here, acquirerMerchantId: 'STRANGER' }
const reject = { from: '512345', to: '512345', action: 'REJECT' } as const
const review = { ...reject, action: 'REVIEW' } as const
const provider = { provider: 'PROVIDER_A', adapter: 'a', account: 'SHOP1' } as const

/** For each setting: pairs of a value and one that protects less. None where it is not a control. */
const pairs: {
  readonly [Name in ProfileSetting]-?: readonly (readonly [MerchantProfile[Name], MerchantProfile[Name]])[]
} = {
  name: [],
  isEnabled: [[false, true]],
  authenticationMethods: [[['CERTIFICATE'], ['PASSWORD', 'CERTIFICATE']]],
  currencies: [],
  operations: [
    [['PAY'], ['PAY', 'REFUND']],
    [['PAY'], ['ALL']],
  ],
  acquirerLink: [],
  routes: [
    [[here], [there]],
    [[here], [here, there]],
    [[here], [{ ...here, terminals: ['T1'] }]],
    [[here], [{ ...here, linkId: 'other-bank' }]],
  ],
  tokenRepositoryId: [['OWN', 'SHARED']],
  verificationStrategy: [
    ['ACQUIRER', 'BASIC'],
    ['BASIC', 'NONE'],
  ],
  usesAccountUpdater: [],
  isAggregator: [[false, true]],
  privileges: [
    [[], ['UNMASK']],
    [['UNMASK'], ['UNMASK', 'EXCESS_REFUND']],
  ],
  schemes: [],
  sources: [],
  cardMasking: [
    ['HIDDEN', 'LAST_FOUR'],
    ['LAST_FOUR', 'SIX_FOUR'],
  ],
  accountNumbersInText: [
    ['MASK', 'KEEP'],
    ['MASK_AND_REFUSE_IDS', 'MASK'],
  ],
  categoryCodes: [
    [['5411'], ['5411', '7995']],
    [['5411'], []],
  ],
  pageOrigins: [],
  pageColour: [],
  pageFont: [],
  pageLogo: [],
  takesPageAmounts: [[false, true]],
  notificationHosts: [
    [['shop.example'], []],
    [['shop.example'], ['shop.example', 'stranger.example']],
  ],
  providers: [
    [[], [provider]],
    [[provider], [{ ...provider, account: 'STRANGER' }]],
  ],
  payerAuthentication: [
    ['REQUIRED', 'ON_PAGES'],
    ['ON_PAGES', 'BY_MERCHANT'],
  ],
  hasReporting: [],
  refundsNeedApproval: [[true, false]],
  risk: [
    [{ ...noRiskRules, binRanges: [reject] }, noRiskRules],
    [
      { ...noRiskRules, binRanges: [reject] },
      { ...noRiskRules, binRanges: [review] },
    ],
  ],
  velocityLimits: [
    [['DEFAULT'], []],
    [['DEFAULT'], ['DEFAULT', 'ADDRESS:DECLINES:HOUR:16']],
    [['BIN:DECLINES:HOUR:15:50%'], ['BIN:DECLINES:HOUR:15:60%']],
  ],
  apiVelocityLimits: [[['ADDRESS:ATTEMPTS:HOUR:5'], ['ADDRESS:ATTEMPTS:HOUR:50']]],
  authenticationDeclinePercent: [
    [50, 0],
    [50, 51],
  ],
  requestLimits: [
    [['20:SECOND'], []],
    [['20:SECOND'], ['30:SECOND']],
  ],
}

describe('a setting of a profile', () => {
  for (const [name, cases] of Object.entries(pairs) as [ProfileSetting, readonly (readonly unknown[])[]][])
    it(`${name} ${cases.length === 0 ? 'is no control' : 'is a control with a direction'}`, () => {
      for (const [strong, weak] of cases) {
        const [before, after] = [strong, weak].map((value) => ({ ...usual, [name]: value })) as [
          MerchantProfile,
          MerchantProfile,
        ]
        assert.deepEqual(weakenedControls(before, after), [name], JSON.stringify(weak))
        assert.deepEqual(weakenedControls(before, before), [])
        if (!['tokenRepositoryId', 'routes', 'providers'].includes(name))
          assert.deepEqual(weakenedControls(after, before), [], `back from ${JSON.stringify(weak)}`)
      }
    })

  it('that names no limit less, or a stricter one, is not weakened', () => {
    const limited = { ...usual, velocityLimits: ['DEFAULT', 'ADDRESS:DECLINES:HOUR:14'], requestLimits: ['5:SECOND'] }
    assert.deepEqual(weakenedControls(usual, limited), [])
    assert.deepEqual(weakenedControls({ ...usual, requestLimits: ['20:SECOND'] }, limited), [])
  })

  it('of the acquirer link counts as the first route', () => {
    const moved = { ...usual, acquirerLink: { ...usual.acquirerLink, acquirerMerchantId: 'STRANGER' } }
    assert.deepEqual(weakenedControls(usual, moved), ['routes'])
    const kept = withoutChanges(['routes'], usual, { ...moved, name: 'Teapots' })
    assert.deepEqual([kept.acquirerLink, kept.name], [usual.acquirerLink, 'Teapots'])
    const difference = differenceIn(['routes'], usual, moved)
    assert.deepEqual(withDifference(usual, difference)?.acquirerLink, moved.acquirerLink)
    const changedSince = { ...usual, acquirerLink: { ...usual.acquirerLink, acquirerMerchantId: 'OTHER' } }
    assert.equal(withDifference(changedSince, difference), undefined)
  })
})

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
