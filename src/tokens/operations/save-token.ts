// Stores payment details under a token: resolve, plan, verify, ask the scheme, store. If the token or the account has
// changed since it was read, everything from the plan on is repeated.

import { isRejection, type Rejection, reject } from '../../kernel/rejection.ts'
import type { TokenRepository } from '../../merchants/index.ts'
import type { Call, OperationResult } from '../../payments/index.ts'
import { conflict, retryOnConflict } from '../../platform/concurrency/retry-on-conflict.ts'
import { claimForToken } from '../../wallets/index.ts'
import type { CreateOrUpdateTokenRequest } from '../contract/create-or-update-token.ts'
import type { CreateTokenRequest } from '../contract/create-token.ts'
import type { TokenResponse } from '../contract/token-response.ts'
import type { TokenDependencies, TokenSaveDependencies } from '../dependencies.ts'
import type { StoredToken } from '../ports/token-store.ts'
import { planTokenSave, type TokenSavePlan } from '../rules/token.ts'
import { permitsStoring } from '../rules/token-verification.ts'
import { cardToStore, lookupHashesOf } from './account-to-store.ts'
import { noteClosedAccount } from './apply-token-event.ts'
import { declinedTokenResponse, storedTokenResponse } from './describe-token.ts'
import { openTokenNumber } from './open-stored-card.ts'
import { replaceAccount } from './replace-account.ts'
import { type DetailsToStore, resolveAccountToStore } from './resolve-account-to-store.ts'
import { resolveTokenRepository } from './resolve-token-repository.ts'
import { giveUpSchemeToken, type SchemeTokenToKeep } from './scheme-tokens/obtain-scheme-token.ts'
import { resolveSchemeTokenToKeep } from './scheme-tokens/scheme-token-to-keep.ts'
import {
  findForSave,
  presumesNew,
  type SaveLookup,
  storeNewToken,
  storeTokenChange,
  type TokenContents,
} from './store-token.ts'
import { detailsToVerifyOf, type TokenVerification, verifyDetails } from './verify-details.ts'

const movedUnderEveryone = reject('OVERLOADED', 'The token is being changed by many requests at once. Try again later.')

/** Under an id that the gateway generates. */
export function createToken(
  request: CreateTokenRequest,
  call: Call,
  dependencies: TokenSaveDependencies,
): Promise<OperationResult> {
  return saveToken(request, call, dependencies)
}

/** Under the id in the path. */
export async function createOrUpdateToken(
  request: CreateOrUpdateTokenRequest,
  call: Call,
  dependencies: TokenSaveDependencies,
): Promise<OperationResult> {
  if (request.token !== undefined && request.token !== call.tokenId)
    return reject('FIELD_INVALID', 'Value is invalid. It differs from the token in the path.', { field: 'token' })
  return saveToken(request, call, dependencies)
}

/**
 * Stores an agreement that the payer has just made, under the id that was generated for it beforehand unless the caller
 * has named a token; saving it again changes nothing. Returns the token that contains it.
 */
export async function saveAgreement(
  request: CreateOrUpdateTokenRequest,
  { call, drawn }: { readonly call: Call; readonly drawn: string },
  dependencies: TokenSaveDependencies,
): Promise<string | Rejection> {
  const repository = resolveTokenRepository(call.merchant, request)
  if (isRejection(repository)) return repository
  const isKept = async () =>
    call.tokenId === undefined &&
    (await dependencies.tokens.find({ repositoryId: repository.id, token: drawn })) !== undefined
  if (await isKept()) return drawn
  const result = await saveToken(request, call, dependencies, drawn)
  if (result.kind === 'ANSWERED') return (result.response as TokenResponse).token ?? drawn
  // A concurrent request may have come first.
  if (await isKept()) return drawn
  return isRejection(result) ? result : movedUnderEveryone
}

/** What is to be saved, and the results so far: outside services are not asked twice. */
interface TokenSave {
  readonly request: CreateOrUpdateTokenRequest
  readonly call: Call
  readonly repository: TokenRepository
  /** The token that the path names. */
  readonly name: string | undefined
  /** The id to use if the gateway chooses it; a random one without this. */
  readonly drawn?: string | undefined
  details: DetailsToStore
  /** Valid for the account in the request, or for the stored one while the token is at this revision. */
  verified?: { readonly verification: TokenVerification; readonly revision: number | undefined }
  /** Valid for one token, or for a new one. */
  obtained?: { readonly scheme: SchemeTokenToKeep | undefined; readonly token: string | undefined } | undefined
}

