// What services respond about tokens and their repositories.

import type { ListedRepository, TokenRepository } from '../../merchants/index.ts'
import type { RetrievedTokenResponse, SearchTokensResponse } from '../../tokens/index.ts'

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
