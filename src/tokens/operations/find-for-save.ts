// What the repository already contains of a token that is about to be saved, and of its account.
import type { TokenRepository } from '../../merchants/rules/token-repository.ts'
import type { TokenDependencies } from '../dependencies.ts'
import type { StoredToken } from '../ports/token-store.ts'
import { type AccountToStore, lookupHashesOf } from './account-to-store.ts'

export interface SaveLookup {
  /** The token with the requested id. */
  readonly namedToken: StoredToken | undefined
  /** It contains the requested account. */
  readonly isAccountOfNamed: boolean
  /** Another token that contains the account; searched for only where an account may have one token. */
  readonly holder: StoredToken | undefined
}

const nothing: SaveLookup = { namedToken: undefined, isAccountOfNamed: false, holder: undefined }

export async function findForSave(
  { repository, name, account }: { repository: TokenRepository; name: string | undefined; account?: AccountToStore },
  { tokens, vault }: Pick<TokenDependencies, 'tokens' | 'vault'>,
): Promise<SaveLookup> {
  const isUnique = repository.management === 'UNIQUE_ACCOUNT_IDENTIFIER'
  if (name === undefined && !isUnique) return nothing
  const hashes = account ? lookupHashesOf(account, vault) : []
  const [namedToken, holder] = await Promise.all([
    name === undefined ? undefined : tokens.findWithAccount({ repositoryId: repository.id, token: name }, hashes),
    isUnique && account ? tokens.findHolder(repository.id, hashes) : undefined,
  ])
  return {
    namedToken: namedToken?.token,
    isAccountOfNamed: namedToken?.isAccount ?? false,
    holder: holder?.token === name ? undefined : holder,
  }
}

/**
 * Most tokens named by callers are new: where only the id decides, and no outside service is called before, that is
 * assumed. If it is wrong, storing fails, and the repository is read after all.
 */
export function presumesNew(
  { repository, name, account }: { repository: TokenRepository; name: string | undefined; account?: AccountToStore },
  { tokens }: Pick<TokenDependencies, 'tokens'>,
): SaveLookup | undefined {
  const { generation, management, hasSchemeTokens } = repository
  if (generation !== 'MERCHANT_SUPPLIED' || management !== 'UNIQUE_TOKEN' || hasSchemeTokens) return undefined
  if (!account || name === undefined || tokens.hasSeenToken({ repositoryId: repository.id, token: name }))
    return undefined
  return nothing
}
