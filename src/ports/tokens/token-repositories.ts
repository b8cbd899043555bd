// Which token repositories there are, and what the operator has decided about each.
import type { TokenRepository } from '../../domain/tokens/token-repository.ts'
import type { AuditStamp } from '../users/users.ts'

/** One that somebody made; those of sub-merchants follow from it and are not listed. */
export interface ListedRepository {
  readonly repository: TokenRepository
  /** The merchants whose tokens are there. */
  readonly merchantIds: readonly string[]
  /** Whether it, or a sub-merchant's that follows from it, holds any. */
  readonly hasTokens: boolean
}

/** Each change leaves its line in the operator's audit, since several merchants may share one, in the commit that makes it. */
export interface TokenRepositories {
  /** By the id of one that somebody made. */
  find(repositoryId: string): Promise<ListedRepository | undefined>
  list(): Promise<readonly ListedRepository[]>
  /** False when the id is taken. */
  create(repository: TokenRepository, by: AuditStamp): Promise<boolean>
  /** HOLDS_TOKENS when it has tokens and the way they are named or managed would change. */
  update(repository: TokenRepository, by: AuditStamp): Promise<'UPDATED' | 'HOLDS_TOKENS' | 'UNKNOWN'>
}
