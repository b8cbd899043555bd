import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newMerchantProfile } from '../../../../../src/merchants/rules/new-merchant-profile.ts'
import type { MerchantDetails } from '../merchants/merchant.ts'
import { boardingBody, changedFields, draftCopiedFrom, draftWithDefaults, newDraft } from './draft.ts'

const link = { adapter: 'simulator', acquirerId: 'SIM' }
const { risk: _, ...profile } = newMerchantProfile('OLD', link)
const source = {
  ...profile,
  merchantId: 'OLD',
  name: 'The old shop',
  currencies: ['EUR'],
  requestLimits: ['20:SECOND'],
  routes: [{ linkId: 'bank', acquirerMerchantId: 'OLD-AT-BANK' }],
  tokenRepository: { id: 'OLD', generation: 'PRESERVE_6_4', management: 'UNIQUE_ACCOUNT_IDENTIFIER' },
} as unknown as MerchantDetails
const start = { link, isSandbox: true }
const begun = { ...newDraft(start), merchantId: 'NEW' }

describe('the draft of a merchant', () => {
  it('sends nothing of the profile while it is left as it is', () => {
    assert.deepEqual(boardingBody(begun), {
      merchantId: 'NEW',
      wantsTwin: true,
      tokenGeneration: 'RANDOM',
      tokenManagement: 'UNIQUE_TOKEN',
      credentialScope: 'FULL',
    })
  })

  it('begins with masked card numbers in texts, and with texts as they were sent in a sandbox', () => {
    const policies = [true, false].map((isSandbox) => newDraft({ link, isSandbox }).profile.accountNumbersInText)
    assert.deepEqual(policies, ['KEEP', 'MASK'])
    const twins = [true, false].map((isSandbox) => newDraft({ link, isSandbox }).wantsTwin)
    assert.deepEqual(twins, [true, false], 'only a sandbox has the simulator for a twin')
  })

  it('sends what was changed, the first user and the URL for notifications', () => {
    const body = boardingBody({
      ...begun,
      profile: { ...begun.profile, currencies: ['CHF'] },
      notificationUrl: ' https://shop.example/n ',
      credentialScope: 'PAYMENTS',
      firstUser: { login: 'ada', name: '', role: 'DEVELOPER' },
    }) as Record<string, unknown>
    assert.deepEqual([body['currencies'], body['credentialScope']], [['CHF'], 'PAYMENTS'])
    assert.equal(body['notificationUrl'], 'https://shop.example/n')
    assert.deepEqual(body['firstUser'], { login: 'ada', name: 'ada', permissions: ['VIEW', 'CONFIGURE'] })
  })

  it('keeps what was entered when another merchant is copied, and shows the copied values of the rest', () => {
    const entered = { ...begun, profile: { ...begun.profile, currencies: ['CHF'], name: 'New shop' } }
    const copy = draftCopiedFrom(entered, source)
    assert.deepEqual(
      [copy.profile.currencies, copy.profile.name, copy.profile.requestLimits],
      [['CHF'], 'New shop', ['20:SECOND']],
    )
    assert.deepEqual(changedFields(copy).toSorted(), ['currencies', 'name'])
    assert.deepEqual(copy.tokens, {
      repositoryId: '',
      generation: 'PRESERVE_6_4',
      management: 'UNIQUE_ACCOUNT_IDENTIFIER',
    })
    const body = boardingBody(copy) as Record<string, unknown>
    assert.deepEqual([body['copyFrom'], body['routes'], body['requestLimits']], ['OLD', undefined, undefined])
    assert.doesNotMatch(JSON.stringify(copy.profile), /OLD/)
  })

  it('gives a changed route of a copy the merchant’s own id at the acquirer', () => {
    const copy = draftCopiedFrom(begun, source)
    const routes = [...(copy.profile.routes ?? []), { linkId: 'other', acquirerMerchantId: 'N-7' }]
    const body = boardingBody({ ...copy, profile: { ...copy.profile, routes } }) as Record<string, unknown>
    assert.deepEqual(body['routes'], [
      { linkId: 'bank', acquirerMerchantId: 'NEW' },
      { linkId: 'other', acquirerMerchantId: 'N-7' },
    ])
  })

  it('has the defaults again when nothing is copied any more', () => {
    const entered = draftCopiedFrom({ ...begun, profile: { ...begun.profile, name: 'New shop' } }, source)
    const back = draftWithDefaults(entered, start)
    assert.deepEqual([back.copyFrom, back.profile.currencies, back.profile.name], ['', ['USD'], 'New shop'])
    assert.deepEqual(changedFields(back), ['name'])
  })
})
