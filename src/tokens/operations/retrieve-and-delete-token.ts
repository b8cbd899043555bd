// Returns what is stored under a token, masked, and how it has been used; or deletes it.

import { isRejection, reject } from '../../kernel/rejection.ts'
import type { Call, OperationResult } from '../../payments/index.ts'
import type { DeleteTokenRequest } from '../contract/delete-token.ts'
import type { RetrieveTokenRequest } from '../contract/retrieve-token.ts'
import type { TokenDependencies } from '../dependencies.ts'
import type { TokenGatewayCode } from '../rules/token-verification.ts'
import { type DescribedToken, describeToken, describeTokenClear } from './describe-token.ts'
import { resolveTokenRepository } from './resolve-token-repository.ts'

export async function retrieveToken(
  request: RetrieveTokenRequest,
  { merchant, tokenId = '' }: Call,
  dependencies: Pick<TokenDependencies, 'tokens' | 'vault'>,
): Promise<OperationResult> {
  const repository = resolveTokenRepository(merchant, request)
  if (isRejection(repository)) return repository
  const stored = await dependencies.tokens.find({ repositoryId: repository.id, token: tokenId })
  if (!stored) return reject('UNKNOWN_TOKEN', 'There is no token with this id.')
  const { verificationCode } = stored
  const whole = (described: DescribedToken) => ({
    ...described,
    merchant: merchant.id,
    response: verificationCode === undefined ? undefined : { gatewayCode: verificationCode as TokenGatewayCode },
    result: 'SUCCESS' as const,
  })
  return {
    kind: 'ANSWERED',
    isFirst: false,
    response: whole(describeToken(stored)),
    reveal: async () => whole(await describeTokenClear(stored, dependencies)),
  }
}

/** Deletes what is stored under a token. Existing transactions keep its id; its scheme token is given up with it. */
export async function deleteToken(
  request: DeleteTokenRequest,
  { merchant, tokenId = '' }: Call,
  { tokens }: Pick<TokenDependencies, 'tokens'>,
): Promise<OperationResult> {
  const repository = resolveTokenRepository(merchant, request)
  if (isRejection(repository)) return repository
  // An id that the gateway generated for one card must never identify another; ids chosen by a caller may be used
  // again.
  const isNameRetired = repository.generation !== 'MERCHANT_SUPPLIED'
  const isDeleted = await tokens.delete({ repositoryId: repository.id, token: tokenId }, { isNameRetired })
  if (!isDeleted) return reject('UNKNOWN_TOKEN', 'There is no token with this id.')
  return { kind: 'ANSWERED', isFirst: false, response: { result: 'SUCCESS' } }
}
