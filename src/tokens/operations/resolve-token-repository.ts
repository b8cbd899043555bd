// The token repository that an operation on tokens refers to, by the sub-merchant it names or none.

import { type Rejection, reject } from '../../kernel/rejection.ts'
import { type Merchant, resolveRepository, type TokenRepository } from '../../merchants/index.ts'

export function resolveTokenRepository(
  merchant: Merchant,
  { subMerchant }: { readonly subMerchant?: { readonly identifier?: string } },
): TokenRepository | Rejection {
  if (!subMerchant) return merchant.tokenRepository
  if (!merchant.profile.isAggregator)
    return reject('SUB_MERCHANT_NOT_PERMITTED', 'The merchant profile does not permit sub-merchants.', {
      field: 'subMerchant',
    })
  // Without the identifier, a sub-merchant's data would be stored where all others could use it.
  if (subMerchant.identifier === undefined)
    return reject('FIELD_MISSING', 'Mandatory parameter is missing: it identifies the token repository.', {
      field: 'subMerchant.identifier',
    })
  return resolveRepository(merchant, subMerchant)
}
