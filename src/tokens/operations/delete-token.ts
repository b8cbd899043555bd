// Deletes what is stored under a token. Existing transactions keep its id; its scheme token is given up with it.

import { isRejection, reject } from '../../kernel/rejection.ts'
import type { Call, OperationResult } from '../../payments/call.ts'
import type { DeleteTokenRequest } from '../contract/delete-token.ts'
import type { TokenDependencies } from '../dependencies.ts'
import { resolveTokenRepository } from './resolve-token-repository.ts'

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