async function saveToken(
  request: CreateOrUpdateTokenRequest,
  call: Call,
  dependencies: TokenSaveDependencies,
  drawn?: string | undefined,
): Promise<OperationResult> {
  const repository = resolveTokenRepository(call.merchant, request)
  if (isRejection(repository)) return repository
  const details = await resolveAccountToStore(request, { call, repository }, dependencies)
  if (isRejection(details)) return details
  const saving: TokenSave = { request, call, repository, name: call.tokenId, drawn, details }
  const result =
    refuseName(saving) ?? (await claimForToken(saving, dependencies)) ?? (await saveWithRetries(saving, dependencies))
  if (isRejection(result)) await giveUpObtained(saving, dependencies)
  return result
}

/** A token id is shown in clear everywhere. */
function refuseName({ name, details: { account } }: TokenSave): Rejection | undefined {
  if (name === undefined || !account || account.kind === 'PROVIDER_A') return undefined
  if (account.number.open().replace(/[^0-9A-Za-z]/g, '') !== name) return undefined
  return reject('FIELD_INVALID', 'Value is invalid. A token must not be the account number.', { field: 'token' })
}

async function saveWithRetries(saving: TokenSave, dependencies: TokenSaveDependencies): Promise<OperationResult> {
  const { request, call } = saving
  const strategy = request.verificationStrategy ?? call.merchant.profile.verificationStrategy
  const asksNobody = strategy === 'NONE' || strategy === 'BASIC'
  const contended = { repositoryId: saving.repository.id, tokenOrAccount: contendedIn(saving, dependencies) }
  if (!dependencies.tokens.isLocked(contended)) {
    const presumed = asksNobody ? presumesNew({ ...saving, ...saving.details }, dependencies) : undefined
    const result = await saveOnce(
      saving,
      presumed ?? (await findForSave({ ...saving, ...saving.details }, dependencies)),
      dependencies,
    )
    if (result !== conflict) return result
  }
  return dependencies.tokens.withLock(contended, async () => {
    const result = await retryOnConflict(async () =>
      saveOnce(saving, await findForSave({ ...saving, ...saving.details }, dependencies), dependencies),
    )
    return result === conflict ? movedUnderEveryone : result
  })
}

/** What others may be changing at the same time: the token with the id, or the one that contains the account. */
function contendedIn({ name, details: { account } }: TokenSave, { vault }: Pick<TokenDependencies, 'vault'>): string {
  if (name !== undefined || !account) return name ?? ''
  return lookupHashesOf(account, vault)[0]?.hash.toString('hex') ?? ''
}

async function saveOnce(
  saving: TokenSave,
  lookup: SaveLookup,
  dependencies: TokenSaveDependencies,
): Promise<OperationResult | typeof conflict> {
  const { request, call, repository, name, details } = saving
  const { account, expiry } = details
  const plan = planTokenSave(repository, { name, account: account?.kind, expiry, ...lookup })
  if (isRejection(plan)) return plan
  const existingToken = knownIn(plan, lookup)
  const isSameAccount = plan.kind === 'EXISTING' || (plan.kind === 'UPDATE' && (!account || lookup.isAccountOfNamed))

  const checked = detailsToVerifyOf(details, existingToken && { stored: existingToken, isSameAccount }, (stored) =>
    openTokenNumber(stored, call, dependencies),
  )
  const revision = account ? undefined : existingToken?.revision
  if (saving.verified?.revision !== revision || !saving.verified) {
    const verification = await verifyDetails(request, checked, call, dependencies)
    if (isRejection(verification)) return verification
    saving.verified = { verification, revision }
  }
  const { verification } = saving.verified
  if (!permitsStoring(verification.code)) {
    const isClosed = verification.update?.kind === 'CLOSED'
    const left =
      existingToken && isClosed
        ? await noteClosedAccount(existingToken, isSameAccount, call, dependencies)
        : existingToken
    await giveUpObtained(saving, dependencies)
    return declinedTokenResponse(left, { call, verification, repository, account }, dependencies)
  }
  if (applyUpdaterResult(saving, plan)) return conflict

  if (!saving.obtained || saving.obtained.token !== existingToken?.token) {
    const scheme = await resolveSchemeTokenToKeep(
      { request, repository, checked, existingToken, isSameAccount },
      dependencies,
    )
    if (isRejection(scheme)) return scheme
    saving.obtained = { scheme, token: existingToken?.token }
  }
  const stored = await store(saving, { plan, existingToken, isSameAccount }, dependencies)
  if (!stored) return conflict
  const current = await applyReplacement(stored, verification, { repository, call }, dependencies)
  return storedTokenResponse(current, { call, verification, isNew: plan.kind === 'CREATE' }, dependencies)
}

