import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { noRiskRules } from '../../risk/rules/risk.ts'
import type { MerchantProfile } from './merchant.ts'
import { copiedProfile, newMerchantProfile } from './new-merchant-profile.ts'

const link = { linkId: 'bank-1', adapter: 'iso8583', acquirerId: 'BANK' }
const plain = newMerchantProfile('NEW', link)
const source: MerchantProfile = {
  ...newMerchantProfile('OLD', link),
  name: 'The old shop',
  isEnabled: false,
  currencies: ['EUR', 'JPY'],
  acquirerLink: { ...link, acquirerMerchantId: 'OLD-AT-BANK', needsPartialAmountFlag: true, terminals: ['T1'] },
  routes: [
    { linkId: 'bank-1', acquirerMerchantId: 'OLD-AT-BANK', terminals: ['T1'], conditions: { currencies: ['EUR'] } },
  ],
  privileges: ['UNMASK', 'EXCESS_REFUND'],
  pageOrigins: ['https://old.example'],
  pageLogo: 'old-logo',
  notificationHosts: ['old.example'],
  providers: [{ provider: 'PROVIDER_A', adapter: 'a', account: 'old-account' }],
  risk: { ...noRiskRules, hasCardLists: true },
  tokenRepositoryId: 'OLD',
  refundsNeedApproval: true,
  requestLimits: ['20:SECOND'],
}
const copy = copiedProfile(source, 'NEW')

describe('a copied profile', () => {
  it('has the settings of the other merchant', () => {
    assert.deepEqual(
      [copy.currencies, copy.refundsNeedApproval, copy.requestLimits, copy.notificationHosts],
      [['EUR', 'JPY'], true, ['20:SECOND'], ['old.example']],
    )
    assert.deepEqual(copy.routes, [
      { linkId: 'bank-1', acquirerMerchantId: 'NEW', conditions: { currencies: ['EUR'] } },
    ])
    assert.deepEqual(copy.acquirerLink, { ...link, acquirerMerchantId: 'NEW', needsPartialAmountFlag: true })
  })

  it('has nothing that identifies the other merchant or gives access, and is enabled', () => {
    assert.doesNotMatch(JSON.stringify({ ...copy, notificationHosts: [] }), /OLD|old/)
    assert.deepEqual([copy.name, copy.isEnabled, copy.privileges], ['NEW', true, ['EXCESS_REFUND']])
    assert.deepEqual([copy.pageOrigins, copy.providers, copy.tokenRepositoryId], [[], [], ''])
    assert.equal(copy.risk.hasCardLists, false)
  })

  it('of a merchant as it was created is the profile of a new one', () => {
    assert.deepEqual(copiedProfile(newMerchantProfile('OLD', link), 'NEW'), {
      ...plain,
      risk: { ...plain.risk, hasCardLists: false },
    })
  })
})
