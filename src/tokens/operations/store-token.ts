// Stores a token: a new one under an id that the caller chose or the gateway generates, or other details under an
// existing one.

import { schemeTokenSealContext, tokenAccountSealContext } from '../../keys/index.ts'
import type { TokenRepository } from '../../merchants/index.ts'
import type { TokenKey } from '../../payments/index.ts'
import type { TokenDependencies } from '../dependencies.ts'
import type { StoredToken, TokenToStore } from '../ports/token-store.ts'
import type { StoredTokenDetails } from '../rules/token-details.ts'
import { preserve64Token, randomToken } from '../rules/token-name.ts'
import { type AccountToStore, hashesToWriteOf, lookupHashesOf } from './account-to-store.ts'
import type { SchemeTokenToKeep } from './scheme-tokens/obtain-scheme-token.ts'

/** Ids may be taken: few short numbers are left, so several may have to be generated. */
const drawsMax = 50

/** How often cards of a repository with maintenance are looked up. */
const maintenanceEveryMs = 30 * 86_400_000

type StoreDependencies = Pick<TokenDependencies, 'tokens' | 'vault' | 'identifiers' | 'clock'>

/** Everything about a token but its id and what is sealed for it. */
export interface TokenContents extends Pick<TokenToStore, 'state' | 'updatedBy' | 'updateSource' | 'updatedAt'> {
  readonly expiry: TokenToStore['expiry'] | undefined
  readonly verificationStrategy: TokenToStore['verificationStrategy'] | undefined
  readonly verificationCode: TokenToStore['verificationCode'] | undefined
  readonly replacementToken: TokenToStore['replacementToken'] | undefined
  readonly scheme: SchemeTokenToKeep | undefined
}

type TokenNaming =
  | { readonly kind: 'SUPPLIED'; readonly name: string }
  /** An id that was generated before is the only one that is acceptable. */
  | { readonly kind: 'RANDOM' | 'PRESERVE_6_4'; readonly drawn?: string | undefined }

export async function storeNewToken(
  account: AccountToStore,
  contents: TokenContents,
  { repository, naming }: { readonly repository: TokenRepository; readonly naming: TokenNaming },
  dependencies: StoreDependencies,
): Promise<StoredToken | 'NAME_TAKEN' | 'ACCOUNT_TAKEN'> {
  const claim = claimOf(account, repository, dependencies)
  for (let draw = 0; draw < drawsMax; draw += 1) {
    const name = { repositoryId: repository.id, token: nameFor(account, naming, dependencies) }
    const token = withAccount(name, account, contents, { repository, dependencies })
    const isNamedByGateway = naming.kind !== 'SUPPLIED'
    const result = await dependencies.tokens.create(token, { ...claim, isNamedByGateway })
    if (result === 'STORED') return asNew(token)
    const hasOtherNames = isNamedByGateway && naming.drawn === undefined
    if (result === 'ACCOUNT_TAKEN' || !hasOtherNames) return result
  }
  throw new Error(`no free name for a token was drawn in ${drawsMax} draws`)
}

/** An account replaces the stored one. MOVED when the token was changed concurrently since it was read. */
export async function storeTokenChange(
  stored: StoredToken,
  account: AccountToStore | undefined,
  {
    contents,
    details,
    repository,
  }: { contents: TokenContents; details: StoredTokenDetails; repository: TokenRepository },
  dependencies: StoreDependencies,
): Promise<StoredToken | 'MOVED' | 'ACCOUNT_TAKEN'> {
  const { repositoryId, token, homeRepositoryId, kind, masked, scheme, account: sealed } = stored
  const name = { repositoryId, token }
  const unchanged = { ...name, homeRepositoryId, kind, masked, scheme, account: sealed }
  const changed: TokenToStore = account
    ? { ...withAccount(name, account, contents, { repository, dependencies }), details }
    : { ...unchanged, details, ...restOf(name, { kind, details }, contents, { repository, dependencies }) }
  const result = await dependencies.tokens.update(changed, {
    revision: stored.revision,
    account: account ? claimOf(account, repository, dependencies) : undefined,
  })
  if (result !== 'STORED') return result
  const { createdAt, schemeAttempts } = stored
  const lastUsedAt = contents.updateSource === 'CLIENT' ? contents.updatedAt : stored.lastUsedAt
  return { ...changed, revision: stored.revision + 1, createdAt, lastUsedAt, schemeAttempts }
}

