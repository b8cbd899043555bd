// The token repository of a merchant as forms hold it.
import type { TokenGeneration, TokenManagement } from '../../../../../src/merchants/rules/token-repository.ts'

export interface TokenSettings {
  /** Empty for its own. */
  readonly repositoryId: string
  readonly generation: TokenGeneration
  readonly management: TokenManagement
}

/** As the services take it. */
export function repositoryBody({ repositoryId, generation, management }: TokenSettings): object {
  if (repositoryId !== '') return { tokenRepositoryId: repositoryId }
  return { tokenGeneration: generation, tokenManagement: management }
}
