// Returns what is stored under a token, masked, and how it has been used.

import { isRejection, reject } from '../../kernel/rejection.ts'
import type { Call, OperationResult } from '../../payments/call.ts'
import type { RetrieveTokenRequest } from '../contract/retrieve-token.ts'
import type { TokenDependencies } from '../dependencies.ts'
import type { TokenGatewayCode } from '../rules/token-verification.ts'
import { type DescribedToken, describeToken, describeTokenClear } from './describe-token.ts'
import { resolveTokenRepository } from './resolve-token-repository.ts'

export async function retrieveToken(
  request: RetrieveTokenRequest,
  { merchant, tokenId = '' }: Call,
  ports: Pick<TokenDependencies, 'tokens' | 'vault'>,
): Promise<OperationResult> {
  const repository = resolveTokenRepository(merchant, request)
  if (isRejection(repository)) return repository
  const stored = await ports.tokens.find({ repositoryId: repository.id, token: tokenId })
  if (!stored) return reject('UNKNOWN_TOKEN', 'There is no token with this id.')
  const { verificationCode } = stored
  const whole = (described: DescribedToken) => ({
    ...described,
    merchant: merchant.id,
    ...(verificationCode !== undefined && { response: { gatewayCode: verificationCode as TokenGatewayCode } }),
    result: 'SUCCESS' as const,
  })
  return {
    kind: 'ANSWERED',
    isFirst: false,
    response: whole(describeToken(stored)),
    reveal: async () => whole(await describeTokenClear(stored, ports)),
  }
}
