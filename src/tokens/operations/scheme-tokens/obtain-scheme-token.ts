// Obtains the scheme token for a card that is about to be stored: at once or afterwards, depending on the mode.

import type { Expiry } from '../../../kernel/instrument.ts'
import { type Rejection, reject } from '../../../kernel/rejection.ts'
import type { Secret } from '../../../kernel/secret.ts'
import type { ProvisioningMode, TokenRepository } from '../../../merchants/index.ts'
import { noAnswer, responseWithin } from '../../../platform/concurrency/with-timeout.ts'
import type { TokenDependencies } from '../../dependencies.ts'
import type { SchemeTokenReference } from '../../ports/token-claims.ts'
import type { Cardholder, ProvisionedToken, ProvisionResult, TokenService } from '../../ports/token-service.ts'
import type { StoredSchemeToken } from '../../ports/token-store.ts'

export interface SchemeTokenRequest {
  /** The one the token is stored in: a sub-merchant's, where there is one. */
  readonly repository: TokenRepository
  /** The request's setting; without one, the repository decides. */
  readonly mode: ProvisioningMode | undefined
  readonly card: { readonly number: Secret; readonly expiry?: Expiry | undefined }
  readonly cardholder: Cardholder
  /** The token's existing scheme token. */
  readonly existingSchemeToken: StoredSchemeToken | undefined
  /** The card is the one that the token contains already. */
  readonly isSameAccount: boolean
}

/**
 * To be stored with the token. A clear number is sealed for the token's final id; one that was stored is sealed
 * already.
 */
export interface SchemeTokenToKeep {
  readonly schemeToken: StoredSchemeToken & { readonly clearNumber?: Secret | undefined }
  /** When the job is to ask. */
  readonly dueAt?: Date | undefined
}

export type SchemeTokenDependencies = Pick<
  TokenDependencies,
  'tokenService' | 'tokenClaims' | 'clock' | 'identifiers' | 'timeouts'
>

/** Shown as the provider while there is no service to ask. */
const noProvider = 'NONE'

/** A request that has not stored its token by then never will: its scheme token is given up. */
export const linkWithinMs = 5 * 60_000

/**
 * Undefined for a repository without scheme tokens; those it may contain from earlier stay. A request that insists on one
 * is refused there.
 */
export async function obtainSchemeToken(
  request: SchemeTokenRequest,
  dependencies: SchemeTokenDependencies,
): Promise<SchemeTokenToKeep | undefined | Rejection> {
  const { repository, existingSchemeToken, isSameAccount } = request
  const own = isSameAccount ? existingSchemeToken : undefined
  if (!repository.hasSchemeTokens && request.mode === 'SYNCHRONOUS' && own?.status !== 'ACTIVE') return notConfigured()
  if (!repository.hasSchemeTokens) return own && { schemeToken: own, ...dueAgain(own, dependencies) }
  // A suspended one becomes active again by itself, or is reported as gone.
  if (own?.status === 'ACTIVE' || own?.status === 'SUSPENDED') return { schemeToken: own }

  const pending = own?.status === 'PENDING' ? readSchemeTokenReference(own.reference) : undefined
  const mode = request.mode ?? repository.provisioningMode
  if (mode === 'ASYNCHRONOUS')
    return pendingSchemeToken(pending ?? newSchemeTokenReference(repository.id, dependencies), dependencies)
  return askNow({ ...request, isRequired: mode === 'SYNCHRONOUS', pending }, dependencies)
}

interface ImmediateRequest extends SchemeTokenRequest {
  /** Without the scheme token nothing is stored. */
  readonly isRequired: boolean
  /** The reference that the job would use: a repeat under one reference has no further effect. */
  readonly pending: SchemeTokenReference | undefined
}

