// What the parts of a merchant's profile must be together, however they were given.

import { providerNamedTwice } from '../../kernel/provider.ts'
import type { MerchantProfile } from './merchant.ts'
import { defaultPageColour, readPageColour } from './page-theme.ts'

/** What is wrong with a profile as a whole. */
export type ProfileFault = 'NO_CURRENCY' | 'NEEDS_ACCOUNT_UPDATER' | 'PROVIDER_TWICE'

export function profileFaultOf(profile: MerchantProfile): ProfileFault | undefined {
  if (profile.currencies.length === 0) return 'NO_CURRENCY'
  if (profile.verificationStrategy === 'ACCOUNT_UPDATER' && !profile.usesAccountUpdater) return 'NEEDS_ACCOUNT_UPDATER'
  return providerNamedTwice(profile.providers) ? 'PROVIDER_TWICE' : undefined
}

/** ALL makes other values beside it redundant; colours have one spelling. */
export function tidyProfile(profile: MerchantProfile): MerchantProfile {
  return {
    ...profile,
    operations: allOrSome(profile.operations),
    schemes: allOrSome(profile.schemes),
    sources: allOrSome(profile.sources),
    pageColour: readPageColour(profile.pageColour) ?? defaultPageColour,
  }
}

function allOrSome<Word extends string>(words: readonly (Word | 'ALL')[]): readonly (Word | 'ALL')[] {
  return words.includes('ALL') ? ['ALL'] : words
}
