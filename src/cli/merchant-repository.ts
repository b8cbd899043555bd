// Which token repository a merchant gets: one that is there, to share its tokens, or one of its own.
import { newRepository, ownRepositoryId, type TokenRepository } from '../domain/token-repository.ts'
import { textHash } from '../operations/steps/resolve-repository.ts'
import type { By } from '../ports/people.ts'
import type { TokenRepositories } from '../ports/token-repositories.ts'
import { type Misuse, misused, type Refusal, refused } from './result.ts'

interface Wishes {
  readonly tokenRepository?: string
  readonly tokenGeneration?: TokenRepository['generation']
  readonly tokenManagement?: TokenRepository['management']
}

type Chosen = { readonly kind: 'chosen'; readonly repository: TokenRepository } | Refusal | Misuse

export function holdsTokens(repositoryId: string): Refusal {
  return refused(
    `The token repository ${repositoryId} holds tokens, so that generation and management can no longer change.`,
  )
}

export function unknownRepository(repositoryId: string): Refusal {
  return refused(`There is no token repository ${repositoryId}.`)
}

/** For a merchant that is about to be made. A repository of its own is made together with it. */
export async function repositoryForNew(
  merchantId: string,
  wishes: Wishes,
  repositories: TokenRepositories,
): Promise<Chosen> {
  if (wishes.tokenRepository !== undefined) return sharedRepository(wishes, repositories)
  const id = ownRepositoryId(merchantId, textHash)
  if (await repositories.find(id)) {
    const remedy = `say --token-repository ${id} to let the merchant share its tokens`
    return refused(`There is a token repository ${id} already; ${remedy}.`)
  }
  return { kind: 'chosen', repository: newRepository(id, strategiesIn(wishes)) }
}

/** For a merchant that is there. What has to be changed or made is changed or made at once. */
export async function repositoryForKnown(
  { id: merchantId, tokenRepository: present }: { readonly id: string; readonly tokenRepository: TokenRepository },
  wishes: Wishes,
  repositories: TokenRepositories,
  by: By,
): Promise<Chosen> {
  if (wishes.tokenRepository !== undefined) return sharedRepository(wishes, repositories)
  const strategies = strategiesIn(wishes)
  if (Object.keys(strategies).length === 0) return { kind: 'chosen', repository: present }
  const id = ownRepositoryId(merchantId, textHash)
  const own = await repositories.find(id)
  if (own?.merchantIds.some((sharing) => sharing !== merchantId)) {
    const remedy = 'change it with "token-repository update"'
    return refused(`Other merchants share the token repository ${id}; ${remedy}.`)
  }
  // A merchant that leaves a shared repository takes along what was not said otherwise.
  const { generation, management } = present
  const repository = newRepository(id, { ...(own?.repository ?? { generation, management }), ...strategies })
  if (!own) await repositories.create(repository, by)
  else if ((await repositories.update(repository, by)) === 'HOLDS_TOKENS') return holdsTokens(id)
  return { kind: 'chosen', repository }
}

async function sharedRepository(wishes: Wishes, repositories: TokenRepositories): Promise<Chosen> {
  const { tokenRepository: id = '' } = wishes
  if (Object.keys(strategiesIn(wishes)).length > 0)
    return misused('--token-repository excludes --token-generation and --token-management, which it has already.')
  const found = await repositories.find(id)
  return found ? { kind: 'chosen', repository: found.repository } : unknownRepository(id)
}

function strategiesIn({ tokenGeneration, tokenManagement }: Wishes) {
  return {
    ...(tokenGeneration && { generation: tokenGeneration }),
    ...(tokenManagement && { management: tokenManagement }),
  }
}