async function askNow(
  { repository, card, cardholder, isRequired, pending }: ImmediateRequest,
  dependencies: SchemeTokenDependencies,
): Promise<SchemeTokenToKeep | Rejection> {
  const reference = pending ?? newSchemeTokenReference(repository.id, dependencies)
  if (!dependencies.tokenService)
    return isRequired ? notObtained('is not available') : pendingSchemeToken(reference, dependencies)
  // A scheme token that a stored token waits for is handled with that token; any other must not be left at the service.
  if (!pending) await dependencies.tokenClaims.giveUpUnlessKept(reference, linkWithinMs)
  const result = await askTokenService({ reference: reference.reference, ...card, cardholder }, dependencies)
  if (result.kind === 'PROVISIONED') return keepProvisioned(result, dependencies)
  if (!isRequired)
    return result.kind === 'REFUSED'
      ? refusedSchemeToken(reference.reference, dependencies)
      : pendingSchemeToken(reference, dependencies)
  if (!pending) await giveUpSchemeToken(reference.reference, dependencies)
  return notObtained(result.kind === 'REFUSED' ? 'rejected this card' : 'did not respond in time')
}

/** No response is not a refusal. */
export function askTokenService(
  question: Parameters<NonNullable<TokenService | undefined>['provision']>[0],
  { tokenService, timeouts }: Pick<TokenDependencies, 'tokenService' | 'timeouts'>,
): Promise<ProvisionResult> {
  if (!tokenService) return Promise.resolve(noAnswer)
  return responseWithin(tokenService.provision(question), { timeoutMs: timeouts.serviceWaitMs, silence: noAnswer })
}

/** The gateway's token was not stored after all. The service is informed soon, with retries until it acknowledges. */
export async function giveUpSchemeToken(
  reference: string,
  { tokenClaims }: Pick<TokenDependencies, 'tokenClaims'>,
): Promise<void> {
  const target = readSchemeTokenReference(reference)
  if (target) await tokenClaims.giveUpUnlessKept(target, 0)
}

export function keepProvisioned(
  { reference, number, expiry }: Omit<ProvisionedToken, 'kind'>,
  dependencies: Pick<TokenDependencies, 'tokenService' | 'clock'>,
): SchemeTokenToKeep {
  const facts = { ...factsOf(reference, dependencies), status: 'ACTIVE' } as const
  return { schemeToken: { ...facts, masked: number.masked, expiry, clearNumber: number } }
}

export function refusedSchemeToken(
  reference: string,
  dependencies: Pick<TokenDependencies, 'tokenService' | 'clock'>,
): SchemeTokenToKeep {
  return { schemeToken: { ...factsOf(reference, dependencies), status: 'INACTIVE' } }
}

function pendingSchemeToken(
  { reference }: SchemeTokenReference,
  dependencies: Pick<TokenDependencies, 'tokenService' | 'clock'>,
): SchemeTokenToKeep {
  return { schemeToken: { ...factsOf(reference, dependencies), status: 'PENDING' }, dueAt: dependencies.clock.now() }
}

function dueAgain(
  { status }: StoredSchemeToken,
  { clock }: Pick<TokenDependencies, 'clock'>,
): Pick<SchemeTokenToKeep, 'dueAt'> {
  return status === 'PENDING' ? { dueAt: clock.now() } : {}
}

function factsOf(reference: string, { tokenService, clock }: Pick<TokenDependencies, 'tokenService' | 'clock'>) {
  return { provider: tokenService?.provider ?? noProvider, reference, lastUpdated: clock.now() }
}

/** The token repository cannot get scheme tokens at all. */
export function notConfigured(): Rejection {
  return reject(
    'SCHEME_TOKEN_NOT_OBTAINED',
    'No token was stored: the token repository is not configured for tokens of the card schemes.',
  )
}

function notObtained(why: string): Rejection {
  return reject('SCHEME_TOKEN_NOT_OBTAINED', `No token was stored: the token service of the card scheme ${why}.`)
}

/**
 * The reference of a scheme token at the token service. It begins with the repository, which allows finding the
 * token of a notice.
 */
export function newSchemeTokenReference(
  repositoryId: string,
  { identifiers }: Pick<TokenDependencies, 'identifiers'>,
): SchemeTokenReference {
  return { repositoryId, reference: `${repositoryId}:${identifiers.acquirerReference()}` }
}

/** Undefined when it is not one of the gateway's. */
export function readSchemeTokenReference(reference: string): SchemeTokenReference | undefined {
  const end = reference.lastIndexOf(':')
  return end > 0 ? { repositoryId: reference.slice(0, end), reference } : undefined
}