function claimOf(account: AccountToStore, { management }: TokenRepository, { vault }: StoreDependencies) {
  return { hashes: hashesToWriteOf(account, vault), isOnly: management === 'UNIQUE_ACCOUNT_IDENTIFIER' }
}

function asNew(token: TokenToStore): StoredToken {
  return { ...token, revision: 1, createdAt: token.updatedAt, lastUsedAt: token.updatedAt, schemeAttempts: 0 }
}

function nameFor({ number }: AccountToStore, naming: TokenNaming, { identifiers }: StoreDependencies): string {
  switch (naming.kind) {
    case 'SUPPLIED':
      return naming.name
    case 'RANDOM':
      return naming.drawn ?? randomToken(identifiers.digits)
    case 'PRESERVE_6_4':
      return preserve64Token({ number: number.open(), kind: number.kind }, identifiers.digits)
  }
}

interface StoreContext {
  readonly repository: TokenRepository
  readonly dependencies: StoreDependencies
}

function withAccount(
  name: TokenKey,
  account: AccountToStore,
  contents: TokenContents,
  within: StoreContext,
): TokenToStore {
  const { kind, masked, details, scheme, number } = account
  return {
    ...name,
    homeRepositoryId: within.repository.homeId,
    kind,
    masked,
    details,
    scheme,
    account: within.dependencies.vault.seal(number.open(), tokenAccountSealContext(name)),
    ...restOf(name, account, contents, within),
  }
}

function restOf(
  name: TokenKey,
  { kind, details }: Pick<StoredToken, 'kind' | 'details'>,
  { scheme, expiry, verificationStrategy, verificationCode, replacementToken, ...contents }: TokenContents,
  { repository, dependencies }: StoreContext,
) {
  const isLookedUp = repository.hasMaintenance && kind === 'CARD' && !details.isDeviceNumber
  return {
    ...contents,
    expiry,
    verificationStrategy,
    verificationCode,
    replacementToken,
    schemeToken: scheme && sealedSchemeToken(scheme, name, dependencies),
    schemeDueAt: scheme?.dueAt,
    maintenanceDueAt: isLookedUp ? new Date(contents.updatedAt.getTime() + maintenanceEveryMs) : undefined,
  }
}

/** A number that was just received is sealed for the token; a stored one is sealed already. */
function sealedSchemeToken({ schemeToken }: SchemeTokenToKeep, name: TokenKey, { vault }: StoreDependencies) {
  const { clearNumber, ...facts } = schemeToken
  if (!clearNumber) return facts
  return { ...facts, number: vault.seal(clearNumber.open(), schemeTokenSealContext(name)) }
}

export interface SaveLookup {
  /** The token with the requested id. */
  readonly namedToken: StoredToken | undefined
  /** It contains the requested account. */
  readonly isAccountOfNamed: boolean
  /** Another token that contains the account; searched for only where an account may have one token. */
  readonly holder: StoredToken | undefined
}

const nothing: SaveLookup = { namedToken: undefined, isAccountOfNamed: false, holder: undefined }

/** What the repository already contains of a token that is about to be saved, and of its account. */
export async function findForSave(
  {
    repository,
    name,
    account,
  }: { repository: TokenRepository; name: string | undefined; account?: AccountToStore | undefined },
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
  {
    repository,
    name,
    account,
  }: { repository: TokenRepository; name: string | undefined; account?: AccountToStore | undefined },
  { tokens }: Pick<TokenDependencies, 'tokens'>,
): SaveLookup | undefined {
  const { generation, management, hasSchemeTokens } = repository
  if (generation !== 'MERCHANT_SUPPLIED' || management !== 'UNIQUE_TOKEN' || hasSchemeTokens) return undefined
  if (!account || name === undefined || tokens.hasSeenToken({ repositoryId: repository.id, token: name }))
    return undefined
  return nothing
}
