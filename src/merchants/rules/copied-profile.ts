// The profile of a new merchant that begins as a copy of another one. What identifies the other merchant, or gives access, is left out.

import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { MerchantProfile } from './merchant.ts'
import { noPageLogo } from './page-logo.ts'

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
