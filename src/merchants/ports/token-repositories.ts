// The token repositories, and the operator's settings of each.

import type { AuditStamp } from '../../audit/ports/audit.ts'
import type { TokenRepository } from '../rules/token-repository.ts'

/** An explicitly created one; those of sub-merchants follow from it and are not listed. */
export interface ListedRepository {
  readonly repository: TokenRepository
  /** The merchants whose tokens are in it. */
  readonly merchantIds: readonly string[]
  /** Whether it, or a sub-merchant's that follows from it, contains any. */
  readonly hasTokens: boolean
}

/**
 * Each change writes an entry to the operator's audit log, since several merchants may share one, in its own commit.
 */
export interface TokenRepositories {
  /** By the id of an explicitly created one. */
  find(repositoryId: string): Promise<ListedRepository | undefined>
  list(): Promise<readonly ListedRepository[]>
  /** False when the id is taken. */
  create(repository: TokenRepository, by: AuditStamp): Promise<boolean>
  /** HOLDS_TOKENS when it has tokens and their naming or management would change. */
  update(repository: TokenRepository, by: AuditStamp): Promise<'UPDATED' | 'HOLDS_TOKENS' | 'UNKNOWN'>
}