type AcceptedPlan = Exclude<TokenSavePlan, Rejection>

function knownIn(plan: AcceptedPlan, { namedToken, holder }: SaveLookup): StoredToken | undefined {
  if (plan.kind === 'CREATE') return undefined
  return plan.kind === 'UPDATE' ? namedToken : holder
}

/** Corrections from the account updater go into the plan: an expiry, or for a new token the account itself. */
function applyUpdaterResult(saving: TokenSave, { kind }: AcceptedPlan): boolean {
  const { verification, revision } = saving.verified ?? {}
  const update = verification?.update
  const isLearned = update?.kind === 'RENEWED' || (update?.kind === 'REPLACED' && kind === 'CREATE')
  if (!isLearned || !verification) return false
  const { account } = saving.details
  const { expiry } = update
  const learned = update.kind === 'REPLACED' ? cardToStore(update) : account && { ...account, expiry }
  saving.details = { account: learned, expiry }
  saving.verified = { verification: { ...verification, update: undefined }, revision }
  return true
}

/** Undefined when something changed meanwhile. */
async function store(
  { request, call, repository, name, drawn, details: { account, expiry }, verified, obtained }: TokenSave,
  {
    plan,
    existingToken,
    isSameAccount,
  }: { plan: AcceptedPlan; existingToken: StoredToken | undefined; isSameAccount: boolean },
  dependencies: Pick<TokenDependencies, 'tokens' | 'vault' | 'clock' | 'identifiers'>,
): Promise<StoredToken | undefined> {
  const { strategy, code } = verified?.verification ?? {}
  const contents: TokenContents = {
    ...(plan.kind === 'CREATE' ? { state: { status: 'VALID' }, expiry } : { state: plan.state, expiry: plan.expiry }),
    verificationStrategy: strategy,
    verificationCode: code,
    replacementToken: isSameAccount ? existingToken?.replacementToken : undefined,
    updatedBy: call.merchant.id,
    updateSource: 'CLIENT',
    updatedAt: dependencies.clock.now(),
    scheme: obtained?.scheme,
  }
  const shipping = request.shipping && { shipping: request.shipping }
  if (!existingToken) {
    if (!account) throw new Error('a new token was planned without an account')
    const naming = plan.kind === 'CREATE' && plan.naming !== 'SUPPLIED' ? { kind: plan.naming, drawn } : undefined
    const made = await storeNewToken(
      account.kind === 'PROVIDER_A' ? { ...account, details: { ...account.details, ...shipping } } : account,
      contents,
      { repository, naming: naming ?? { kind: 'SUPPLIED', name: name ?? '' } },
      dependencies,
    )
    return typeof made === 'string' ? undefined : made
  }
  const kind = account?.kind ?? existingToken.kind
  const details = {
    ...(isSameAccount && existingToken.details),
    ...account?.details,
    ...(kind === 'PROVIDER_A' && shipping),
  }
  const another = isSameAccount ? undefined : account
  const changed = await storeTokenChange(existingToken, another, { contents, details, repository }, dependencies)
  return typeof changed === 'string' ? undefined : changed
}

/**
 * The card of an existing token has a new number: what was sent is stored, and then replaced like any other such card.
 */
async function applyReplacement(
  stored: StoredToken,
  { update, strategy }: TokenVerification,
  { repository }: Pick<TokenSave, 'repository' | 'call'>,
  dependencies: Pick<
    TokenDependencies,
    'tokens' | 'tokenClaims' | 'vault' | 'tokenService' | 'clock' | 'identifiers' | 'timeouts'
  >,
): Promise<StoredToken> {
  if (update?.kind !== 'REPLACED') return stored
  const { number, expiry } = update
  const replaced = await replaceAccount(
    { repository, stored, replacement: { number, expiry }, verificationStrategy: strategy },
    dependencies,
  )
  return replaced.kind === 'MOVED' ? stored : replaced.token
}

/** Nothing was stored: the scheme token obtained for it is of no use. */
async function giveUpObtained(
  { obtained, details }: TokenSave,
  dependencies: Pick<TokenDependencies, 'tokenClaims'>,
): Promise<void> {
  const fresh = [obtained?.scheme, details.account?.pushed].find((scheme) => scheme?.schemeToken.clearNumber)
  if (fresh) await giveUpSchemeToken(fresh.schemeToken.reference, dependencies)
}
