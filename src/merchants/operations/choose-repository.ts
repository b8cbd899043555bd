// Which token repository a merchant gets, an existing one, to share its tokens, or its own; and which one a request
// refers to.

import { createHash } from 'node:crypto'
import type { AuditStamp } from '../../audit/index.ts'
import { type Rejection, reject } from '../../kernel/rejection.ts'
import type { TokenRepositories } from '../ports/merchant-store.ts'
import type { Merchant } from '../rules/merchant.ts'
import {
  newRepository,
  ownRepositoryId,
  subMerchantRepositoryId,
  type TokenRepository,
} from '../rules/token-repository.ts'

export interface RepositoryOptions {
  /** An existing repository; excludes the other options, which it has already. */
  readonly tokenRepositoryId?: string | undefined
  readonly tokenGeneration?: TokenRepository['generation'] | undefined
  readonly tokenManagement?: TokenRepository['management'] | undefined
}

/**
 * - EXCLUSIVE: both an existing repository and properties of a new one were requested.
 * - UNKNOWN: there is none with this id.
 * - TAKEN: the repository that would be the merchant's own exists already.
 * - SHARED: others share the merchant's own, which cannot change for this one alone.
 * - HOLDS_TOKENS: it contains tokens, so generation and management can no longer change.
 */
export type RepositoryRefusal = 'EXCLUSIVE' | 'UNKNOWN' | 'TAKEN' | 'SHARED' | 'HOLDS_TOKENS'

export type RepositoryChoice =
  | { readonly kind: 'CHOSEN'; readonly repository: TokenRepository }
  | { readonly kind: 'REFUSED'; readonly why: RepositoryRefusal; readonly repositoryId: string }

/** For a merchant that is about to be created. Its own repository is created together with it. */
export async function repositoryForNew(
  merchantId: string,
  options: RepositoryOptions,
  repositories: TokenRepositories,
): Promise<RepositoryChoice> {
  if (options.tokenRepositoryId !== undefined) return sharedRepository(options.tokenRepositoryId, options, repositories)
  const id = ownRepositoryId(merchantId, hashText)
  if (await repositories.find(id)) return refused('TAKEN', id)
  return chosen(newRepository(id, strategiesIn(options)))
}

/** For an existing merchant. Changes are made at once. */
export async function repositoryForKnown(
  { id: merchantId, tokenRepository: present }: { readonly id: string; readonly tokenRepository: TokenRepository },
  options: RepositoryOptions,
  repositories: TokenRepositories,
  by: AuditStamp,
): Promise<RepositoryChoice> {
  if (options.tokenRepositoryId !== undefined) return sharedRepository(options.tokenRepositoryId, options, repositories)
  const strategies = strategiesIn(options)
  if (Object.keys(strategies).length === 0) return chosen(present)
  const id = ownRepositoryId(merchantId, hashText)
  const own = await repositories.find(id)
  if (own?.merchantIds.some((sharing) => sharing !== merchantId)) return refused('SHARED', id)
  // A merchant that leaves a shared repository keeps the properties that were not set explicitly.
  const { generation, management } = present
  const repository = newRepository(id, { ...(own?.repository ?? { generation, management }), ...strategies })
  if (!own) await repositories.create(repository, by)
  else if ((await repositories.update(repository, by)) === 'HOLDS_TOKENS') return refused('HOLDS_TOKENS', id)
  return chosen(repository)
}

async function sharedRepository(
  id: string,
  options: RepositoryOptions,
  repositories: TokenRepositories,
): Promise<RepositoryChoice> {
  if (Object.keys(strategiesIn(options)).length > 0) return refused('EXCLUSIVE', id)
  const found = await repositories.find(id)
  return found ? chosen(found.repository) : refused('UNKNOWN', id)
}

function strategiesIn({ tokenGeneration, tokenManagement }: RepositoryOptions) {
  return {
    ...(tokenGeneration && { generation: tokenGeneration }),
    ...(tokenManagement && { management: tokenManagement }),
  }
}

function chosen(repository: TokenRepository): RepositoryChoice {
  return { kind: 'CHOSEN', repository }
}

function refused(why: RepositoryRefusal, repositoryId: string): RepositoryChoice {
  return { kind: 'REFUSED', why, repositoryId }
}

/** Each sub-merchant has its own repository, with the strategies of its aggregator's. */
export function resolveRepository(
  { profile, tokenRepository }: Merchant,
  subMerchant: { readonly identifier?: string } | undefined,
): TokenRepository | Rejection {
  const { identifier } = subMerchant ?? {}
  if (identifier === undefined) return tokenRepository
  if (!profile.isAggregator)
    return reject('SUB_MERCHANT_NOT_PERMITTED', 'The merchant profile does not permit sub-merchants.', {
      field: 'subMerchant',
    })
  return { ...tokenRepository, id: subMerchantRepositoryId(tokenRepository.id, identifier, hashText) }
}

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
