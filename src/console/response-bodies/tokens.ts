// What services respond about tokens and their repositories.

import type { ListedRepository } from '../../merchants/ports/merchant-store.ts'
import type { TokenRepository } from '../../merchants/rules/token-repository.ts'
import type { SearchTokensResponse } from '../../tokens/contract/search-tokens.ts'
import type { RetrievedTokenResponse } from '../../tokens/contract/token-response.ts'

export type TokenListItemBody = SearchTokensResponse['token'][number]
export type TokenDetailsBody = RetrievedTokenResponse

/** What the console's services for token repositories return. */
export interface RepositoryBody
  extends Omit<TokenRepository, 'id' | 'homeId'>,
    Pick<ListedRepository, 'merchantIds' | 'hasTokens'> {
  readonly repositoryId: string
}

export interface RepositoryListBody {
  readonly tokenRepositories: readonly RepositoryBody[]
}
