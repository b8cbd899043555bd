// The response to a request to store details: the token, or why there is none.

import type { TokenRepository } from '../../merchants/rules/token-repository.ts'
import type { Call, OperationResponse } from '../../payments/call.ts'
import type { TokenResponse } from '../contract/token-response.ts'
import type { TokenDependencies } from '../dependencies.ts'
import type { StoredToken } from '../ports/token-store.ts'
import type { AccountToStore } from './account-to-store.ts'
import { describeSource, describeToken, describeTokenClear } from './describe-token.ts'
import type { TokenVerification } from './verify-details.ts'

interface SaveContext {
  readonly call: Pick<Call, 'merchant'>
  readonly verification: TokenVerification
}

export function storedTokenResponse(
  stored: StoredToken,
  { call, verification, isNew }: SaveContext & { readonly isNew: boolean },
  ports: Pick<TokenDependencies, 'vault'>,
): OperationResponse {
  const rest = { ...outcomeOf(call, verification), result: 'SUCCESS' } as const
  return {
    kind: 'ANSWERED',
    isFirst: isNew,
    response: { ...describeToken(stored), ...rest },
    reveal: async () => ({ ...(await describeTokenClear(stored, ports)), ...rest }),
  }
}

/** Nothing was stored: an existing token is returned as it is, and otherwise what was sent. */
export function declinedTokenResponse(
  left: StoredToken | undefined,
  {
    call,
    verification,
    repository,
    account,
  }: SaveContext & { readonly repository: TokenRepository; readonly account: AccountToStore | undefined },
  ports: Pick<TokenDependencies, 'vault'>,
): OperationResponse {
  const rest = { ...outcomeOf(call, verification), result: 'FAILURE' } as const
  if (left)
    return {
      kind: 'ANSWERED',
      isFirst: true,
      response: { ...describeToken(left), ...rest },
      reveal: async () => ({ ...(await describeTokenClear(left, ports)), ...rest }),
    }
  const response: TokenResponse = {
    ...rest,
    repositoryId: repository.id,
    status: 'INVALID',
    ...(account && { sourceOfFunds: describeSource(account, account.masked) }),
  }
  return { kind: 'ANSWERED', isFirst: true, response }
}

function outcomeOf({ merchant }: Pick<Call, 'merchant'>, { strategy, code }: TokenVerification) {
  return { merchant: merchant.id, response: { gatewayCode: code }, verificationStrategy: strategy }
}
