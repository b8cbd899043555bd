import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newMerchantProfile } from '../../../../../src/merchants/rules/new-merchant-profile.ts'
import { profileOf } from '../merchants/merchant.ts'
import { boardingSteps, stepOfField } from './steps.ts'

describe('the steps of boarding', () => {
  it('have every setting of a profile, each once', () => {
    const all: readonly string[] = boardingSteps.flatMap(({ fields }): readonly string[] => fields)
    assert.deepEqual(all, [...new Set(all)])
    const settings = Object.keys(profileOf(newMerchantProfile('', { adapter: '', acquirerId: '' })))
    assert.deepEqual(
      settings.filter((name) => stepOfField(name) === undefined),
      [],
    )
  })

  it('are found by a refused field, or a part of it', () => {
    assert.deepEqual(
      ['merchantId', 'routes[0].linkId', 'acquirerLink.adapter', 'firstUser.login', 'unknown'].map(stepOfField),
      [0, 1, 1, 4, undefined],
    )
  })
})
