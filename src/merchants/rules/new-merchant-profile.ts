// The profile of a new merchant: the default one, or a copy of another merchant's.

import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { authenticationMethods, type MerchantProfile, type NewAcquirerLink, profileDefaults } from './merchant.ts'
import { noPageLogo } from './page-theme.ts'

/** The caller sets its acquirer. */
export function newMerchantProfile(
  merchantId: string,
  link: NewAcquirerLink,
  { isSandbox = false }: { readonly isSandbox?: boolean } = {},
): MerchantProfile {
  return {
    name: merchantId,
    isEnabled: true,
    // A certificate proves nothing before it is registered, so that being ready for one opens no door.
    authenticationMethods,
    currencies: ['USD'],
    operations: ['ALL'],
    acquirerLink: { ...link, acquirerMerchantId: merchantId },
    tokenRepositoryId: '',
    verificationStrategy: 'NONE',
    isAggregator: false,
    ...profileDefaults,
    // A sandbox returns texts as its tests send them; it has no cards of anyone.
    accountNumbersInText: isSandbox ? 'KEEP' : 'MASK',
  }
}

/** Without the risk rules where a caller does not see them. */
type CopiedProfile = Omit<MerchantProfile, 'risk'> & Partial<Pick<MerchantProfile, 'risk'>>

/**
 * Not copied: the name, merchant ids and terminals at acquirers, accounts at providers, the shop's websites, the logo, the lists of
 * cards, the token repository, and account numbers in clear. Credentials, users and webhooks are no part of a profile.
 */
export function copiedProfile<Profile extends CopiedProfile>(source: Profile, merchantId: string): Profile {
  const { linkId, adapter, acquirerId, needsPartialAmountFlag } = source.acquirerLink
  const routes = source.routes?.map(({ terminals: _, ...route }) => ({ ...route, acquirerMerchantId: merchantId }))
  return {
    ...source,
    name: merchantId,
    isEnabled: true,
    acquirerLink: {
      adapter,
      acquirerId,
      acquirerMerchantId: merchantId,
      ...omitUndefined({ linkId, needsPartialAmountFlag }),
    },
    ...(routes && { routes }),
    ...(source.risk && { risk: { ...source.risk, hasCardLists: false } }),
    privileges: source.privileges.filter((privilege) => privilege !== 'UNMASK'),
    pageOrigins: [],
    pageLogo: noPageLogo,
    providers: [],
    tokenRepositoryId: '',
  }
}
