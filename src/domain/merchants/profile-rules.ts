// What the parts of a merchant's profile must be together, however they were given.

import { providerNamedTwice } from '../browser-payments/provider.ts'
import type { Merchant, MerchantProfile } from './merchant.ts'
import { refuseTestLink } from './test-twin.ts'

/** What is wrong with a profile as a whole. */
export type ProfileFault = 'NO_CURRENCY' | 'NEEDS_ACCOUNT_UPDATER' | 'PROVIDER_TWICE' | 'TEST_NEEDS_SIMULATOR'

export function profileFaultOf({ id, profile }: Pick<Merchant, 'id' | 'profile'>): ProfileFault | undefined {
  if (profile.currencies.length === 0) return 'NO_CURRENCY'
  if (profile.verificationStrategy === 'ACCOUNT_UPDATER' && !profile.usesAccountUpdater) return 'NEEDS_ACCOUNT_UPDATER'
  if (providerNamedTwice(profile.providers)) return 'PROVIDER_TWICE'
  return refuseTestLink(id, profile.acquirerLink) === undefined ? undefined : 'TEST_NEEDS_SIMULATOR'
}

/** ALL makes what else was said beside it needless. */
export function tidyProfile(profile: MerchantProfile): MerchantProfile {
  return {
    ...profile,
    operations: allOrSome(profile.operations),
    schemes: allOrSome(profile.schemes),
    sources: allOrSome(profile.sources),
  }
}

function allOrSome<Word extends string>(words: readonly (Word | 'ALL')[]): readonly (Word | 'ALL')[] {
  return words.includes('ALL') ? ['ALL'] : words
}
