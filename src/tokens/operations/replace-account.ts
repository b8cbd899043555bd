// The account updater reports a new number for a stored card: the token gets the new one, or another token replaces it,
// or nothing changes, depending on the repository's strategies.

import type { Expiry } from '../../kernel/instrument.ts'
import { isRejection } from '../../kernel/rejection.ts'
import type { Secret } from '../../kernel/secret.ts'
import type { VerificationStrategy } from '../../kernel/verification-strategy.ts'
import type { TokenRepository } from '../../merchants/index.ts'
import type { TokenDependencies } from '../dependencies.ts'
import type { StoredToken } from '../ports/token-store.ts'
import { accountReplacementOf, applyTokenEvent } from '../rules/token-status.ts'
import { type AccountToStore, cardToStore, lookupHashesOf } from './account-to-store.ts'
import {
  obtainSchemeToken,
  type SchemeTokenDependencies,
  type SchemeTokenToKeep,
} from './scheme-tokens/obtain-scheme-token.ts'
import { storeNewToken, storeTokenChange, type TokenContents } from './store-token.ts'

export interface AccountReplacementRequest {
  /** Where the token is. */
  readonly repository: TokenRepository
  readonly stored: StoredToken
  readonly replacement: { readonly number: Secret; readonly expiry: Expiry }
  /** How the request that led to it is verified; undefined when the gateway looked it up by itself. */
  readonly verificationStrategy: VerificationStrategy | undefined
}

/**
 * - UPDATED: the token contains the new account.
 * - REPLACED: the token stays, and names its replacement.
 * - LEFT: nothing has changed.
 * - MOVED: the token was changed concurrently; read it again.
 */
export type AccountReplacementResult =
  | { readonly kind: 'UPDATED' | 'REPLACED' | 'LEFT'; readonly token: StoredToken }
  | { readonly kind: 'MOVED' }

type ReplaceDependencies = Pick<TokenDependencies, 'tokens' | 'vault'> & SchemeTokenDependencies

export async function replaceAccount(
  replacing: AccountReplacementRequest,
  dependencies: ReplaceDependencies,
): Promise<AccountReplacementResult> {
  const { repository, stored, replacement, verificationStrategy } = replacing
  const { localBrand } = stored.details
  const account = cardToStore(replacement, { localBrand })
  const hashes = lookupHashesOf(account, dependencies.vault)
  const isUnique = repository.management === 'UNIQUE_ACCOUNT_IDENTIFIER'
  const holder = isUnique ? await dependencies.tokens.findHolder(repository.id, hashes) : undefined
  const decided = accountReplacementOf({
    generation: repository.generation,
    management: repository.management,
    verificationStrategy,
    hasMaintenance: repository.hasMaintenance,
    storedMask: stored.masked,
    newMask: account.masked,
    isHeldByAnother: holder !== undefined && holder.token !== stored.token,
  })
  if (decided === 'LEAVE') return { kind: 'LEFT', token: stored }
  if (decided === 'UPDATE') return updateAccount(account, replacing, dependencies)

  const { repositoryId, replacementToken: token } = stored
  const replacementToken =
    token === undefined ? undefined : await dependencies.tokens.findWithAccount({ repositoryId, token }, hashes)
  if (replacementToken?.isAccount) return { kind: 'LEFT', token: stored }
  return nameReplacement(account, holder, replacing, dependencies)
}

async function updateAccount(
  account: AccountToStore,
  replacing: AccountReplacementRequest,
  dependencies: ReplaceDependencies,
): Promise<AccountReplacementResult> {
  const { repository, stored } = replacing
  const contents: TokenContents = {
    ...unchangedContentsOf(replacing, dependencies),
    expiry: account.expiry,
    replacementToken: undefined,
    state: applyTokenEvent(stored.state, 'ANOTHER_ACCOUNT_SAVED'),
    scheme: await schemeTokenLater(account, repository, dependencies),
  }
  const changed = await storeTokenChange(
    stored,
    account,
    { contents, details: account.details, repository },
    dependencies,
  )
  if (changed === 'MOVED') return { kind: 'MOVED' }
  // Another token has been given the account since it was read.
  return changed === 'ACCOUNT_TAKEN' ? { kind: 'LEFT', token: stored } : { kind: 'UPDATED', token: changed }
}

/** The old id would show digits of another card. */
async function nameReplacement(
  account: AccountToStore,
  holder: StoredToken | undefined,
  replacing: AccountReplacementRequest,
  dependencies: ReplaceDependencies,
): Promise<AccountReplacementResult> {
  const { repository, stored } = replacing
  const unchanged = unchangedContentsOf(replacing, dependencies)
  const made =
    holder ??
    (await storeNewToken(
      account,
      {
        ...unchanged,
        expiry: account.expiry,
        replacementToken: undefined,
        state: { status: 'VALID' },
        scheme: await schemeTokenLater(account, repository, dependencies),
      },
      { repository, naming: { kind: 'PRESERVE_6_4' } },
      dependencies,
    ))
  // A concurrent change came first; reading again finds the token that contains the account.
  if (made === 'ACCOUNT_TAKEN' || made === 'NAME_TAKEN') return { kind: 'MOVED' }
  const contents: TokenContents = {
    ...unchanged,
    expiry: stored.expiry,
    state: applyTokenEvent(stored.state, 'ACCOUNT_REPLACED'),
    replacementToken: made.token,
    scheme: heldSchemeToken(stored),
  }
  const changed = await storeTokenChange(
    stored,
    undefined,
    { contents, details: stored.details, repository },
    dependencies,
  )
  if (typeof changed !== 'string') return { kind: 'REPLACED', token: changed }
  if (!holder) await dependencies.tokens.delete(made, { isNameRetired: true })
  return { kind: 'MOVED' }
}

function unchangedContentsOf(
  { stored, verificationStrategy }: AccountReplacementRequest,
  { clock }: Pick<TokenDependencies, 'clock'>,
): Omit<TokenContents, 'scheme' | 'state' | 'expiry' | 'replacementToken'> {
  return {
    verificationStrategy: stored.verificationStrategy,
    verificationCode: stored.verificationCode,
    updatedBy: stored.updatedBy,
    updateSource: verificationStrategy ? 'CLIENT' : 'GATEWAY',
    updatedAt: clock.now(),
  }
}

/** The caller does not wait for the scheme here: a job asks it. */
async function schemeTokenLater(
  { number, expiry }: AccountToStore,
  repository: TokenRepository,
  dependencies: SchemeTokenDependencies,
): Promise<SchemeTokenToKeep | undefined> {
  const card = { number, expiry }
  const request = {
    repository,
    mode: 'ASYNCHRONOUS',
    card,
    cardholder: {},
    existingSchemeToken: undefined,
    isSameAccount: false,
  } as const
  const schemeToken = await obtainSchemeToken(request, dependencies)
  return isRejection(schemeToken) ? undefined : schemeToken
}

export function heldSchemeToken({ schemeToken, schemeDueAt }: StoredToken): SchemeTokenToKeep | undefined {
  return schemeToken && { schemeToken, dueAt: schemeDueAt }
}
