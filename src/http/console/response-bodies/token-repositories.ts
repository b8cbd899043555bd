// What the console's services for token repositories return.
import type { TokenRepository } from '../../../domain/tokens/token-repository.ts'
import type { ListedRepository } from '../../../ports/tokens/token-repositories.ts'

export interface RepositoryBody
  extends Omit<TokenRepository, 'id' | 'homeId'>,
    Pick<ListedRepository, 'merchantIds' | 'hasTokens'> {
  readonly repositoryId: string
}

export interface RepositoryListBody {
  readonly tokenRepositories: readonly RepositoryBody[]
}
