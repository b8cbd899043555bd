// Which token repository a request refers to: the merchant's, or the one of a sub-merchant that it names.
import { createHash } from 'node:crypto'
import { type Rejection, reject } from '../../kernel/rejection.ts'
import type { Merchant } from '../rules/merchant.ts'
import { subMerchantRepositoryId, type TokenRepository } from '../rules/token-repository.ts'

/** Each sub-merchant has its own repository, with the strategies of its aggregator's. */
export function resolveRepository(
  { profile, tokenRepository }: Merchant,
  subMerchant: { readonly identifier?: string } | undefined,
): TokenRepository | Rejection {
  const { identifier } = subMerchant ?? {}
  if (identifier === undefined) return tokenRepository
  if (!profile.isAggregator)
    return reject('SUB_MERCHANT_NOT_PERMITTED', 'The merchant profile does not permit sub-merchants.', {
      field: 'subMerchant',
    })
  return { ...tokenRepository, id: subMerchantRepositoryId(tokenRepository.id, identifier, hashText) }
}

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
