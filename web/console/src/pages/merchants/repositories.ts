// Token repositories as their services show them.
import type { TokenRepository } from '../../../../../src/domain/tokens/token-repository.ts'

export const repositoriesPath = '/token-repositories'

export type RepositoryDetails = Omit<TokenRepository, 'id' | 'homeId'> & {
  readonly repositoryId: string
  readonly merchantIds: readonly string[]
  readonly hasTokens: boolean
}

export interface RepositoryList {
  readonly tokenRepositories: readonly RepositoryDetails[]
}
