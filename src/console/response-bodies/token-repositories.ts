// What the console's services for token repositories return.

import type { ListedRepository } from '../../merchants/ports/token-repositories.ts'
import type { TokenRepository } from '../../merchants/rules/token-repository.ts'

export interface RepositoryBody
  extends Omit<TokenRepository, 'id' | 'homeId'>,
    Pick<ListedRepository, 'merchantIds' | 'hasTokens'> {
  readonly repositoryId: string
}

export interface RepositoryListBody {
  readonly tokenRepositories: readonly RepositoryBody[]
}
