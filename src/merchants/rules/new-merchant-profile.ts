// The default profile of a new merchant.
import { authenticationMethods, type MerchantProfile, type NewAcquirerLink, profileDefaults } from './merchant.ts'

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
